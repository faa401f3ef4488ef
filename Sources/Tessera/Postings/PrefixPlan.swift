/// Which prefixes of a segment get champions, and which of them a list of their own, found from the sorted terms before
/// any list is written.
///
/// A prefix has more than one term. It gets a list when those of its terms together have at least `leastPostings`
/// postings. Shorter unions are made while searching, so this number is what a search pays at most. It gets champions
/// when they have at least `leastChampions`, and so does a single term.
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

  /// From how many postings on a prefix gets a list.
  let leastPostings: Int
  /// From how many postings on a prefix or a term gets champions.
  let leastChampions: Int
  /// Whether long lists get levels, and from how many documents on.
  let hasLevels: Bool
  let leastLevels: Int
  private var levels: [Level] = []
  private var previous: [UInt8] = []
  private var termCount = 0
  private var postings = 0

  init(leastPostings: Int, leastChampions: Int, leastLevels: Int? = nil) {
    self.leastPostings = leastPostings
    (hasLevels, self.leastLevels) = (leastLevels != nil, leastLevels ?? .max)
    self.leastChampions = leastChampions
  }

  /// An empty plan for a segment of the schema with so many documents.
  ///
  /// From how many postings on a prefix gets a list is between half of `Schema.leastPrefixPostings` and that, a third of
  /// the documents. Lists of so large a part of the documents are bitmaps, and take few bytes for a posting.
  init(for schema: Schema, documents: Int) {
    let most = schema.leastPrefixPostings
    self.init(
      leastPostings: min(most, max(most / 2, documents / 3)), leastChampions: schema.leastChampionPostings,
      leastLevels: schema.isLarge(documents: documents) ? schema.leastLevelPostings : nil)
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
  }

  /// Says that there are no more terms.
  mutating func finish() { close(downTo: 0) }

  private mutating func close(downTo common: Int) {
    while let level = levels.last, level.byteCount > common {
      levels.removeLast()
      let sum = postings - level.postingsBefore
      guard sum >= min(leastPostings, leastChampions), termCount - level.firstTerm > 1 else { continue }
      prefixes.append(
        Prefix(terms: level.firstTerm..<termCount, byteCount: level.byteCount, postings: sum))
    }
  }
}
