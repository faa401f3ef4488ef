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
  static func sharedCount(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard let a = left.baseAddress, let b = right.baseAddress else { return 0 }
    return sharedCount(UnsafeRawPointer(a), UnsafeRawPointer(b), limit: min(left.count, right.count))
  }

  /// The same for `limit` bytes of each.
  @inline(__always)
  static func sharedCount(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, limit: Int) -> Int {
    var count = 0
    while count &+ 8 <= limit {
      let differing =
        left.loadUnaligned(fromByteOffset: count, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: count, as: UInt64.self)
      if differing != 0 { return count &+ UInt64(littleEndian: differing).trailingZeroBitCount &>> 3 }
      count &+= 8
    }
    while count < limit,
      left.load(fromByteOffset: count, as: UInt8.self) == right.load(fromByteOffset: count, as: UInt8.self)
    { count &+= 1 }
    return count
  }
}

/// A block of a dictionary, its pages checked.
struct TermBlockView {
  let base: UnsafeRawPointer
  let number: Int
  /// How many terms.
  let count: Int
  /// The document counts of all terms before the block.
  let documentSum: UInt64
  /// Stands before the first list.
  let lists: TermBlockLists
  /// Where the terms stand.
  let terms: Range<Int>

  /// The first term: how many bytes it has, and those behind the key; nil when the bytes are damaged.
  @inline(__always)
  func first() -> (byteCount: Int, rest: TermSuffix)? {
    var offset = terms.lowerBound
    guard let count = Varint.load(base, at: &offset, before: terms.upperBound),
      count <= UInt64(truncatingIfNeeded: terms.upperBound &+ TermBlock.keyCount)
    else { return nil }
    let byteCount = Int(truncatingIfNeeded: count)
    let rest = TermSuffix(sharedCount: 0, offset: offset, count: max(0, byteCount &- TermBlock.keyCount))
    return rest.end <= terms.upperBound ? (byteCount, rest) : nil
  }

  /// A further term, which begins where the one before ends; nil when the bytes are damaged.
  @inline(__always)
  func term(at offset: Int) -> TermSuffix? {
    guard offset < terms.upperBound else { return nil }
    let lengths = Int(base.load(fromByteOffset: offset, as: UInt8.self))
    var term = TermSuffix(sharedCount: lengths & 15, offset: offset &+ 1, count: lengths &>> 4 &+ 1)
    if term.sharedCount == TermBlock.escape || term.count == TermBlock.escape + 1 {
      guard let long = escaped(term) else { return nil }
      term = long
    }
    return term.end <= terms.upperBound ? term : nil
  }

  @inline(never)
  private func escaped(_ term: TermSuffix) -> TermSuffix? {
    var offset = term.offset
    var more: (shared: UInt64, count: UInt64) = (0, 0)
    if term.sharedCount == TermBlock.escape {
      guard let shared = Varint.load(base, at: &offset, before: terms.upperBound) else { return nil }
      more.shared = shared
    }
    if term.count == TermBlock.escape + 1 {
      guard let count = Varint.load(base, at: &offset, before: terms.upperBound) else { return nil }
      more.count = count
    }
    guard max(more.shared, more.count) <= UInt64(UInt32.max) else { return nil }
    return TermSuffix(
      sharedCount: term.sharedCount + Int(more.shared), offset: offset, count: term.count + Int(more.count))
  }

  /// The bytes of a term behind what it shares.
  @inline(__always)
  func bytes(_ term: TermSuffix) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + term.offset, count: term.count)
  }
}

/// What a term adds to the one before.
struct TermSuffix {
  /// Bytes that the term shares with the one before.
  let sharedCount: Int
  /// Where the others stand.
  let offset: Int
  let count: Int

  var end: Int { offset &+ count }
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
      documents <= UInt64(UInt32.max), bytes <= UInt64(bitPattern: Int64(max(0, listEnd &- listOffset)))
    else { return nil }
    listOffset = listOffset &+ Int(truncatingIfNeeded: bytes)
    return (UInt32(truncatingIfNeeded: documents), Int(truncatingIfNeeded: bytes))
  }

  /// Passes over some terms: their document counts together; nil when the bytes are damaged.
  @inline(__always)
  mutating func skip(_ count: Int) -> UInt64? {
    var sum: UInt64 = 0
    var left = count
    // Four terms at once as long as their numbers are bytes, as most are.
    while left >= 4, offset &+ 8 <= end {
      let bytes = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      guard bytes & 0x8080_8080_8080_8080 == 0 else { break }
      let pairs: UInt64 = 0x00FF_00FF_00FF_00FF
      let ones: UInt64 = 0x0001_0001_0001_0001
      sum &+= ((bytes & pairs) &* ones) &>> 48
      listOffset &+= Int(truncatingIfNeeded: ((bytes &>> 8 & pairs) &* ones) &>> 48)
      offset = offset &+ 8
      left = left &- 4
    }
    while left > 0 {
      guard let list = next() else { return nil }
      sum &+= UInt64(list.documentCount)
      left = left &- 1
    }
    return listOffset <= listEnd ? sum : nil
  }
}
