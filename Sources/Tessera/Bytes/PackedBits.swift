/// Numbers of a few bits each, one behind the other, lowest bit first; any of them is read with one load.
enum PackedBits {
  /// So that a number and the bits before it in its first byte fit one load of 64 bits.
  static let maximumWidth = 57

  /// How many bits a number takes: 0 for 0.
  @inline(__always)
  static func width(of value: UInt64) -> Int { 64 - value.leadingZeroBitCount }

  /// How many bytes `count` numbers of `width` bits take.
  @inline(__always)
  static func byteCount(_ count: Int, width: Int) -> Int { (count * width + 7) >> 3 }

  @inline(__always)
  static func mask(_ width: Int) -> UInt64 { (1 &<< UInt64(truncatingIfNeeded: width)) &- 1 }

  /// The number that begins at a bit; up to 7 bytes behind its last are read too.
  @inline(__always)
  static func load(_ base: UnsafeRawPointer, bit: Int, mask: UInt64) -> UInt64 {
    let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self))
    return (word &>> UInt64(truncatingIfNeeded: bit & 7)) & mask
  }
}

/// Appends packed numbers to a section; `finish` fills up the last byte with zeros.
struct PackedBitsWriter {
  private let section: SectionWriter
  private var word: UInt64 = 0
  private var used = 0

  init(_ section: SectionWriter) { self.section = section }

  /// - Precondition: `value` fits `width` bits, which are at most 64.
  @inline(__always)
  mutating func append(_ value: UInt64, width: Int) {
    assert(width <= 64 && PackedBits.width(of: value) <= width)
    word |= value << UInt64(used)
    used += width
    guard used >= 64 else { return }
    section.append(word)
    used -= 64
    // A shift by 64 gives 0, as it should when the number ended with the word.
    word = value >> UInt64(width - used)
  }

  mutating func finish() {
    while used > 0 {
      section.append(UInt8(truncatingIfNeeded: word))
      word >>= 8
      used -= 8
    }
    used = 0
    word = 0
  }
}
