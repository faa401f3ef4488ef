/// Goes through a dictionary's terms in order, with their bytes.
///
/// A new cursor stands before the first term. No allocation a term; terms are proven to ascend on the way.
struct TermCursor: ~Copyable {
  private let dictionary: TermDictionary
  private let upper: Int
  private var number: Int
  private var scan: TermBlockScan
  private var lists: TermBlockLists
  private var bytes: UnsafeMutableRawPointer
  private var capacity = 256
  private var count = 0
  /// Of the current term.
  private(set) var entry = TermEntry(number: 0, documentCount: 0, offset: 0, byteCount: 0)

  fileprivate init(_ dictionary: TermDictionary, fromBlock block: Int, to upper: Int) {
    self.dictionary = dictionary
    self.upper = min(upper, dictionary.count)
    number = block << TermBlock.shift
    let base = dictionary.section.base
    scan = TermBlockScan(base: base, offset: 0, end: 0)
    lists = TermBlockLists(base: base, offset: 0, end: 0, listOffset: 0, listEnd: 0)
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
    let block = number >> TermBlock.shift
    if number & (TermBlock.capacity - 1) == 0 { try readFirst(ofBlock: block) } else { try readNext(block) }
    guard let list = lists.next() else { throw dictionary.damaged(block) }
    entry = TermEntry(
      number: TermNumber(number), documentCount: list.documentCount,
      offset: lists.listOffset - list.byteCount, byteCount: list.byteCount)
    number += 1
    return true
  }

  private mutating func readFirst(ofBlock block: Int) throws(TesseraError) {
    lists = try dictionary.lists(ofBlock: block)
    scan = try dictionary.scan(ofBlock: block)
    try dictionary.checkKeys(ofBlocks: block..<block + 1)
    guard let length = scan.first() else { throw dictionary.damaged(block) }
    var key = dictionary.key(ofBlock: block).bigEndian
    let keyCount = min(length, TermBlock.keyCount)
    let isAscending = withUnsafeBytes(of: &key) { key in
      number == 0
        || isBelow(UnsafeRawBufferPointer(rebasing: key[..<keyCount]), scan.suffix, scan.suffixCount)
    }
    guard isAscending else { throw dictionary.damaged(block) }
    reserve(length)
    withUnsafeBytes(of: &key) { bytes.copyMemory(from: $0.baseAddress!, byteCount: keyCount) }
    (bytes + keyCount).copyMemory(from: scan.suffix, byteCount: scan.suffixCount)
    count = length
  }

  private mutating func readNext(_ block: Int) throws(TesseraError) {
    guard scan.next(), scan.sharedCount <= count,
      scan.sharedCount == count || byte(scan.sharedCount) < scan.suffix.load(as: UInt8.self)
    else { throw dictionary.damaged(block) }
    count = scan.sharedCount + scan.suffixCount
    reserve(count)
    (bytes + scan.sharedCount).copyMemory(from: scan.suffix, byteCount: scan.suffixCount)
  }

  private func byte(_ offset: Int) -> UInt8 { bytes.load(fromByteOffset: offset, as: UInt8.self) }

  /// Whether the current term is below the one made of a key and a rest.
  private func isBelow(_ key: UnsafeRawBufferPointer, _ rest: UnsafeRawPointer, _ restCount: Int) -> Bool {
    let length = key.count + restCount
    for offset in 0..<min(count, length) {
      let other =
        offset < key.count ? key[offset] : rest.load(fromByteOffset: offset - key.count, as: UInt8.self)
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
