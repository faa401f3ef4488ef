/// Whole numbers of one width in bits, one behind the other without gaps, lowest bits first.
///
/// Any one of them is a single unaligned load and a shift: hence the widths 0 to 57, which fit eight bytes at any
/// bit, and 64. The array is a place in a section and keeps it alive.
struct BitPackedArray: Sendable {
  let count: Int
  /// Bits a number.
  let width: Int
  private let section: SectionBytes
  private let start: Int
  private let mask: UInt64

  /// The array that begins at byte `start` of a section; its pages are not looked at yet.
  ///
  /// - Throws: `.corrupt` when there is no such width or the section is too short; no numbers are too wild.
  init(_ section: SectionBytes, at start: Int, count: Int, width: Int) throws(TesseraError) {
    guard count >= 0, BitPacking.isWidth(width), let size = BitPacking.byteCount(count, width: width),
      start >= 0, start <= section.count, size <= section.count - start
    else {
      throw section.corrupt(at: start, "\(count) numbers of \(width) bits cannot be here")
    }
    self.section = section
    self.start = start
    self.count = count
    self.width = width
    mask = BitPacking.mask(width)
  }

  /// Bytes of the array.
  var byteCount: Int { (count * width + 7) >> 3 }

  /// A number, from a page that was checked.
  @inline(__always)
  subscript(index: Int) -> UInt64 {
    assert(index >= 0 && index < count)
    let bit = index &* width
    // Reads up to seven bytes past the number: every section has 64 behind its end.
    let word = section.base.loadUnaligned(fromByteOffset: start &+ bit &>> 3, as: UInt64.self)
    return (UInt64(littleEndian: word) &>> UInt64(truncatingIfNeeded: bit & 7)) & mask
  }

  /// Makes sure of the pages that hold these numbers.
  ///
  /// - Throws: `.corrupt`, also when there are no such numbers.
  @inline(__always)
  func check(_ index: Int) throws(TesseraError) {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { throw outside(index) }
    let bit = index &* width
    try section.check(at: start &+ bit &>> 3, count: (bit & 7 &+ width &+ 7) &>> 3)
  }

  func check(_ indices: Range<Int>) throws(TesseraError) {
    guard indices.lowerBound >= 0, indices.upperBound <= count else { throw outside(indices.upperBound) }
    let first = indices.lowerBound * width >> 3
    try section.check(at: start + first, count: (indices.upperBound * width + 7) >> 3 - first)
  }

  /// A number, its page checked first.
  @inline(__always)
  func checked(_ index: Int) throws(TesseraError) -> UInt64 {
    try check(index)
    return self[index]
  }

  private func outside(_ index: Int) -> TesseraError {
    section.corrupt(at: start, "number \(index) of \(count) is wanted")
  }
}

/// Writes a `BitPackedArray` to a section.
struct BitPackedWriter {
  let width: Int
  private var bits: PackedBitsWriter

  /// - Parameter width: as `BitPacking.width` gives it.
  init(_ section: SectionWriter, width: Int) {
    precondition(BitPacking.isWidth(width), "a width is 0 to 57 or 64 bits")
    bits = PackedBitsWriter(section)
    self.width = width
  }

  /// - Precondition: the value fits the width.
  @inline(__always)
  mutating func append(_ value: UInt64) { bits.append(value, width: width) }

  /// Writes the last bits; the array ends with whole bytes.
  mutating func finish() { bits.finish() }
}

/// The arithmetic of bit-packed numbers.
enum BitPacking {
  static func isWidth(_ width: Int) -> Bool { width >= 0 && (width <= 57 || width == 64) }

  /// The bits a number needs that can be as large as `maximum`; 58 to 63 become 64.
  static func width(for maximum: UInt64) -> Int {
    let bits = 64 - maximum.leadingZeroBitCount
    return bits <= 57 ? bits : 64
  }

  /// The bytes of `count` numbers; nil when that is beyond all memory.
  static func byteCount(_ count: Int, width: Int) -> Int? {
    let (bits, overflow) = count.multipliedReportingOverflow(by: width)
    return overflow || bits > Int.max - 7 ? nil : (bits + 7) >> 3
  }

  @inline(__always)
  static func mask(_ width: Int) -> UInt64 {
    width == 64 ? .max : 1 &<< UInt64(width) &- 1
  }
}
