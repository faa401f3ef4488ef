import Glibc

/// Cuts JSON Lines into documents: one for each line that is not blank.
struct LineSplitter {
  private var line = 1

  /// Appends the documents in `text`; returns how many bytes are done with: up to the last line that is whole.
  mutating func split(
    _ text: UnsafeBufferPointer<UInt8>, isLast: Bool, into entries: inout [DocumentBatch.Entry]
  ) -> Int {
    guard let base = text.baseAddress else { return 0 }
    var start = 0
    while start < text.count {
      let found = memchr(base + start, 0x0A, text.count - start)
      if found == nil, !isLast { break }
      let end = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? text.count
      append(text, start..<end, to: &entries)
      line += 1
      start = min(end + 1, text.count)
    }
    return start
  }

  private func append(
    _ text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, to entries: inout [DocumentBatch.Entry]
  ) {
    var start = line.lowerBound
    var end = line.upperBound
    while start < end, JSONSyntax.isWhiteSpace(text[start]) { start += 1 }
    while end > start, JSONSyntax.isWhiteSpace(text[end - 1]) { end -= 1 }
    if start == end { return }
    let column = start - line.lowerBound + 1
    entries.append(.init(start: start, count: end - start, line: self.line, column: column))
  }
}
