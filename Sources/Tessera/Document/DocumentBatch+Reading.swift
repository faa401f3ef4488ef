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
      var fault = reader.fault(reading: bytes(of: entry), into: &fields)
      // Several objects on one line, as joined files have them, are seen only here.
      let objects = fault.map { self.objects(in: entry, at: $0) } ?? []
      for part in objects.isEmpty ? [entry] : objects {
        if !objects.isEmpty { fault = reader.fault(reading: bytes(of: part), into: &fields) }
        if let fault {
          refuse(refused(part, fault))
        } else {
          for warning in reader.warnings { warn(warned(part, warning)) }
          try accept(fields)
        }
      }
    }
  }

  /// The objects of a line that holds several, when the fault is that a second one begins; otherwise none.
  private func objects(in entry: Entry, at fault: DocumentFault) -> [Entry] {
    let text = bytes(of: entry)
    guard fault.offset > 0, fault.offset < text.count, text[fault.offset] == UInt8(ascii: "{") else {
      return []
    }
    var syntax = JSONSyntax(text)
    guard (try? syntax.value()) == .object, syntax.at <= fault.offset else { return [] }
    var splitter = ObjectSplitter(place: TextPlace(line: entry.line, column: entry.column))
    var objects: [Entry] = []
    _ = splitter.split(text, isLast: true, into: &objects)
    for place in objects.indices { objects[place].start += entry.start }
    return objects
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
