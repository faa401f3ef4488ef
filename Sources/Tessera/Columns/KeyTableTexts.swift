import Glibc

/// Keys in the order of their bytes, front-coded in blocks of 16.
///
/// ```
/// keys                  for each key: bytes shared with the one before (varint, left out for the first of a block),
///                       bytes that follow (varint), these bytes
/// keyOrder, directory   for each block: the first key's eight bytes behind what all keys share, as a big-endian
///                       number (8); then, bit-packed, for each block and for the end: its place in `keys`
/// ```
/// The numbers decide nearly all steps of a search, so that it touches few lines of `keys`.
final class KeyTexts: Sendable {
  static let blockSize = 16

  let count: Int
  private let keys: SectionBytes
  private let order: SectionBytes
  private let places: BitPackedArray
  /// What all keys begin with: the first so many bytes of the first key, which stand at `sharedPlace`.
  private let sharedCount: Int
  private let sharedPlace: Int
  private let blockCount: Int

  /// Where the directory ends in `keyOrder`.
  var directoryEnd: Int { KeyTable.Header.size + 8 * blockCount + places.byteCount }

  init(keys: SectionBytes, order: SectionBytes, count: Int) throws(TesseraError) {
    self.count = count
    self.keys = keys
    self.order = order
    blockCount = (count + Self.blockSize - 1) / Self.blockSize
    places = try BitPackedArray(
      order, at: KeyTable.Header.size + 8 * blockCount, count: blockCount + 1,
      width: Int(order.u8(at: KeyTable.Header.placeWidth)))
    sharedCount = Int(order.u32(at: KeyTable.Header.sharedCount))
    // The first key's bytes begin behind its size.
    try keys.check(at: 0, count: min(keys.count, Varint.maximumCount))
    var entries = EntryReader(keys, 0..<keys.count)
    let first = entries.next(isFirst: true)?.suffix ?? 0..<0
    guard sharedCount <= first.count else {
      throw order.corrupt(
        at: KeyTable.Header.sharedCount, "\(sharedCount) bytes are more than the first key has")
    }
    try keys.check(first)
    sharedPlace = first.lowerBound
  }

  /// The rank of a key; nil when there is none.
  func rank(of key: UnsafeBufferPointer<UInt8>) throws(TesseraError) -> Int? {
    let shared = keys.bytes(sharedPlace..<sharedPlace + sharedCount)
    guard key.count >= sharedCount,
      Self.commonCount(shared, UnsafeRawBufferPointer(key)) == sharedCount
    else { return nil }
    let key = UnsafeRawBufferPointer(key)
    let head = KeyTexts.head(key, from: sharedCount)
    // The first keys before `low` are before the key by their heads alone, those from `high` on are after it.
    let low = try countOfHeads(below: head)
    var high = low
    if low < blockCount, try self.head(low) == head {
      // Damaged heads may be in any order.
      high = head == .max ? blockCount : max(low, try countOfHeads(below: head + 1))
    }
    let block = try lastBlock(low..<high, notAfter: key)
    return block < 0 ? nil : try rank(of: key, inBlock: block)
  }

  @inline(__always)
  private func head(_ block: Int) throws(TesseraError) -> UInt64 {
    let place = KeyTable.Header.size + 8 * block
    try order.check(at: place, count: 8)
    return order.u64(at: place)
  }

  /// How many blocks have a head below this one.
  ///
  /// The steps take no branch that depends on the heads: a wrong guess costs more than a step.
  private func countOfHeads(below head: UInt64) throws(TesseraError) -> Int {
    var (low, rest) = (0, blockCount)
    while rest > 1 {
      let half = rest / 2
      low += try self.head(low + half - 1) < head ? half : 0
      rest -= half
    }
    if rest == 1, try self.head(low) < head { low += 1 }
    return low
  }

  /// The last of these blocks, or else the one before them, whose first key is not after `key`.
  private func lastBlock(
    _ blocks: Range<Int>, notAfter key: UnsafeRawBufferPointer
  ) throws(TesseraError) -> Int {
    var (low, high) = (blocks.lowerBound - 1, blocks.upperBound)
    while high - low > 1 {
      let middle = (low + high) / 2
      var entries = try entries(middle)
      let first = keys.bytes(try next(&entries, isFirst: true).suffix)
      if Self.isBefore(key, first) { high = middle } else { low = middle }
    }
    return low
  }

  /// Looks a key up in a block whose first key is not after it, without putting any key together.
  private func rank(of key: UnsafeRawBufferPointer, inBlock block: Int) throws(TesseraError) -> Int? {
    var entries = try entries(block)
    // How many bytes the key shares with the entry last read, which is before it.
    var matched = 0
    for index in 0..<min(Self.blockSize, count - block * Self.blockSize) {
      let entry = try next(&entries, isFirst: index == 0)
      // Less is shared with the entry before than that one shares with the key: this one is beyond the key.
      if entry.shared < matched { return nil }
      // More is shared: this one differs from the key where the entry before does.
      if entry.shared > matched { continue }
      let suffix = keys.bytes(entry.suffix)
      let rest = UnsafeRawBufferPointer(rebasing: key[min(matched, key.count)...])
      let common = Self.commonCount(suffix, rest)
      if common == suffix.count && common == rest.count { return block * Self.blockSize + index }
      if common == rest.count || (common < suffix.count && suffix[common] > rest[common]) {
        return nil
      }
      matched += common
    }
    return nil
  }

