import Glibc

/// Which prefixes of a segment get champions, and which of them a list of their own, found from the sorted terms before
/// any list is written.
///
/// A prefix has more than one term. It gets a list when those of its terms together have at least `leastPostings`
/// postings. Shorter unions are made while searching, so this number is what a search pays at most. It rises where the
/// lists would make the segment larger than a share allows: as more documents come, prefixes of more and more letters
/// would have that many postings. A prefix gets champions when its terms have at least `leastChampions`, and so does a
/// single term.
struct PrefixPlan {
  struct Prefix {
    /// Its terms, as places in the sorted order.
    var terms: Range<Int>
    /// Its length in bytes.
    var byteCount: Int
    /// Of all its terms together.
    var postings: Int
  }

  /// Those that get champions or a list, in ascending order of the end of their terms, inner ones first: the order in
  /// which lists are complete. Those with the same terms stand side by side.
  private(set) var prefixes: [Prefix] = []

  private struct Level {
    var byteCount: Int
    var firstTerm: Int
    var postingsBefore: Int
  }

  /// From how many postings on a prefix gets a list; known when there are no more terms.
  private(set) var leastPostings: Int
  /// How many bytes there are for the lists; known when there are no more terms.
  private(set) var room = Double.infinity
  /// How many there are for champions within facet values; known likewise.
  private(set) var valueRoom = Double.infinity
  /// How much larger the segment may be than one without lists of prefixes, champions, levels, tiers and an order of its
  /// documents, as a share of that.
  private let extraShare: Double
  private let documents: Int
  private let averageLength: Double
  private let hasFacets: Bool
  /// What the segment has besides, likely: facets, lengths, and terms with their lists.
  private var otherBytes: Double
  /// Terms that get champions.
  private var championTerms = 0
  /// From how many postings on a prefix or a term gets champions.
  let leastChampions: Int
  /// Whether long lists get levels, and from how many documents on.
  let hasLevels: Bool
  let leastLevels: Int
  /// From how many documents on a prefix has tiers where lists have levels, and how many documents a tier has at most.
  let leastTiered: Int
  let tierDepth: Int
  private var levels: [Level] = []
  private var previous: [UInt8] = []
  private var termCount = 0
  /// Of all terms.
  private(set) var postingCount = 0

  init(
    leastPostings: Int, leastChampions: Int, leastLevels: Int? = nil, leastTiered: Int = .max,
    tierDepth: Int = 0,
    documents: Int = 0, averageLength: Double = 0,
    facetBytes: Int = 0, extraShare: Double = .infinity
  ) {
    self.leastPostings = leastPostings
    (self.documents, self.averageLength, self.extraShare) = (documents, averageLength, extraShare)
    (hasLevels, self.leastLevels) = (leastLevels != nil, leastLevels ?? .max)
    // Lengths are a byte for each document, but take next to nothing in large segments.
    hasFacets = facetBytes > 0
    otherBytes = Double(facetBytes + (hasLevels ? 0 : documents))
    self.leastChampions = leastChampions
    (self.leastTiered, self.tierDepth) = (leastTiered, tierDepth)
  }

  /// An empty plan for a segment of the schema with so many documents, of so many words on average, whose facets take so
  /// many bytes.
  ///
  /// From how many postings on a prefix gets a list is between half of `Schema.leastPrefixPostings` and that, a quarter of
  /// the documents. Lists of so large a part of the documents are bitmaps, and take few bytes for a posting.
  init(for schema: Schema, documents: Int, averageLength: Double, facetBytes: Int) {
    let most = schema.leastPrefixPostings
    self.init(
      leastPostings: min(most, max(most / 2, documents / 4)), leastChampions: schema.leastChampionPostings,
      leastLevels: schema.isLarge(documents: documents) ? schema.leastLevelPostings : nil,
      leastTiered: max(schema.leastTieredPostings, documents / 128), tierDepth: schema.tierDepth,
      documents: documents, averageLength: averageLength, facetBytes: facetBytes,
      extraShare: schema.extraShare)
  }

  /// Takes the next term in ascending order, and the length of its list.
  mutating func add(term: UnsafeBufferPointer<UInt8>, documentCount: Int) {
    let common = previous.withUnsafeBufferPointer { TermBlock.sharedCount($0, term) }
    close(downTo: common)
    // A level for each character that the term does not share; it begins where a character ends.
    var end = levels.last?.byteCount ?? 0
    while end < term.count {
      end += 1
      while end < term.count, term[end] & 0xC0 == 0x80 { end += 1 }
      levels.append(Level(byteCount: end, firstTerm: termCount, postingsBefore: postingCount))
    }
    previous.removeAll(keepingCapacity: true)
    previous.append(contentsOf: term)
    termCount += 1
    postingCount += documentCount
    otherBytes += Self.termBytes + Self.estimatedBytes(Double(documentCount), of: documents)
    championTerms += documentCount >= leastChampions ? 1 : 0
  }

