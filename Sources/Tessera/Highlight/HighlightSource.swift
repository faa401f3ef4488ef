/// A text in which is highlighted: its bytes, and where its characters begin.
enum HighlightSource {
  /// Runs `body` on the text and its UTF-8.
  static func withBytes<Result>(
    of text: String, _ body: (String, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var text = text
    text.makeContiguousUTF8()
    let result = text.utf8.withContiguousStorageIfAvailable { body(text, $0) }
    guard let result else { preconditionFailure("a contiguous string has contiguous storage") }
    return result
  }

  /// Ascending ranges that are apart, each widened to whole characters, and made one where they touch then.
  static func wholeCharacters(
    of ranges: [Range<Int>], in text: String, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>] {
    var boundaries = CharacterBoundaries(text, bytes)
    return HighlightMatch.merged(
      ranges.lazy.map { range in
        let lower = boundaries.lastBoundary(upTo: range.lowerBound)
        return lower..<boundaries.firstBoundary(from: range.upperBound)
      })
  }
}

extension HighlightSource {
  /// The whole characters at the start of a range that have so many Unicode scalars at most; at least one character.
  static func prefix(
    of range: Range<Int>, atMost length: Int, in text: String, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    var (end, left) = (range.lowerBound, length)
    while left > 0 && end < range.upperBound {
      end += 1
      while end < range.upperBound && bytes[end] & 0xC0 == 0x80 { end += 1 }
      left -= 1
    }
    if end == range.upperBound { return range }
    var boundaries = CharacterBoundaries(text, bytes)
    let upper = boundaries.lastBoundary(upTo: end)
    return range.lowerBound..<(upper > range.lowerBound ? upper : boundaries.firstBoundary(from: end))
  }
}

/// Where the characters of a text begin (extended grapheme clusters of UAX #29, as `String` has them), asked for in
/// ascending order.
///
/// Between two bytes of ASCII there is a boundary, save in CR LF. The text is walked from the last such place before
/// what is asked, and never twice: all questions together cost O(*n*).
struct CharacterBoundaries {
  private let text: String
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The character that was walked to last.
  private var lower: String.Index
  private var upper: String.Index

  init(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) {
    self.text = text
    self.bytes = bytes
    lower = text.startIndex
    upper = text.startIndex
  }

  mutating func lastBoundary(upTo offset: Int) -> Int {
    if isBetweenASCII(offset) { return offset }
    walk(to: offset)
    return self.offset(of: lower)
  }

  mutating func firstBoundary(from offset: Int) -> Int {
    if isBetweenASCII(offset) { return offset }
    walk(to: offset)
    let start = self.offset(of: lower)
    return start == offset ? start : self.offset(of: upper)
  }

  /// Moves to the character that holds the byte at `offset`.
  private mutating func walk(to offset: Int) {
    let walked = self.offset(of: upper)
    guard offset >= walked else { return }
    var start = offset
    while start > walked && !isBetweenASCII(start) { start -= 1 }
    lower = start > walked ? text.utf8.index(text.startIndex, offsetBy: start) : upper
    upper = text.index(after: lower)
    while self.offset(of: upper) <= offset {
      lower = upper
      upper = text.index(after: lower)
    }
  }

  private func isBetweenASCII(_ offset: Int) -> Bool {
    if offset <= 0 || offset >= bytes.count { return true }
    let (before, behind) = (bytes[offset - 1], bytes[offset])
    return before < 0x80 && behind < 0x80 && !(before == 0x0D && behind == 0x0A)
  }

  private func offset(of index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }
}
