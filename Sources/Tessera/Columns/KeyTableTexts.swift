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
struct KeyTexts: Sendable {
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
    var entries = EntryReader(keys, place: 0, end: keys.count)
    if sharedCount > 0 {
      try keys.check(at: 0, count: min(keys.count, 16))
      let first = try entries.next(isFirst: true)
      guard sharedCount <= first.suffix.count else {
        throw order.corrupt(
          at: KeyTable.Header.sharedCount, "\(sharedCount) bytes are more than the first key has")
      }
      try keys.check(first.suffix)
      sharedPlace = first.suffix.lowerBound
    } else {
      sharedPlace = 0
    }
  }

  /// The rank of a key; nil when there is none.
  func rank(of key: UnsafeBufferPointer<UInt8>) throws(TesseraError) -> Int? {
    let shared = keys.bytes(sharedPlace..<sharedPlace + sharedCount)
    guard key.count >= sharedCount, Self.commonCount(shared, UnsafeRawBufferPointer(key)) == sharedCount
    else { return nil }
    let head = KeyTexts.head(UnsafeRawBufferPointer(key), from: sharedCount)
    // The first key of block `low` is not after the key, that of `high` is; it ends since they draw nearer.
    var (low, high) = (-1, blockCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if try isNotAfter(UnsafeRawBufferPointer(key), head, block: middle) {
        low = middle
      } else {
        high = middle
      }
    }
    return low < 0 ? nil : try rank(of: UnsafeRawBufferPointer(key), inBlock: low)
  }

  /// Whether the first key of a block is not after `key`.
  private func isNotAfter(
    _ key: UnsafeRawBufferPointer, _ head: UInt64, block: Int
  ) throws(TesseraError) -> Bool {
    let place = KeyTable.Header.size + 8 * block
    try order.check(at: place, count: 8)
    let other = order.u64(at: place)
    if other != head { return other < head }
    var entries = try entries(block)
    let first = keys.bytes(try entries.next(isFirst: true).suffix)
    return !Self.isBefore(key, first)
  }

  /// Looks a key up in a block whose first key is not after it, without putting any key together.
  private func rank(of key: UnsafeRawBufferPointer, inBlock block: Int) throws(TesseraError) -> Int? {
    var entries = try entries(block)
    // How many bytes the key shares with the entry last read, which is before it.
    var matched = 0
    for index in 0..<min(Self.blockSize, count - block * Self.blockSize) {
      let entry = try entries.next(isFirst: index == 0)
      // Less is shared with the entry before than that one shares with the key: this one is beyond the key.
      if entry.shared < matched { return nil }
      // More is shared: this one differs from the key where the entry before does.
      if entry.shared > matched { continue }
      let suffix = keys.bytes(entry.suffix)
      let rest = UnsafeRawBufferPointer(rebasing: key[min(matched, key.count)...])
      let common = Self.commonCount(suffix, rest)
      if common == suffix.count && common == rest.count { return block * Self.blockSize + index }
      if common == rest.count || (common < suffix.count && suffix[common] > rest[common]) { return nil }
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

  /// Makes the key out of the one before.
  func advance(_ entries: inout EntryReader, _ key: inout [UInt8], isFirst: Bool) throws(TesseraError) {
    let entry = try entries.next(isFirst: isFirst)
    guard entry.shared <= key.count, entry.shared + entry.suffix.count <= KeyTable.maximumKeySize else {
      throw keys.corrupt(at: entry.suffix.lowerBound, "a key shares more with the one before than that has")
    }
    key.removeSubrange(entry.shared...)
    key.append(contentsOf: keys.bytes(entry.suffix))
  }

  /// The entries of a block, whose bytes are checked.
  func entries(_ block: Int) throws(TesseraError) -> EntryReader {
    let (start, end) = (try places.checked(block), try places.checked(block + 1))
    guard start <= end, end <= UInt64(keys.count) else {
      throw order.corrupt(at: KeyTable.Header.size, "block \(block) at bytes \(start) to \(end) cannot be")
    }
    try keys.check(Int(start)..<Int(end))
    return EntryReader(keys, place: Int(start), end: Int(end))
  }
}

extension KeyTexts {
  /// Reads the keys of a block one after the other.
  struct EntryReader {
    private let keys: SectionBytes
    private var place: Int
    private let end: Int

    init(_ keys: SectionBytes, place: Int, end: Int) {
      (self.keys, self.place, self.end) = (keys, place, end)
    }

    /// How many bytes the next key shares with the one before, and where in `keys` the others stand.
    mutating func next(isFirst: Bool) throws(TesseraError) -> (shared: Int, suffix: Range<Int>) {
      let shared = isFirst ? 0 : Varint.load(keys.base, at: &place, before: end)
      let size = Varint.load(keys.base, at: &place, before: end)
      guard let shared, let size, size <= UInt64(end - place), shared <= UInt64(KeyTable.maximumKeySize)
      else {
        throw keys.corrupt(at: place, "a key does not end within its block")
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
    for index in start..<start + 8 { head = head << 8 | (index < key.count ? UInt64(key[index]) : 0) }
    return head
  }
}
