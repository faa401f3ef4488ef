/// Which prefixes of a segment get a list of their own, found from the sorted terms before any list is written.
///
/// A prefix gets one when the lists of its terms together have at least `leastPostings` postings, and it has more
/// than one term. Shorter unions are made while searching, so this number is what a search pays at most.
struct PrefixPlan {
  struct Prefix {
    /// Its terms, as places in the sorted order.
    var terms: Range<Int>
    /// Its length in bytes.
    var byteCount: Int
  }

  /// In ascending order of the end of their terms, inner ones first: the order in which lists are complete.
  private(set) var prefixes: [Prefix] = []

  private struct Level {
    var byteCount: Int
    var firstTerm: Int
    var postingsBefore: Int
  }

  private let leastPostings: Int
  private var levels: [Level] = []
  private var previous: [UInt8] = []
  private var termCount = 0
  private var postings = 0

  init(leastPostings: Int) { self.leastPostings = leastPostings }

  /// From how many postings on a prefix gets a list in a segment: between half of `most` and `most`, a third of the
  /// documents. Lists of so large a part of the documents are bitmaps, and take few bytes for a posting.
  init(upTo most: Int, documents: Int) { self.init(leastPostings: min(most, max(most / 2, documents / 3))) }

  /// Takes the next term in ascending order, and the length of its list.
  mutating func add(term: UnsafeBufferPointer<UInt8>, documentCount: Int) {
    var common = 0
    while common < min(previous.count, term.count), previous[common] == term[common] { common += 1 }
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
      if postings - level.postingsBefore >= leastPostings, termCount - level.firstTerm > 1 {
        prefixes.append(Prefix(terms: level.firstTerm..<termCount, byteCount: level.byteCount))
      }
    }
  }
}
