/// Sixteen terms that are stored together, each as what it adds to the one before (front coding).
///
/// ```
/// byte     how many bytes the lists take, at most 208
/// lists    for each term: document count, bytes of its list (varints)
/// varint   bytes of the first term; its first eight are the block's key and stand elsewhere
/// bytes    the first term from the ninth on
/// then for each further term:
///   byte     low half: bytes shared with the term before; high half: bytes that follow, less one
///   varints  what a half of 15 leaves to say, first of the shared, then of the others
///   bytes    the term behind what it shares
/// ```
/// The last block of a dictionary may hold fewer.
enum TermBlock {
  static let shift = 4
  static let capacity = 1 << shift
  static let keyCount = 8
  /// A half byte that says: and a varint more.
  static let escape = 15
  /// So that sixteen pairs of varints, of 32 and 56 bits, keep below 256 bytes.
  static let maximumListByteCount = 1 << 56 - 1

  /// The first eight bytes as a number that sorts as they do; what is missing counts as `padding`.
  @inline(__always)
  static func key(_ bytes: UnsafeBufferPointer<UInt8>, padding: UInt64 = 0) -> UInt64 {
    if bytes.count >= keyCount {
      return UInt64(bigEndian: UnsafeRawPointer(bytes.baseAddress!).loadUnaligned(as: UInt64.self))
    }
    guard bytes.count > 0 else { return padding }
    var key: UInt64 = 0
    for byte in bytes { key = key << 8 | UInt64(byte) }
    let missing = UInt64(8 * (keyCount - bytes.count))
    return key << missing | padding >> (64 - missing)
  }

  /// How many bytes at the beginning of both are the same.
  @inline(__always)
  static func sharedCount(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, limit: Int) -> Int {
    var count = 0
    while count < limit,
      left.load(fromByteOffset: count, as: UInt8.self) == right.load(fromByteOffset: count, as: UInt8.self)
    { count += 1 }
    return count
  }
}

/// Walks the lists of a block's terms.
struct TermBlockLists {
  let base: UnsafeRawPointer
  var offset: Int
  let end: Int
  /// Where the next list begins in the lists section.
  var listOffset: Int
  /// Where the last list of the block ends.
  let listEnd: Int

  /// The next term's document count and bytes, its list ending at `listOffset`; nil when the bytes are damaged.
  @inline(__always)
  mutating func next() -> (documentCount: UInt32, byteCount: Int)? {
    guard let documents = Varint.load(base, at: &offset, before: end),
      let bytes = Varint.load(base, at: &offset, before: end),
      documents <= UInt64(UInt32.max), bytes <= UInt64(listEnd - listOffset)
    else { return nil }
    listOffset += Int(bytes)
    return (UInt32(documents), Int(bytes))
  }

  /// Passes over some terms: their document counts together; nil when the bytes are damaged.
  @inline(__always)
  mutating func skip(_ count: Int) -> UInt64? {
    var sum: UInt64 = 0
    for _ in 0..<count {
      guard let list = next() else { return nil }
      sum += UInt64(list.documentCount)
    }
    return sum
  }
}

/// Walks the bytes of a block's terms.
struct TermBlockScan {
  let base: UnsafeRawPointer
  /// Of the next term.
  var offset: Int
  let end: Int
  /// Bytes that the term shares with the one before.
  var sharedCount = 0
  /// Where the others stand; of a block's first term, those behind the key.
  var suffixOffset = 0
  var suffixCount = 0

  init(base: UnsafeRawPointer, offset: Int, end: Int) {
    self.base = base
    self.offset = offset
    self.end = end
  }

  var suffix: UnsafeRawPointer { base + suffixOffset }

  /// The first term: how many bytes it has; nil when the bytes are damaged.
  @inline(__always)
  mutating func first() -> Int? {
    guard let count = Varint.load(base, at: &offset, before: end), count <= UInt64(end + TermBlock.keyCount)
    else { return nil }
    return take(max(0, Int(count) - TermBlock.keyCount)) ? Int(count) : nil
  }

  /// A further term; false when the bytes are damaged.
  @inline(__always)
  mutating func next() -> Bool {
    guard offset < end else { return false }
    let lengths = Int(base.load(fromByteOffset: offset, as: UInt8.self))
    offset += 1
    sharedCount = lengths & 15
    var count = lengths >> 4
    if sharedCount == TermBlock.escape || count == TermBlock.escape {
      guard readEscapes(&count) else { return false }
    }
    return take(count + 1)
  }

  @inline(never)
  private mutating func readEscapes(_ count: inout Int) -> Bool {
    if sharedCount == TermBlock.escape {
      guard let more = Varint.load(base, at: &offset, before: end), more <= UInt64(UInt32.max) else {
        return false
      }
      sharedCount += Int(more)
    }
    if count == TermBlock.escape {
      guard let more = Varint.load(base, at: &offset, before: end), more <= UInt64(UInt32.max) else {
        return false
      }
      count += Int(more)
    }
    return true
  }

  @inline(__always)
  private mutating func take(_ count: Int) -> Bool {
    suffixOffset = offset
    suffixCount = count
    offset += count
    return offset <= end
  }
}
