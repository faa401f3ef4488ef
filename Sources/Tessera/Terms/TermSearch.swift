/// A place between terms: before all that are not below `bytes`, or behind all that begin with them.
struct TermBound {
  let bytes: UnsafeBufferPointer<UInt8>
  /// What keys of blocks are compared with.
  let key: UInt64
  let isBehindPrefix: Bool

  @inline(__always)
  init(before bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    key = TermBlock.key(bytes)
    isBehindPrefix = false
  }

  @inline(__always)
  init(behind prefix: UnsafeBufferPointer<UInt8>) {
    bytes = prefix
    key = TermBlock.key(prefix, padding: .max)
    isBehindPrefix = true
  }
}

/// The first term that is not before a bound.
struct TermPlace {
  var block: Int
  var index = 0
  /// Whether the term there has the bound's very bytes.
  var isExact = false

  init(block: Int, index: Int = 0, isExact: Bool = false) {
    self.block = block
    self.index = index
    self.isExact = isExact
  }

  init(_ number: Int) {
    block = number >> TermBlock.shift
    index = number & (TermBlock.capacity - 1)
  }

  var number: Int { block << TermBlock.shift + index }
}

extension TermDictionary {
  /// The first term that is not before `bound`, which is known to be not before block `first`.
  ///
  /// - Complexity: O(log *n*) in the blocks, then one block.
  func place(of bound: TermBound, from first: Int) throws(TesseraError) -> TermPlace {
    guard first < blockCount else { return TermPlace(block: blockCount) }
    // A short range ends in the block it begins in.
    if first + 1 < blockCount, bound.isBehindPrefix {
      try checkKeys(ofBlocks: first + 1..<first + 2)
      if key(ofBlock: first + 1) > bound.key { return try place(of: bound, inBlock: first) }
    }
    let block = try lastBlock(notBehind: bound, from: first)
    return try place(of: bound, inBlock: block)
  }

  /// The last block from `first` on whose first term is not behind `bound`; `first` when there is none.
  private func lastBlock(notBehind bound: TermBound, from first: Int) throws(TesseraError) -> Int {
    let behind = try firstBlock(from: first, to: blockCount, withKeyAbove: bound.key)
    guard behind > first, key(ofBlock: behind - 1) == bound.key,
      try compareFirst(ofBlock: behind - 1, with: bound).order > 0
    else { return max(first, behind - 1) }
    // Several blocks may share a key, and the bound stands among them.
    var low = bound.key == 0 ? first : try firstBlock(from: first, to: behind, withKeyAbove: bound.key - 1)
    var high = behind - 1
    while low < high {
      let middle = (low + high) >> 1
      if try compareFirst(ofBlock: middle, with: bound).order > 0 { high = middle } else { low = middle + 1 }
    }
    return max(first, low - 1)
  }

  /// The first block of `low..<high` whose key is above `key`; `high` when there is none.
  private func firstBlock(
    from low: Int, to high: Int, withKeyAbove key: UInt64
  ) throws(TesseraError) -> Int {
    var low = low
    var high = high
    // Far apart, each probe is in a page of its own; once close, one check does for all.
    while high - low > 4096 {
      let middle = (low + high) >> 1
      try checkKeys(ofBlocks: middle..<middle + 1)
      if self.key(ofBlock: middle) > key { high = middle } else { low = middle + 1 }
    }
    try checkKeys(ofBlocks: low..<high)
    var count = high - low
    while count > 0 {
      let half = (count + 1) >> 1
      // No branch: which way it goes is anyone's guess.
      low = self.key(ofBlock: low + half - 1) > key ? low : low + half
      count -= half
    }
    return low
  }

  /// Compares a block's first term with a bound: below 0 when it is before, 0 when it has its very bytes.
  @inline(__always)
  private func compareFirst(
    ofBlock block: Int, with bound: TermBound
  ) throws(TesseraError) -> (order: Int, matchedCount: Int, scan: TermBlockScan) {
    var scan = try scan(ofBlock: block)
    guard let count = scan.first() else { throw damaged(block) }
    let key = key(ofBlock: block)
    let limit = min(count, bound.bytes.count)
    guard key == bound.key else {
      let shared = (key ^ bound.key).leadingZeroBitCount >> 3
      return (key < bound.key ? -1 : 1, min(shared, limit), scan)
    }
    var matched = min(limit, TermBlock.keyCount)
    if limit > matched {
      let rest = UnsafeRawPointer(bound.bytes.baseAddress!) + matched
      matched += TermBlock.sharedCount(scan.suffix, rest, limit: limit - matched)
    }
    if matched == bound.bytes.count {
      return (bound.isBehindPrefix ? -1 : count > matched ? 1 : 0, matched, scan)
    }
    guard matched < count else { return (-1, matched, scan) }
    let byte = scan.suffix.load(fromByteOffset: matched - TermBlock.keyCount, as: UInt8.self)
    return (byte < bound.bytes[matched] ? -1 : 1, matched, scan)
  }

  /// The first term of a block that is not before `bound`; the next block's first when there is none.
  ///
  /// `matched` bytes of the bound are those of the term before, which is below it. A term that shares more with that
  /// one is below too; one that shares less is above; only one that shares just as many must be looked at.
  private func place(of bound: TermBound, inBlock block: Int) throws(TesseraError) -> TermPlace {
    var (order, matched, scan) = try compareFirst(ofBlock: block, with: bound)
    if order >= 0 { return TermPlace(block: block, isExact: order == 0) }
    let count = bound.bytes.count
    for index in 1..<max(1, termCount(ofBlock: block)) {
      guard scan.next() else { throw damaged(block) }
      if scan.sharedCount > matched { continue }
      if scan.sharedCount < matched { return TermPlace(block: block, index: index) }
      let limit = min(scan.suffixCount, count - matched)
      var same = 0
      while same < limit,
        scan.suffix.load(fromByteOffset: same, as: UInt8.self) == bound.bytes[matched + same]
      {
        same += 1
      }
      if matched + same == count {
        matched = count
        if bound.isBehindPrefix { continue }
        return TermPlace(block: block, index: index, isExact: same == scan.suffixCount)
      }
      if same < limit, scan.suffix.load(fromByteOffset: same, as: UInt8.self) > bound.bytes[matched + same] {
        return TermPlace(block: block, index: index)
      }
      matched += same
    }
    return TermPlace(block: block + 1)
  }
}
