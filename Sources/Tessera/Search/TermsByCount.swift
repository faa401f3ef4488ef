import CVector

/// Terms of a dictionary in descending order of a count that each has, ties in ascending order of the terms: found
/// batch by batch, as mostly the first few are enough.
struct TermsByCount {
  enum Source {
    case none
    /// All terms; they count as many documents as they have.
    case all
    /// Terms that stand side by side, and one that stands apart; they count as many documents as they have.
    case range(TermRange, apart: TermEntry?)
    /// Values that have some words; they count as many documents as they have.
    case marked(MarkedValues)
    /// So many terms from a number on, or those of all whose bits are set, with counts of their own.
    case counted(UnsafePointer<UInt32>, from: TermNumber, count: Int, marked: UnsafePointer<UInt64>?)
  }

  private let terms: TermDictionary
  private let source: Source
  private let scratch: ScratchMemory
  /// The current batch, best first, as keys that sort by count, ties in reverse.
  private var keys: UnsafePointer<UInt64>
  private var count = 0
  /// Where the next one stands in it.
  private(set) var place = 0
  private var batchSize: Int
  /// Below the last key of the batches before.
  private var limit = UInt64.max
  private(set) var isLastBatch = false
  /// Counts above this add no more than this to `sum`.
  private let cap: UInt32
  /// How many terms there are, and what their counts sum up to; known once the first is asked for.
  private(set) var termCount = 0
  private(set) var sum = 0

  private static let growth = 8

  /// - Parameters:
  ///   - first: how many are likely to be wanted.
  ///   - cap: counts above add no more than this to the sum.
  ///   - top: the first of them, where they were found with the index.
  init(
    _ source: Source, of terms: TermDictionary, first: Int, cap: UInt32 = .max, top: TopCounts? = nil,
    scratch: ScratchMemory
  ) throws(TesseraError) {
    (self.source, self.terms, self.cap, self.scratch) = (source, terms, cap, scratch)
    batchSize = top?.depth ?? min(first <= 12 ? 16 : 2 * first, terms.count + 1)
    keys = UnsafePointer(scratch.allocate(UInt64.self, 0))
    if let top { take(top) } else { try fill() }
  }

  /// The next term and its count, which is above 0.
  var next: (number: TermNumber, count: Int)? {
    guard place < count else { return nil }
    return (TopHits.doc(of: keys[place]), Int(TopHits.rank(of: keys[place])))
  }

  /// The count at a place of the current batch.
  func batchCount(at place: Int) -> Int? {
    place >= 0 && place < count ? Int(TopHits.rank(of: keys[place])) : nil
  }

  mutating func advance() throws(TesseraError) {
    place += 1
    guard place == count, !isLastBatch else { return }
    batchSize = min(batchSize * Self.growth, terms.count + 1)
    place = 0
    try fill()
  }

  private mutating func take(_ top: TopCounts) {
    let keys = scratch.allocate(UInt64.self, top.entries.count)
    for (place, entry) in top.entries.enumerated() {
      keys[place] = TopHits.key(rank: entry.count, doc: entry.number)
      sum -= Int(entry.count) - Int(min(entry.count, cap))
    }
    if case .range(let range, apart: nil) = source {
      (termCount, sum) = (range.count, sum + Int(clamping: range.documentCountSum))
    } else if case .all = source {
      termCount = terms.count
    } else {
      termCount = top.isComplete ? top.entries.count : .max
    }
    endBatch(UnsafePointer(keys), top.entries.count)
  }

  private mutating func endBatch(_ keys: UnsafePointer<UInt64>, _ count: Int) {
    (self.keys, self.count) = (keys, count)
    isLastBatch = count < batchSize
    if count > 0 { limit = keys[count - 1] }
  }

  private mutating func fill() throws(TesseraError) {
    (termCount, sum) = (0, 0)
    var batch = TopHits(capacity: batchSize, scratch: scratch)
    let terms = terms
    switch source {
    case .none: break
    case .all: try take(terms.all(), &batch)
    case .range(let range, let apart):
      try take(range, &batch)
      if let apart { take(apart.number, apart.documentCount, &batch) }
    case .marked(let values):
      try terms.forEachCount(markedIn: values.words()) { (number, count) throws(TesseraError) in
        if termCount & 1023 == 0 { try scratch.check() }
        take(number, count, &batch)
      }
    case .counted(let counts, let first, let count, marked: nil):
      var place = cvector_find_above(counts, 0, count, 0)
      while place < count {
        take(first + TermNumber(place), counts[place], &batch)
        place = cvector_find_above(counts, place + 1, count, limit == .max ? batch.rankFloor : 0)
      }
    case .counted(let counts, _, _, marked: let words?):
      for word in 0..<(terms.count + 63) / 64 {
        var bits = words[word]
        while bits != 0 {
          let ordinal = word << 6 + bits.trailingZeroBitCount
          bits &= bits - 1
          if ordinal < terms.count { take(TermNumber(ordinal), counts[ordinal], &batch) }
        }
      }
    }
    batch.sortBestFirst(scratch)
    endBatch(UnsafePointer(batch.keys), batch.count)
  }

  private mutating func take(_ range: TermRange, _ batch: inout TopHits) throws(TesseraError) {
    var number = range.lower
    try terms.forEachList(in: range) { (count, _, _) throws(TesseraError) in
      if number & 1023 == 0 { try scratch.check() }
      take(number, count, &batch)
      number += 1
    }
  }

  @inline(__always)
  private mutating func take(_ number: TermNumber, _ count: UInt32, _ batch: inout TopHits) {
    termCount += 1
    sum += Int(min(count, cap))
    if count > 0, TopHits.key(rank: count, doc: number) < limit { batch.insert(rank: count, doc: number) }
  }
}

extension TermDictionary {
  /// Calls `body` with the document count of each term whose bit is set.
  ///
  /// - Complexity: O(*b*) for the *b* blocks of sixteen terms that have one.
  @inline(__always)
  func forEachCount(
    markedIn words: UnsafePointer<UInt64>,
    _ body: (_ number: TermNumber, _ documentCount: UInt32) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    for block in 0..<blockCount {
      var bits = words[block >> 2] >> UInt64(16 * (block & 3)) & 0xFFFF
      if bits == 0 { continue }
      let view = try open(block)
      var lists = view.lists
      var passed = 0
      while bits != 0 {
        let index = bits.trailingZeroBitCount
        bits &= bits - 1
        if index >= view.count { break }
        guard lists.skip(index - passed) != nil, let list = lists.next() else { throw damaged(block) }
        passed = index + 1
        try body(TermNumber(block << TermBlock.shift + index), list.documentCount)
      }
    }
  }
}
