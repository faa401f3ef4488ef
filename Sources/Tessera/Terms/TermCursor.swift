/// Goes through a dictionary's terms in order, with their bytes.
///
/// A new cursor stands before the first term. No allocation a term; terms are proven to ascend on the way.
struct TermCursor: ~Copyable {
  private let dictionary: TermDictionary
  private let upper: Int
  private var number: Int
  /// The block of the current term; nil before the first.
  private var block: TermBlockView?
  private var lists: TermBlockLists
  /// Where the next term of the block stands.
  private var offset = 0
  private var bytes: UnsafeMutableRawPointer
  private var capacity = 256
  private var count = 0
  /// Of the current term.
  private(set) var entry = TermEntry(number: 0, documentCount: 0, offset: 0, byteCount: 0)

  fileprivate init(_ dictionary: TermDictionary, fromBlock block: Int, to upper: Int) {
    self.dictionary = dictionary
    self.upper = min(upper, dictionary.count)
    number = block << TermBlock.shift
    lists = TermBlockLists(base: dictionary.section.base, offset: 0, end: 0, listOffset: 0, listEnd: 0)
    bytes = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit { bytes.deallocate() }

  /// The current term; valid until the cursor moves.
  var term: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self)), count: count)
  }

  /// Moves to the next term; false when there is none.
  mutating func next() throws(TesseraError) -> Bool {
    guard number < upper else { return false }
    if let block, number & (TermBlock.capacity - 1) != 0 {
      try readNext(block)
    } else {
      let block = try dictionary.open(number >> TermBlock.shift)
      self.block = block
      lists = block.lists
      try readFirst(block)
    }
    guard let list = lists.next() else { throw dictionary.damaged(number >> TermBlock.shift) }
    entry = TermEntry(
      number: TermNumber(number), documentCount: list.documentCount,
      offset: lists.listOffset - list.byteCount, byteCount: list.byteCount)
    number += 1
    return true
  }

  private mutating func readFirst(_ block: TermBlockView) throws(TesseraError) {
    try dictionary.checkKeys(ofBlocks: block.number..<block.number + 1)
    guard let (length, rest) = block.first() else { throw dictionary.damaged(block.number) }
    var key = dictionary.key(ofBlock: block.number).bigEndian
    let isAscending = withUnsafeBytes(of: &key) { key in
      let key = UnsafeRawBufferPointer(rebasing: key.prefix(length))
      let isAscending = block.number == 0 || isBelow(key, block.bytes(rest))
      reserve(length)
      bytes.copyMemory(from: key.baseAddress!, byteCount: key.count)
      (bytes + key.count).copyMemory(from: block.base + rest.offset, byteCount: rest.count)
      return isAscending
    }
    guard isAscending else { throw dictionary.damaged(block.number) }
    count = length
    offset = rest.end
  }

  private mutating func readNext(_ block: TermBlockView) throws(TesseraError) {
    guard let term = block.term(at: offset), term.sharedCount <= count,
      term.sharedCount == count || byte(term.sharedCount) < block.bytes(term)[0]
    else { throw dictionary.damaged(block.number) }
    count = term.sharedCount + term.count
    reserve(count)
    (bytes + term.sharedCount).copyMemory(from: block.base + term.offset, byteCount: term.count)
    offset = term.end
  }

  private func byte(_ offset: Int) -> UInt8 { bytes.load(fromByteOffset: offset, as: UInt8.self) }

  /// Whether the current term is below the one made of a key and a rest.
  private func isBelow(_ key: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer) -> Bool {
    let length = key.count + rest.count
    for offset in 0..<min(count, length) {
      let other = offset < key.count ? key[offset] : rest[offset - key.count]
      if byte(offset) != other { return byte(offset) < other }
    }
    return count < length
  }

  private mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: 2 * wanted, alignment: 8)
    larger.copyMemory(from: bytes, byteCount: capacity)
    bytes.deallocate()
    bytes = larger
    capacity = 2 * wanted
  }
}

extension TermDictionary {
  typealias Cursor = TermCursor

  /// A cursor before the first term.
  func cursor() -> TermCursor { TermCursor(self, fromBlock: 0, to: count) }

  /// A cursor before the first of these terms.
  func cursor(in numbers: Range<TermNumber>) throws(TesseraError) -> TermCursor {
    let lower = Int(numbers.lowerBound)
    var cursor = TermCursor(self, fromBlock: lower >> TermBlock.shift, to: Int(numbers.upperBound))
    for _ in 0..<lower & (TermBlock.capacity - 1) { _ = try cursor.next() }
    return cursor
  }
}
