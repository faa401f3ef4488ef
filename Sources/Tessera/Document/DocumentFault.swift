import Glibc

/// Why a document is refused, with the place in it.
struct DocumentFault: Error, Hashable {
  var kind: TesseraError.Kind = .invalidDocument
  /// Bytes from the start of what was read.
  var offset: Int
  /// What is wrong, as `invalid JSON`: the place follows it.
  var what = "invalid JSON"
  /// What was expected, what was found, and what to do.
  var reason: String

  func message(at place: TextPlace) -> String {
    "\(what) at line \(place.line), column \(place.column): \(reason)"
  }
}

/// A place in a text file. Columns count bytes, as compilers do; both begin at 1.
package struct TextPlace: Sendable, Hashable {
  package var line = 1
  package var column = 1

  /// The place `offset` bytes further on, where `text` begins at this one.
  func advanced(over text: UnsafeBufferPointer<UInt8>, by offset: Int) -> TextPlace {
    guard let base = text.baseAddress else { return self }
    var place = self
    var start = 0
    let end = min(offset, text.count)
    while start < end, let found = memchr(base + start, 0x0A, end - start) {
      start = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
      place = TextPlace(line: place.line + 1, column: 1)
    }
    place.column += end - start
    return place
  }
}
