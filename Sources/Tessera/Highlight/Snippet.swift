/// A passage of a text.
public struct Snippet: Sendable, Hashable {
  public let text: String
  /// Where the passage begins in the whole text, in UTF-8 offsets.
  public let start: Int
  /// What a query finds in it, in UTF-8 offsets of the passage.
  public let ranges: [Range<Int>]
  /// How many different words of the query it has, the prefix being one.
  public let matchedWords: Int
  /// Whether there is more than white space before the passage, and behind it.
  public let isCutBefore: Bool
  public let isCutAfter: Bool

  /// - Parameters:
  ///   - passage: where it stands in the whole text.
  ///   - ranges: what is found in the whole text; what reaches out of the passage is cut at its end.
  init(
    _ passage: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ ranges: [Range<Int>], matchedWords: Int
  ) {
    self.text = String(decoding: text[passage], as: UTF8.self)
    start = passage.lowerBound
    self.ranges = ranges.lazy.filter { $0.overlaps(passage) }.map {
      let part = $0.clamped(to: passage)
      return part.lowerBound - passage.lowerBound..<part.upperBound - passage.lowerBound
    }
    self.matchedWords = matchedWords
    isCutBefore = !Self.isBlank(text[..<passage.lowerBound])
    isCutAfter = !Self.isBlank(text[passage.upperBound...])
  }

  private static func isBlank(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let text = UnsafeBufferPointer(rebasing: bytes)
    guard var next = text.baseAddress else { return true }
    let end = next + text.count
    while next < end {
      let (scalar, count) = UTF8Text.decode(next, end)
      if !PassageFinder.isWhiteSpace(scalar) { return false }
      next += count
    }
    return true
  }
}
