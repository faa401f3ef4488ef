/// Integers of one bit width one behind the other, lowest bit first: every one is reached by one unaligned load.
enum BitRow {
  static func byteCount(_ count: Int, width: Int) -> Int { (count * width + 7) >> 3 }

  /// How many bits the value needs.
  static func width(of value: UInt32) -> Int { 32 - value.leadingZeroBitCount }

  static func append(_ values: UnsafeBufferPointer<UInt32>, width: Int, to bytes: inout [UInt8]) {
    if width == 0 { return }
    var pending: UInt64 = 0
    var bits = 0
    for value in values {
      pending |= UInt64(value) << UInt64(bits)
      bits += width
      while bits >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        bits -= 8
      }
    }
    if bits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
  }

  /// The integer number `index`; reads up to 8 bytes from where it begins. `width` is 0 to 32.
  @inline(__always)
  static func value(_ bytes: UnsafePointer<UInt8>, width: Int, at index: Int) -> UInt32 {
    let bit = index &* width
    let word = UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self)
    return UInt32(truncatingIfNeeded: (word &>> UInt64(bit & 7)) & ((1 &<< UInt64(width)) &- 1))
  }
}
