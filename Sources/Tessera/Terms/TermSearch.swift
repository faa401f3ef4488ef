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

extension TermDictionary {
  /// The last block whose first term is not behind `bound`, given that those before `first` are not; block 0 when
  /// there is none.
  ///
  /// - Complexity: O(log *n*) in the blocks.
  func lastBlock(notBehind bound: TermBound, from first: Int) throws(TesseraError) -> Int {
    try lastBlock(notBehind: bound, in: first..<blockCount, from: first)
  }

  /// The same where the block is likely close to `first`.
  ///
  /// - Complexity: O(log *d*) in the blocks between.
  func lastBlock(notBehind bound: TermBound, near first: Int) throws(TesseraError) -> Int {
    var low = first
    var step = 4
    while low &+ step < blockCount, try !isKey(ofBlock: low &+ step, above: bound.key) {
      low = low &+ step
      step = step &<< 1
    }
    return try lastBlock(notBehind: bound, in: low..<min(blockCount, low &+ step), from: first)
  }

  @inline(__always)
  func isKey(ofBlock block: Int, above key: UInt64) throws(TesseraError) -> Bool {
    try checkKeys(ofBlocks: block..<block &+ 1)
    return self.key(ofBlock: block) > key
  }

  /// The same where the first block with a key above the bound's is among `blocks` or behind them.
  private func lastBlock(
    notBehind bound: TermBound, in blocks: Range<Int>, from first: Int
  ) throws(TesseraError) -> Int {
    let behind = try firstBlock(of: blocks, withKeyAbove: bound.key)
    guard behind > first, key(ofBlock: behind &- 1) == bound.key, try isBlock(behind &- 1, behind: bound)
    else { return max(0, behind &- 1) }
    // Several blocks may share a key, and the bound stands among them.
    var low = bound.key == 0 ? first : try firstBlock(of: first..<behind, withKeyAbove: bound.key - 1)
    var high = behind - 1
    while low < high {
      let middle = (low + high) >> 1
      if try isBlock(middle, behind: bound) { high = middle } else { low = middle + 1 }
    }
    return max(0, low - 1)
  }

  private func isBlock(_ block: Int, behind bound: TermBound) throws(TesseraError) -> Bool {
    var search = try search(inBlock: block)
    guard let order = search.compareFirst(with: bound) else { throw damaged(block) }
    return order > 0
  }

  /// The first of these blocks whose key is above `key`; their end when there is none.
  private func firstBlock(of blocks: Range<Int>, withKeyAbove key: UInt64) throws(TesseraError) -> Int {
    var low = blocks.lowerBound
    var count = blocks.count
    // Far apart, each probe is in a page of its own; once close, one check does for all.
    while count > 4096 {
      let half = (count &+ 1) &>> 1
      low = try isKey(ofBlock: low &+ half &- 1, above: key) ? low : low &+ half
      count = count &- half
    }
    try checkKeys(ofBlocks: low..<low &+ count)
    let keys = section.base + keysOffset
    while count > 0 {
      let half = (count &+ 1) &>> 1
      let probe = keys.loadUnaligned(fromByteOffset: (low &+ half &- 1) &<< 3, as: UInt64.self)
      // No branch: which way it goes is anyone's guess.
      low = UInt64(littleEndian: probe) > key ? low : low &+ half
      count = count &- half
    }
    return low
  }

  @inline(__always)
  func search(inBlock block: Int) throws(TesseraError) -> TermBlockSearch {
    let view = try open(block)
    try checkKeys(ofBlocks: block..<block &+ 1)
    return TermBlockSearch(view, key: key(ofBlock: block))
  }
}
