/// Which fields of a document are searched, as what, and which one is the key.
///
/// A field is named by its dotted path. The same path may be text, facet and number at once.
public struct Schema: Sendable, Hashable {
  /// A field whose words are searched.
  public struct TextField: Sendable, Hashable {
    public var path: String
    /// How much one occurrence counts, at least 1.
    public var weight: Int
    public init(path: String, weight: Int = 1) {
      self.path = path
      self.weight = weight
    }
  }

  /// In ascending order of path, like the other fields: the order is the field's number in files.
  public private(set) var text: [TextField]
  public private(set) var facets: [String]
  public private(set) var numbers: [String]
  /// The path of the caller's own id; nil when every document gets a number as its key.
  public private(set) var key: String?
  /// Whether the whole document is kept and can be shown and exported.
  public private(set) var storesDocuments: Bool
  /// Whether prefixes of very many words get lists of their own: a quarter to a third more bytes, and such a prefix
  /// is answered in a fraction of the time.
  public private(set) var prefixLists: Bool
  /// From how many postings on a prefix gets a list where there is room for it (see `PrefixPlan`). Not kept with the
  /// index: tests lower it for one writer, so that small data has such lists, whatever they take.
  package var leastPrefixPostings = 16_384 { didSet { extraShare = .infinity } }
  /// How much larger these lists may make a segment than one that has none, and nothing else that is there for speed
  /// alone, as a share of that. Not kept with the index either.
  package var extraShare = 0.37
  /// From how many postings on a word or prefix gets champions. Not kept with the index either.
  package var leastChampionPostings = 1_024
  /// From how many documents on a word or prefix has its most frequent facet values counted with the index, where that
  /// is a part of the documents that is worth it (see `RangeCounts`). Not kept with the index either.
  package var leastCountedDocuments = 2_048
  /// From how many documents on a segment is *large*: it numbers its documents by length and keeps levels of its long
  /// lists (see `LengthOrder` and `FrequencyLevels`). Not kept either: a segment says itself what it has.
  package var leastLargeSegment = 131_072
  /// From how many postings on the list of a word or prefix gets levels, in a large segment. Not kept either.
  package var leastLevelPostings = 16_384
  /// From how many postings on a prefix has tiers, in a large segment, where that is one in 128 documents or more, and
  /// how many documents a tier has at most (see `PrefixTiers`). Not kept either.
  package var leastTieredPostings = 32_768
  package var tierDepth = 2_048

  /// From how many documents on a word or prefix has champions of its own within a facet value, where there is room (see
  /// `ValueChampionsWriter`). Not kept either.
  package var leastValueDocuments = 1_024

  /// Whether a segment of so many documents is large.
  func isLarge(documents: Int) -> Bool { documents >= leastLargeSegment }

  public init(
    text: [String: Int] = [:], facets: [String] = [], numbers: [String] = [], key: String? = nil,
    storesDocuments: Bool = true, prefixLists: Bool = true
  ) {
    self.text = text.map { TextField(path: $0.key, weight: $0.value) }.sorted { $0.path < $1.path }
    self.facets = Array(Set(facets)).sorted()
    self.numbers = Array(Set(numbers)).sorted()
    self.key = key
    self.storesDocuments = storesDocuments
    self.prefixLists = prefixLists
  }
}
