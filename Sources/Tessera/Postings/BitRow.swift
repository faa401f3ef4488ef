/// Integers of one bit width one behind the other, lowest bit first: every one is reached by one unaligned load.
enum BitRow {
  static func byteCount(_ count: Int, width: Int) -> Int { PackedBits.byteCount(count, width: width) }

  /// Widths that an integer can have: 0 to 32 bits.
  static let widthCount = 33

  /// How many bits the value needs.
  static func width(of value: UInt32) -> Int { 32 - value.leadingZeroBitCount }

  static func append(_ values: UnsafeBufferPointer<UInt32>, width: Int, to bytes: inout [UInt8]) {
    if width == 0 { return }
    let size = byteCount(values.count, width: width)
    // Whole words are written, the last one too.
    withUnsafeTemporaryAllocation(byteCount: size + 8, alignment: 8) { space in
      let base = space.baseAddress.unsafelyUnwrapped
      var (word, used, at) = (0 as UInt64, 0, 0)
      for value in values {
        word |= UInt64(value) &<< UInt64(truncatingIfNeeded: used)
        used &+= width
        if used >= 64 {
          base.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt64.self)
          at &+= 8
          used &-= 64
          // A shift by 64 gives 0, as it should when the number ended with the word.
          word = UInt64(value) >> UInt64(truncatingIfNeeded: width &- used)
        }
      }
      base.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt64.self)
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: base, count: size))
    }
  }

  /// The same for integers of up to 57 bits.
  static func append(_ values: [UInt64], width: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: byteCount(values.count, width: width)))
    for (index, value) in values.enumerated() {
      var rest = value
      var bit = index * width
      var left = width
      while left > 0 {
        let taken = min(8 - bit & 7, left)
        bytes[start + bit >> 3] |= UInt8(
          truncatingIfNeeded: (rest & (1 << UInt64(taken) - 1)) << UInt64(bit & 7))
        rest >>= UInt64(taken)
        bit += taken
        left -= taken
      }
    }
  }

  /// The integer number `index` of up to 57 bits; reads up to 8 bytes from where it begins.
  @inline(__always)
  static func wideValue(_ bytes: UnsafePointer<UInt8>, width: Int, at index: Int) -> UInt64 {
    PackedBits.load(bytes, bit: index &* width, mask: PackedBits.mask(width))
  }

  /// The integer number `index`; reads up to 8 bytes from where it begins. `width` is 0 to 32.
  @inline(__always)
  static func value(_ bytes: UnsafePointer<UInt8>, width: Int, at index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: wideValue(bytes, width: width, at: index))
  }
}
