/// Integers of seven bits a byte, lowest first.
enum ListVarint {
  static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads one and moves past it; nil when it does not end before `end` or passes 63 bits.
  @inline(__always)
  static func read(_ at: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while at < end, shift < 63 {
      let byte = at.pointee
      at += 1
      value |= UInt64(byte & 0x7f) &<< shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
