import CVector

/// How often each number of a field occurs in a segment's context, in ascending order of the numbers.
struct NumberTally {
  private let column: NumberColumn
  private let counts: UnsafePointer<UInt32>
  private let scratch: ScratchMemory
  private var ordinal = -1
  private var passed = 0
  /// The number that is next; nil at the end.
  private(set) var next: Number?

  init(
    _ column: NumberColumn, of context: ContextMatches, scratch: ScratchMemory
  ) throws(TesseraError) {
    let counts = scratch.zeros(UInt32.self, column.values.count + 16)
    try context.tally(column.ordinals, into: counts)
    (self.column, self.counts, self.scratch) = (column, UnsafePointer(counts), scratch)
    try advance()
  }

  /// How often the next number occurs; above 0.
  var count: Int { Int(counts[ordinal]) }

  mutating func advance() throws(TesseraError) {
    passed += 1
    if passed & 1023 == 0 { try scratch.check() }
    let count = column.values.count
    ordinal = ordinal + 1 < count ? cvector_find_above(counts, ordinal + 1, count, 0) : count
    next = ordinal < count ? try column.value(UInt32(ordinal)) : nil
  }

  /// The numbers with the highest counts, at most so many.
  func highest(_ limit: Int) throws(TesseraError) -> [(count: Int, number: Number)] {
    let end = column.values.count
    var top = TopHits(capacity: min(end, limit), scratch: scratch)
    var ordinal = cvector_find_above(counts, 0, end, 0)
    while ordinal < end {
      top.insert(rank: counts[ordinal], doc: UInt32(ordinal))
      ordinal = cvector_find_above(counts, ordinal + 1, end, top.rankFloor)
    }
    var highest: [(count: Int, number: Number)] = []
    for (count, ordinal) in top.ranked(scratch) { highest.append((Int(count), try column.value(ordinal))) }
    return highest
  }
}
