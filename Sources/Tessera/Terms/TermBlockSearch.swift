/// Finds the place of a bound among the terms of a block, and then of a later one that has the same bytes.
struct TermBlockSearch {
  let block: TermBlockView
  /// The block's first term that is not before the bound; the block's count when there is none.
  private(set) var index = 0
  /// How many bytes of the bound the term before has; that term is before the bound.
  private var matched = 0
  /// Where the term at `index` stands.
  private var offset = 0
  private let key: UInt64

  @inline(__always)
  init(_ block: TermBlockView, key: UInt64) {
    self.block = block
    self.key = key
  }

  /// Moves to the first term that is not before `bound`: whether it has the bound's very bytes; nil when the bytes
  /// are damaged.
  ///
  /// A term that shares more with the one before than that one has of the bound is before the bound too; one that
  /// shares less is behind; only one that shares just as much must be looked at.
  @inline(__always)
  mutating func advance(to bound: TermBound) -> Bool? {
    if index == 0 {
      guard let order = compareFirst(with: bound) else { return nil }
      if order >= 0 { return order == 0 }
      index = 1
    }
    // In registers: three stores a term would be half the time.
    var (index, offset, matched) = (self.index, self.offset, self.matched)
    var isExact = false
    while index < block.count {
      guard let term = block.term(at: offset) else { return nil }
      if term.sharedCount < matched { break }
      if term.sharedCount == matched {
        let order = compare(term, with: bound, &matched)
        isExact = order == 0
        if order >= 0 { break }
      }
      offset = term.end
      index = index &+ 1
    }
    (self.index, self.offset, self.matched) = (index, offset, matched)
    return isExact
  }

  /// Compares the block's first term with a bound: below 0 when it is before, 0 when it has its very bytes; nil when
  /// the bytes are damaged.
  @inline(__always)
  mutating func compareFirst(with bound: TermBound) -> Int? {
    guard let (count, rest) = block.first() else { return nil }
    offset = rest.end
    let limit = min(count, bound.bytes.count)
    guard key == bound.key else {
      matched = min((key ^ bound.key).leadingZeroBitCount >> 3, limit)
      return key < bound.key ? -1 : 1
    }
    matched = min(limit, TermBlock.keyCount)
    let bytes = block.bytes(rest)
    while matched < limit, bytes[matched &- TermBlock.keyCount] == bound.bytes[matched] {
      matched = matched &+ 1
    }
    if matched == bound.bytes.count { return bound.isBehindPrefix ? -1 : count > matched ? 1 : 0 }
    guard matched < count else { return -1 }
    return bytes[matched &- TermBlock.keyCount] < bound.bytes[matched] ? -1 : 1
  }

  /// The same for a further term that shares with the one before the `matched` bytes that that one has of the bound.
  @inline(__always)
  private func compare(_ term: TermSuffix, with bound: TermBound, _ matched: inout Int) -> Int {
    let wanted = bound.bytes.count &- matched
    let limit = min(term.count, wanted)
    let bytes = block.base + term.offset
    var same = 0
    while same < limit {
      let byte = bytes.load(fromByteOffset: same, as: UInt8.self)
      let other = bound.bytes[matched &+ same]
      if byte > other { return 1 }
      if byte < other { break }
      same = same &+ 1
    }
    if same == wanted && !bound.isBehindPrefix { return term.count == wanted ? 0 : 1 }
    matched = matched &+ same
    return -1
  }
}