  /// Puts the key of a rank in place of what `key` holds.
  ///
  /// - Precondition: there is such a rank.
  func key(_ rank: Int, into key: inout [UInt8]) throws(TesseraError) {
    var entries = try entries(rank / Self.blockSize)
    for index in 0...(rank % Self.blockSize) { try advance(&entries, &key, isFirst: index == 0) }
  }

  /// The key of a rank as text, put together in scratch memory.
  ///
  /// - Precondition: there is such a rank.
  func text(_ rank: Int, scratch: ScratchMemory) throws(TesseraError) -> String {
    var entries = try entries(rank / Self.blockSize)
    // No key is longer than the bytes of its block and what the first key of the block has.
    let key = scratch.allocate(UInt8.self, entries.count)
    var size = 0
    for index in 0...(rank % Self.blockSize) {
      let entry = try next(&entries, isFirst: index == 0)
      guard entry.shared <= size, entry.shared + entry.suffix.count <= KeyTable.maximumKeySize
      else {
        throw tooMuchShared(entry.suffix.lowerBound)
      }
      let suffix = keys.bytes(entry.suffix)
      UnsafeMutableRawPointer(key + entry.shared).copyMemory(
        from: suffix.baseAddress!, byteCount: suffix.count)
      size = entry.shared + suffix.count
    }
    return String(decoding: UnsafeBufferPointer(start: key, count: size), as: UTF8.self)
  }

  private func tooMuchShared(_ place: Int) -> TesseraError {
    keys.corrupt(at: place, "a key shares more with the one before than that has")
  }

  /// Makes the key out of the one before.
  func advance(_ entries: inout EntryReader, _ key: inout [UInt8], isFirst: Bool)
    throws(TesseraError)
  {
    let entry = try next(&entries, isFirst: isFirst)
    guard entry.shared <= key.count, entry.shared + entry.suffix.count <= KeyTable.maximumKeySize
    else {
      throw tooMuchShared(entry.suffix.lowerBound)
    }
    key.removeSubrange(entry.shared...)
    key.append(contentsOf: keys.bytes(entry.suffix))
  }

  /// The entries of a block, whose bytes are checked.
  func entries(_ block: Int) throws(TesseraError) -> EntryReader {
    let (start, end) = (try places.checked(block), try places.checked(block + 1))
    guard start <= end, end <= UInt64(keys.count) else {
      throw order.corrupt(
        at: KeyTable.Header.size, "block \(block) at bytes \(start) to \(end) cannot be")
    }
    try keys.check(Int(start)..<Int(end))
    return EntryReader(keys, Int(start)..<Int(end))
  }

  @inline(__always)
  private func next(
    _ entries: inout EntryReader, isFirst: Bool
  ) throws(TesseraError) -> (shared: Int, suffix: Range<Int>) {
    if let entry = entries.next(isFirst: isFirst) { return entry }
    throw keys.corrupt(at: entries.place, "a key does not end within its block")
  }
}

extension KeyTexts {
  /// Reads the keys of a block one after the other. Whoever uses it holds the section.
  struct EntryReader {
    private let base: UnsafeRawPointer
    private(set) var place: Int
    private let end: Int

    /// Bytes that are left.
    var count: Int { end - place }

    /// - Precondition: these bytes are checked, as far as they are read.
    init(_ keys: SectionBytes, _ range: Range<Int>) {
      (base, place, end) = (keys.base, range.lowerBound, range.upperBound)
    }

    /// How many bytes the next key shares with the one before, and where in `keys` the others stand; nil when it
    /// does not end within the block or is too long.
    @inline(__always)
    mutating func next(isFirst: Bool) -> (shared: Int, suffix: Range<Int>)? {
      let shared = isFirst ? 0 : Varint.load(base, at: &place, before: end)
      let size = Varint.load(base, at: &place, before: end)
      guard let shared, let size, size <= UInt64(end - place),
        shared <= UInt64(KeyTable.maximumKeySize)
      else {
        return nil
      }
      defer { place += Int(size) }
      return (Int(shared), place..<place + Int(size))
    }
  }

  /// How many bytes both begin with.
  @inline(__always)
  static func commonCount(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let end = min(a.count, b.count)
    var index = 0
    while index + 8 <= end {
      let x = a.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let y = b.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      if x != y { return index + (x ^ y).trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end && a[index] == b[index] { index += 1 }
    return index
  }

  static func isBefore(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    let count = min(a.count, b.count)
    let order = count == 0 ? 0 : memcmp(a.baseAddress!, b.baseAddress!, count)
    return order == 0 ? a.count < b.count : order < 0
  }

  /// Eight bytes from `start` on as a big-endian number, zeros for those that are missing.
  static func head(_ key: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    var head: UInt64 = 0
    for index in start..<start + 8 {
      head = head << 8 | (index < key.count ? UInt64(key[index]) : 0)
    }
    return head
  }
}
