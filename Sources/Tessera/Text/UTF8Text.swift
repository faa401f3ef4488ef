/// UTF-8 as code points. Malformed bytes are U+FFFD each, and never an error.
enum UTF8Text {
  static let replacement: UInt32 = 0xFFFD

  /// The code point that starts at `next`, and how many bytes it takes. `next` is before `end`.
  @inline(__always)
  static func decode(_ next: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> (
    scalar: UInt32, count: Int
  ) {
    let lead = UInt32(next[0])
    if lead < 0x80 { return (lead, 1) }
    let available = end - next
    if lead < 0xE0 {
      guard lead >= 0xC2, available >= 2, next[1] & 0xC0 == 0x80 else { return (replacement, 1) }
      return ((lead & 0x1F) << 6 | UInt32(next[1] & 0x3F), 2)
    }
    if lead < 0xF0 {
      guard available >= 3, next[1] & 0xC0 == 0x80, next[2] & 0xC0 == 0x80 else { return (replacement, 1) }
      let scalar = (lead & 0xF) << 12 | UInt32(next[1] & 0x3F) << 6 | UInt32(next[2] & 0x3F)
      return scalar < 0x800 || scalar & 0xFFFF_F800 == 0xD800 ? (replacement, 1) : (scalar, 3)
    }
    return decodeFour(next, available)
  }

  private static func decodeFour(_ next: UnsafePointer<UInt8>, _ available: Int) -> (
    scalar: UInt32, count: Int
  ) {
    guard next[0] < 0xF5, available >= 4 else { return (replacement, 1) }
    guard next[1] & 0xC0 == 0x80, next[2] & 0xC0 == 0x80, next[3] & 0xC0 == 0x80 else {
      return (replacement, 1)
    }
    let high = UInt32(next[0] & 0x7) << 18 | UInt32(next[1] & 0x3F) << 12
    let scalar = high | UInt32(next[2] & 0x3F) << 6 | UInt32(next[3] & 0x3F)
    return scalar < 0x10000 || scalar > 0x10FFFF ? (replacement, 1) : (scalar, 4)
  }

  static func scalars(of text: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    guard var next = text.baseAddress else { return [] }
    let end = next + text.count
    var scalars: [UInt32] = []
    while next < end {
      let (scalar, count) = decode(next, end)
      scalars.append(scalar)
      next += count
    }
    return scalars
  }

  static func encode(_ scalar: UInt32) -> Unicode.UTF8.EncodedScalar {
    Unicode.UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? Unicode.UTF8.encodedReplacementCharacter
  }

  static func encode(_ scalars: [UInt32]) -> [UInt8] { scalars.flatMap(encode) }

  /// How many of the first `count` bytes to keep so that at most `limit` are left and no character is cut.
  static func count(of bytes: UnsafePointer<UInt8>, _ count: Int, limitedTo limit: Int) -> Int {
    if count <= limit { return count }
    var kept = limit
    while kept > 0 && bytes[kept] & 0xC0 == 0x80 { kept -= 1 }
    return kept
  }
}
