/// How much of the answer to a query is wanted.
public struct SearchOptions: Sendable, Hashable {
  /// How far the matches are counted.
  public enum Count: Sendable, Hashable {
    /// All of them.
    case exact
    /// Exact up to this number, and "at least" beyond.
    case upTo(Int)
  }

  /// The order of the hits. Ties go to the document that was added first.
  public enum Order: Sendable, Hashable {
    /// Best score first.
    case relevance
    /// By the value of a number field, or by key when `field` is nil. Documents without a value come last.
    case field(String?, descending: Bool)
  }

  /// How many hits a page has at most, and how many come before it.
  public var limit: Int
  public var offset: Int
  /// The facet fields whose values are counted over all matches, and how many values each.
  public var facets: [String]
  public var facetLimit: Int
  /// Whether a field's own tokens are left out when its values are counted.
  public var countsBeyondOwnTokens: Bool
  public var count: Count
  public var order: Order
  /// At most how many tokens are suggested, and words that complete the last one of the text.
  public var suggestions: Int
  public var completions: Int
  /// In a segment where fewer matches are expected all are found first and then scored (`FewMatches`). It changes what a
  /// search costs and not what it finds; tests ask for both ways.
  package var mostExpected = 256.0
  /// In a segment of so many documents prefixes are united among those that the rest of the query leaves
  /// (`PrefixSums`). The same holds for it.
  package var leastLarge = 131_072

  public init(
    limit: Int = 10, offset: Int = 0, facets: [String] = [], facetLimit: Int = 10,
    countsBeyondOwnTokens: Bool = false, count: Count = .exact, order: Order = .relevance,
    suggestions: Int = 0, completions: Int = 0
  ) {
    self.limit = limit
    self.offset = offset
    self.facets = facets
    self.facetLimit = facetLimit
    self.countsBeyondOwnTokens = countsBeyondOwnTokens
    self.count = count
    self.order = order
    self.suggestions = suggestions
    self.completions = completions
  }
}
