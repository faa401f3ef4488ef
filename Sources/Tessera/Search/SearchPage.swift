/// One document of an answer.
public struct Hit: Sendable, Hashable {
  public let key: String
  /// The sum over the words of the text; 0 when the text has none.
  public let score: Float
  /// The document's place in the snapshot, in the order of addition.
  package let doc: DocNumber

  package init(key: String, score: Float, doc: DocNumber) {
    self.key = key
    self.score = score
    self.doc = doc
  }
}

/// How many documents match.
public struct Total: Sendable, Hashable {
  public let value: Int
  /// Whether `value` is all of them; otherwise there are at least so many.
  public let isExact: Bool

  package init(value: Int, isExact: Bool) {
    self.value = value
    self.isExact = isExact
  }
}

/// A value of a facet field, and how many matches have it.
public struct FacetCount: Sendable, Hashable {
  /// As it was first spelled.
  public let value: String
  public let count: Int

  package init(value: String, count: Int) {
    self.value = value
    self.count = count
  }
}

/// The answer to a query.
public struct SearchPage: Sendable, Hashable {
  public let hits: [Hit]
  public let total: Total
  /// For each facet field asked for: its most frequent values among the matches, most frequent first,
  /// ties in ascending order of the folded value.
  public let facetCounts: [String: [FacetCount]]
  /// Tokens that could be committed next, by falling counts; equal counts by the folded value, ascending, and numbers
  /// last.
  public internal(set) var suggestedTokens: [SuggestedToken] = []
  /// What the last word of the text could become, by falling counts; equal counts by the word.
  public package(set) var completions: [Completion] = []

  package init(hits: [Hit], total: Total, facetCounts: [String: [FacetCount]]) {
    self.hits = hits
    self.total = total
    self.facetCounts = facetCounts
  }
}
