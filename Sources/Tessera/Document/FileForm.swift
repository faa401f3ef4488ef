/// How documents stand in a file.
///
/// A file that begins with `[` is one array. Otherwise its first document decides: when it ends with its line, the
/// file is JSON Lines, and every line is a document for itself, so that a bad one costs nothing but itself. When the
/// first line is begun but not finished and the next one continues it as JSON, or when another object follows on the
/// same line, the file is objects one behind the other, over any number of lines: also a single object.
enum FileForm: Hashable {
  case lines
  case objects
  case array

  /// - Parameter text: the start of the file, behind any byte order mark.
  init(beginning text: UnsafeBufferPointer<UInt8>) {
    var syntax = JSONSyntax(text)
    syntax.skipWhiteSpace()
    if syntax.current == UInt8(ascii: "[") {
      self = .array
      return
    }
    let line = text[syntax.at...].firstIndex(of: UInt8(ascii: "\n"))
    // Where the second line would have to continue the first.
    var continuation = JSONSyntax(text, from: line ?? text.count)
    continuation.skipWhiteSpace()
    do {
      try syntax.value()
      let end = syntax.at
      if let line, end > line {
        self = .objects
        return
      }
      while syntax.at < line ?? text.count, let byte = syntax.current, JSONSyntax.isWhiteSpace(byte) {
        syntax.at += 1
      }
      self = syntax.current == UInt8(ascii: "{") && syntax.at < line ?? text.count ? .objects : .lines
    } catch {
      self = line != nil && error.offset > continuation.at ? .objects : .lines
    }
  }
}
