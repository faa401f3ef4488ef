/// Which prefixes of a segment get champions, and which of them a list of their own, found from the sorted terms before
/// any list is written.
///
/// A prefix has more than one term. It gets a list when those of its terms together have at least `leastPostings`
/// postings. Shorter unions are made while searching, so this number is what a search pays at most. It rises where the
/// lists would take more than a share of what a segment has besides: as more documents come, prefixes of more and more
/// letters would have that many postings. A prefix gets champions when its terms have at least `leastChampions`, and so
/// does a single term.
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
  /// How much the lists of prefixes may take, as a share of what the segment has besides.
  private let share: Double
  private let documents: Int
  private let averageLength: Double
  /// What the segment has besides, likely: facets, lengths, and terms with their lists.
  private var otherBytes: Double
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
  private var postings = 0

  init(
    leastPostings: Int, leastChampions: Int, leastLevels: Int? = nil, leastTiered: Int = .max,
    tierDepth: Int = 0,
    documents: Int = 0, averageLength: Double = 0,
    facetBytes: Int = 0, share: Double = .infinity
  ) {
    self.leastPostings = leastPostings
    (self.documents, self.averageLength, self.share) = (documents, averageLength, share)
    (hasLevels, self.leastLevels) = (leastLevels != nil, leastLevels ?? .max)
    // Lengths are a byte for each document, but take next to nothing in large segments.
    otherBytes = Double(facetBytes + (hasLevels ? 0 : documents))
    self.leastChampions = leastChampions
    (self.leastTiered, self.tierDepth) = (leastTiered, tierDepth)
  }

  /// An empty plan for a segment of the schema with so many documents, of so many words on average, whose facets take so
  /// many bytes.
  ///
  /// From how many postings on a prefix gets a list is between half of `Schema.leastPrefixPostings` and that, a third of
  /// the documents. Lists of so large a part of the documents are bitmaps, and take few bytes for a posting.
  init(for schema: Schema, documents: Int, averageLength: Double, facetBytes: Int) {
    let most = schema.leastPrefixPostings
    self.init(
      leastPostings: min(most, max(most / 2, documents / 3)), leastChampions: schema.leastChampionPostings,
      leastLevels: schema.isLarge(documents: documents) ? schema.leastLevelPostings : nil,
      leastTiered: max(schema.leastTieredPostings, documents / 128), tierDepth: schema.tierDepth,
      documents: documents, averageLength: averageLength, facetBytes: facetBytes, share: schema.prefixShare)
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
      levels.append(Level(byteCount: end, firstTerm: termCount, postingsBefore: postings))
    }
    previous.removeAll(keepingCapacity: true)
    previous.append(contentsOf: term)
    termCount += 1
    postings += documentCount
    otherBytes += Self.termBytes + Self.estimatedBytes(documentCount, of: documents)
  }

  /// Says that there are no more terms.
  mutating func finish() {
    close(downTo: 0)
    if share < .infinity { limitLists() }
  }

  /// Raises `leastPostings` until the lists are likely to take no more than their share.
  private mutating func limitLists() {
    var room = share * otherBytes
    // What large segments have besides has to fit in too: the order of documents, tiers, and levels, which add up to a
    // third.
    var (factor, tieredBytes) = (1.0, 0.0)
    if hasLevels {
      // Where documents repeat words, frequencies take more, and tiers are more.
      let repeated = min(max(averageLength * Double(documents) / Double(max(postings, 1)) - 1, 0), 0.5)
      room -= Double(documents) * Self.orderBytes
      factor = (1 + Self.levelShare) * (1 + Self.repeatedInLists * repeated)
      tieredBytes = Double(tierDepth) * Self.tieredBytes * (1 + Self.repeatedInTiers * repeated)
    }
    var last = 0..<0
    var sums: [Int] = []
    for prefix in prefixes where prefix.terms != last {
      if prefix.postings >= leastPostings { sums.append(prefix.postings) }
      if prefix.postings >= leastTiered { room -= tieredBytes }
      last = prefix.terms
    }
    for sum in sums.sorted(by: >) {
      room -= factor * Self.estimatedBytes(sum, of: documents)
      if room < 0 {
        leastPostings = sum + 1
        return
      }
    }
  }

  // Measured: a term in the dictionary, a document in the order, levels beside lists of prefixes, a document of the depth of
  // tiers in all of a prefix, and how much more lists and tiers take for each word that a document has once more.
  private static let termBytes = 8.0
  private static let orderBytes = 1.1
  private static let levelShare = 0.3
  private static let tieredBytes = 4.5
  private static let repeatedInLists = 0.6
  private static let repeatedInTiers = 3.5

  /// About what a list with frequencies takes, with tables and bounds.
  static func estimatedBytes(_ count: Int, of documents: Int) -> Double {
    let (count, documents) = (Double(min(count, documents)), Double(documents))
    if count == 0 { return 0 }
    if count * Double(PostingListFormat.denseShare) >= documents { return documents / 6 + count / 8 }
    let gap = documents / count
    // The logarithm but for the curve between two powers of two.
    let bits = Double(gap.exponent) + gap.significand - 1
    return count * (bits + 3.7) / 8
  }

  private mutating func close(downTo common: Int) {
    while let level = levels.last, level.byteCount > common {
      levels.removeLast()
      let sum = postings - level.postingsBefore
      guard sum >= min(leastPostings, leastChampions, hasLevels ? leastTiered : .max),
        termCount - level.firstTerm > 1
      else { continue }
      prefixes.append(
        Prefix(terms: level.firstTerm..<termCount, byteCount: level.byteCount, postings: sum))
    }
  }
}
