/// A document's length in one byte: exact up to 15, above that the four leading bits and an exponent.
///
/// Monotone, and never more than an eighth below the length it stands for.
package enum LengthCode {
  /// The code of the greatest length that is not above `length`.
  package static func encode(_ length: UInt32) -> UInt8 {
    if length < 16 { return UInt8(length) }
    let exponent = 28 - length.leadingZeroBitCount
    return UInt8((exponent << 3) + Int(length >> UInt32(exponent)))
  }

  /// The length that `code` stands for. Codes above 239 stand for no 32-bit length and give the greatest.
  package static func decode(_ code: UInt8) -> UInt32 {
    if code < 16 { return UInt32(code) }
    let exponent = UInt32(code >> 3) - 1
    return exponent > 28 ? .max : (8 + UInt32(code & 7)) << exponent
  }
}