  /// Says that there are no more terms.
  mutating func finish() {
    close(downTo: 0)
    if extraShare < .infinity { limitLists() }
  }

  /// Raises `leastPostings` until the lists are likely to fit into the room that is left for them.
  private mutating func limitLists() {
    let others = otherBytes + Double(postingCount) * Self.repeatedBits * log2(frequency) / 8
    // An engine without any of this has a byte or two for each document besides: their lengths, mostly.
    let plain = max(Self.plainToOthers * others, others + Self.plainDocumentBytes * Double(documents))
    valueRoom = hasLevels && hasFacets ? Self.valueShare * extraShare * plain : 0
    room = (1 + extraShare) * plain - others - valueRoom - fixedBytes
    var sums: [Int] = []
    forEachRange { if $0 >= leastPostings { sums.append($0) } }
    var taken = 0.0
    for sum in sums.sorted(by: >) {
      taken += listBytes(sum)
      if taken > room {
        leastPostings = sum + 1
        return
      }
    }
  }

  /// Calls `body` with the postings of each range of terms that has prefixes.
  private func forEachRange(_ body: (Int) -> Void) {
    for (index, prefix) in prefixes.enumerated() where index == 0 || prefixes[index - 1].terms != prefix.terms
    {
      body(prefix.postings)
    }
  }

  /// How often a document has a word that it has, on average.
  private var frequency: Double { max(1, averageLength * Double(documents) / Double(max(postingCount, 1))) }

  /// What champions, the order of documents, and tiers take.
  private var fixedBytes: Double {
    let championBytes = Self.championBytes * (1 + Self.repeatedInChampions * (frequency - 1))
    let tieredBytes =
      Double(tierDepth) * Self.tieredBytes * (1 + Self.repeatedInTiers * min(frequency - 1, 0.5))
    var sum = Double(championTerms) * championBytes
    if hasLevels { sum += Double(documents) * Self.orderBytes }
    forEachRange {
      if $0 >= leastChampions { sum += championBytes }
      if hasLevels, $0 >= leastTiered { sum += tieredBytes }
    }
    return sum
  }

  /// About what the list of a prefix takes, with levels, whose terms have so many postings together, as if they had nothing
  /// to do with each other.
  func listBytes(_ postings: Int) -> Double {
    if postings == 0 || documents == 0 { return 0 }
    let count = Double(documents) * (1 - exp(-Double(postings) / Double(documents)))
    let repeated = Self.repeatedInUnions * log2(max(1, Double(postings) * frequency / count)) / 8
    return (hasLevels ? 1 + Self.levelShare : 1)
      * (Self.estimatedBytes(count, of: documents) + count * repeated)
  }

  // Measured: what an index has without any of this, as so many times what a segment has besides, and as bytes of each
  // document more; how much of the share champions within facet values may take; bytes of a term in the dictionary; bits of a posting for each doubling of the frequency, in lists of
  // words and of prefixes; bytes of a document in the order; levels beside lists of prefixes; the champions of a word or
  // prefix; a document of the depth of tiers in all of a prefix; and how much more these take for each word that a
  // document has once more.
  private static let (plainToOthers, plainDocumentBytes) = (1.11, 2.0)
  private static let valueShare = 0.08
  private static let termBytes = 7.5
  private static let (repeatedBits, repeatedInUnions) = (2.2, 1.2)
  private static let orderBytes = 1.15
  private static let levelShare = 0.3
  private static let (championBytes, repeatedInChampions) = (120.0, 1.5)
  private static let (tieredBytes, repeatedInTiers) = (4.5, 3.5)

  /// About what a list takes, with tables and bounds, whose documents have its word once.
  static func estimatedBytes(_ count: Double, of documents: Int) -> Double {
    if count == 0 { return 0 }
    let documents = Double(documents)
    return count * Double(PostingListFormat.denseShare) >= documents
      ? (1.2 * documents + 1.5 * count) / 8 : count * (log2(documents / count) + 3.4) / 8
  }

  private mutating func close(downTo common: Int) {
    while let level = levels.last, level.byteCount > common {
      levels.removeLast()
      let sum = postingCount - level.postingsBefore
      guard sum >= min(leastPostings, leastChampions, hasLevels ? leastTiered : .max),
        termCount - level.firstTerm > 1
      else { continue }
      prefixes.append(
        Prefix(terms: level.firstTerm..<termCount, byteCount: level.byteCount, postings: sum))
    }
  }
}
