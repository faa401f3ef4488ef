/// Whole numbers in 1 to 10 bytes: seven bits a byte, lowest first, the top bit set where more follow (LEB128).
enum Varint {
  static let maximumCount = 10

  /// Writes `value`; up to 10 bytes there are overwritten.
  ///
  /// - Returns: how many bytes it takes.
  @inline(__always)
  static func store(_ value: UInt64, at target: UnsafeMutableRawPointer) -> Int {
    var rest = value
    var count = 0
    while rest >= 0x80 {
      target.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
      rest >>= 7
      count += 1
    }
    target.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: count, as: UInt8.self)
    return count + 1
  }

  /// Reads a number that begins at `offset` and ends before `end`, and moves `offset` behind it.
  ///
  /// - Returns: nil when it does not end there or does not fit 64 bits; `offset` is then any place before `end`.
  @inline(__always)
  static func load(_ base: UnsafeRawPointer, at offset: inout Int, before end: Int) -> UInt64? {
    guard offset < end else { return nil }
    let first = base.load(fromByteOffset: offset, as: UInt8.self)
    offset += 1
    return first < 0x80 ? UInt64(first) : loadRest(UInt64(first & 0x7F), base, &offset, end)
  }

  @inline(__always)
  private static func loadRest(
    _ first: UInt64, _ base: UnsafeRawPointer, _ offset: inout Int, _ end: Int
  ) -> UInt64? {
    var value = first
    var shift: UInt64 = 7
    while offset < end {
      let byte = base.load(fromByteOffset: offset, as: UInt8.self)
      offset += 1
      if shift == 63 && byte > 1 { return nil }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
