/// The bytes of a facet field's spellings: how each value is shown, whose folded bytes are the term of its number.
///
/// ```
/// blocks   of 32 values: u64 of two bits for each, its `FacetSpelling`; then for each `own` one varint count, bytes
/// offsets  packed: where each block begins and the last ends
/// footer   u64 bytes of the blocks, u32 values, u8 bits of an offset, 3 zeros
/// ```
enum FacetValuesFormat {
  static let blockShift = 5
  static let blockCapacity = 1 << blockShift
  static let footerByteCount = 16
}

/// How the shown spelling comes out of the folded bytes.
enum FacetSpelling: UInt64 {
  case folded = 0
  /// The first byte is an ASCII letter in upper case.
  case capitalized = 1
  /// So is each that follows a space.
  case titled = 2
  /// It is written out.
  case own = 3

  /// Makes the spelling out of the folded bytes; one of its `own` is left alone.
  func apply(to bytes: inout [UInt8]) {
    guard self == .capitalized || self == .titled else { return }
    for place in bytes.indices where place == 0 || (self == .titled && bytes[place - 1] == UInt8(ascii: " "))
    {
      if UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[place] { bytes[place] -= 0x20 }
      if self == .capitalized { return }
    }
  }
}
