/// Cuts objects that stand one behind the other, over any number of lines, into documents.
///
/// What stands between two objects and is not white space becomes a document of its own, which is refused when it
/// is read. Behind an object that was never closed, reading goes on at the next line that begins with `{`.
struct ObjectSplitter {
  private var place: TextPlace
  private var isSkipping = false

  /// - Parameter place: where the text begins in the file.
  init(place: TextPlace = TextPlace()) { self.place = place }

  /// Appends the documents in `text`; returns how many bytes are done with.
  mutating func split(
    _ text: UnsafeBufferPointer<UInt8>, isLast: Bool, into entries: inout [DocumentBatch.Entry]
  ) -> Int {
    var start = 0
    while true {
      start = isSkipping ? skipBroken(text, from: start) : skipWhiteSpace(text, from: start)
      guard start < text.count, let end = end(of: text, from: start, isLast: isLast) else { return start }
      entries.append(.init(start: start, count: end - start, line: place.line, column: place.column))
      advance(over: text, start..<end)
      start = end
    }
  }

  /// Where the document that begins at `start` ends; nil when more text is needed to know.
  private mutating func end(of text: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool) -> Int? {
    guard text[start] == UInt8(ascii: "{") else {
      let junk = text[start...].firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "\n") }
      return junk ?? (isLast ? text.count : nil)
    }
    switch ValueScan.scan(text, from: start) {
    case .end(let end): return end
    case .incomplete: return isLast ? text.count : nil
    case .broken(let end):
      isSkipping = true
      return end
    }
  }

  private mutating func skipWhiteSpace(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    while end < text.count, JSONSyntax.isWhiteSpace(text[end]) { end += 1 }
    advance(over: text, start..<end)
    return end
  }

  /// Goes to the next line that begins with `{`.
  private mutating func skipBroken(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    while end < text.count {
      let isLineStart = end > start ? text[end - 1] == UInt8(ascii: "\n") : place.column == 1
      if isLineStart, text[end] == UInt8(ascii: "{") {
        isSkipping = false
        break
      }
      end += 1
    }
    advance(over: text, start..<end)
    return end
  }

  private mutating func advance(over text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    place = place.advanced(over: UnsafeBufferPointer(rebasing: text[range]), by: range.count)
  }
}
