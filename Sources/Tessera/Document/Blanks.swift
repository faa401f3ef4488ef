extension UInt8 {
  /// Whether it is white space of ASCII.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Without the white space (in the sense of Unicode) and the U+0000 at both ends.
  package func trimmingBlanks() -> UnsafeBufferPointer<UInt8> {
    // Most text begins and ends with an ASCII letter or mark.
    if let first, let last, first &- 0x21 < 0x5F, last &- 0x21 < 0x5F { return self }
    var start = 0
    var end = count
    while start < end, let length = blankLength(at: start, before: end) { start += length }
    while end > start, let length = blankLength(endingAt: end, after: start) { end -= length }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }

  /// Bytes of the white space at `place`; nil when there is none.
  private func blankLength(at place: Int, before end: Int) -> Int? {
    let byte = self[place]
    if byte <= 0x20 { return byte == 0 || byte.isBlank ? 1 : nil }
    if byte == 0xC2, place + 1 < end { return self[place + 1] == 0x85 || self[place + 1] == 0xA0 ? 2 : nil }
    guard place + 2 < end else { return nil }
    switch (byte, self[place + 1], self[place + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return nil
    }
  }

  private func blankLength(endingAt end: Int, after start: Int) -> Int? {
    for length in 1...3 where end - length >= start {
      if blankLength(at: end - length, before: end) == length { return length }
    }
    return nil
  }
}
