/// A document that was not taken, or taken with a warning, and its place.
package struct RefusedDocument: Sendable, Hashable {
  package var file: String
  package var line: Int
  /// Bytes from the start of the file, decompressed, to the fault.
  package var byte: Int
  /// What is wrong, with line and column, and what to do.
  package var reason: String
}

extension DocumentBatch {
  /// Reads every document in order into `fields`, and calls `accept` with it, or `refuse` with why not.
  ///
  /// `warn` is called before `accept` for what was taken but should be looked at. Ends early only when `accept` throws.
  package func forEachDocument(
    reader: JSONDocumentReader, fields: inout DocumentFields,
    accept: (DocumentFields) throws(TesseraError) -> Void,
    refuse: (RefusedDocument) -> Void, warn: (RefusedDocument) -> Void = { _ in }
  ) throws(TesseraError) {
    for entry in entries {
      var rest: Entry? = entry
      while let entry = rest {
        rest = nil
        if let fault = reader.fault(reading: bytes(of: entry), into: &fields) {
          // Two objects on one line, as joined files have them, are seen only here.
          if let (first, second) = split(entry, at: fault),
            reader.fault(reading: bytes(of: first), into: &fields) == nil
          {
            rest = second
          } else {
            refuse(refused(entry, fault))
            continue
          }
        }
        for warning in reader.warnings { warn(warned(entry, warning)) }
        try accept(fields)
      }
    }
  }

  /// The object that ends before the fault, and the one that begins there; nil when it is not like that.
  private func split(_ entry: Entry, at fault: DocumentFault) -> (Entry, Entry)? {
    let text = bytes(of: entry)
    guard fault.offset > 0, fault.offset < text.count, text[fault.offset] == UInt8(ascii: "{") else {
      return nil
    }
    var syntax = JSONSyntax(text)
    guard (try? syntax.value()) == .object, syntax.at <= fault.offset else { return nil }
    let place = TextPlace(line: entry.line, column: entry.column).advanced(over: text, by: fault.offset)
    let first = Entry(start: entry.start, count: syntax.at, line: entry.line, column: entry.column)
    let second = Entry(
      start: entry.start + fault.offset, count: entry.count - fault.offset, line: place.line,
      column: place.column)
    return (first, second)
  }

  private func refused(_ entry: Entry, _ fault: DocumentFault) -> RefusedDocument {
    let place = TextPlace(line: entry.line, column: entry.column).advanced(
      over: bytes(of: entry), by: fault.offset)
    return RefusedDocument(
      file: file, line: place.line, byte: offset + entry.start + fault.offset,
      reason: fault.message(at: place))
  }

  private func warned(_ entry: Entry, _ warning: String) -> RefusedDocument {
    RefusedDocument(file: file, line: entry.line, byte: offset + entry.start, reason: warning)
  }
}
