import Glibc
import Tessera

/// A corpus in the plain form that every engine can read: a line per document of id, facet tokens and text,
/// separated by tabs; facet tokens are `field=value`, separated by the byte 0x1F, a field any number of times.
struct Corpus {
  let path: String
  /// The facet fields found in the file, ascending: a field's place is its number in the schema.
  let facetFields: [String]
  let documentCount: Int

  /// Reads the file once for the names of its facet fields.
  ///
  /// - Parameter prefixLists: as in `Schema`.
  init(path: String, prefixLists: Bool = true) throws {
    var names: [[UInt8]] = []
    var count = 0
    try forEachLine(of: path) { line in
      count += 1
      forEachToken(in: columns(of: line).facets) { name, _ in
        if !names.contains(where: { isEqual($0, name) }) { names.append(Array(name)) }
      }
    }
    self.path = path
    facetFields = names.map { String(decoding: $0, as: UTF8.self) }.sorted()
    schema = Schema(
      text: ["text": 1], facets: facetFields, storesDocuments: false, prefixLists: prefixLists)
    documentCount = count
  }

  /// One text field of weight 1, no key, nothing stored: what the compared engines are given, too.
  let schema: Schema

  /// Calls `body` with each document as the engine's builder takes it. The value is the same one, filled anew.
  func forEachDocument(_ body: (DocumentFields) throws -> Void) throws {
    let names = facetFields.map { Array($0.utf8) }
    var fields = DocumentFields()
    try forEachLine(of: path) { line in
      let (facets, text) = columns(of: line)
      fields.removeAll()
      let range = fields.append(text)
      if !range.isEmpty {
        fields.texts.append(DocumentFields.Slice(field: 0, start: range.lowerBound, end: range.upperBound))
      }
      forEachToken(in: facets) { name, value in
        guard let field = names.firstIndex(where: { isEqual($0, name) }), !value.isEmpty else { return }
        let range = fields.append(value)
        fields.facets.append(
          DocumentFields.Slice(field: field, start: range.lowerBound, end: range.upperBound))
      }
      try body(fields)
    }
  }

  /// Calls `body` with the text of each document.
  func forEachText(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    try forEachLine(of: path) { try body(columns(of: $0).text) }
  }
}

private func isEqual(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Bool {
  left.count == right.count && (left.isEmpty || memcmp(left, right.baseAddress!, left.count) == 0)
}

/// The facet tokens and the text of a line; what is missing is empty.
func columns(
  of line: UnsafeBufferPointer<UInt8>
) -> (facets: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>) {
  let rest = tail(of: line, behind: UInt8(ascii: "\t"))
  let facets = head(of: rest, before: UInt8(ascii: "\t"))
  return (facets, tail(of: rest, behind: UInt8(ascii: "\t")))
}

/// Calls `body` with field and value of each facet token.
func forEachToken(
  in column: UnsafeBufferPointer<UInt8>,
  _ body: (_ field: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) throws -> Void
) rethrows {
  var rest = column
  while !rest.isEmpty {
    let token = head(of: rest, before: 0x1F)
    try body(head(of: token, before: UInt8(ascii: "=")), tail(of: token, behind: UInt8(ascii: "=")))
    rest = tail(of: rest, behind: 0x1F)
  }
}

private func head(of bytes: UnsafeBufferPointer<UInt8>, before mark: UInt8) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(rebasing: bytes[..<(place(of: mark, in: bytes) ?? bytes.count)])
}

private func tail(of bytes: UnsafeBufferPointer<UInt8>, behind mark: UInt8) -> UnsafeBufferPointer<UInt8> {
  guard let place = place(of: mark, in: bytes) else {
    return UnsafeBufferPointer(rebasing: bytes[bytes.count...])
  }
  return UnsafeBufferPointer(rebasing: bytes[(place + 1)...])
}

private func place(of mark: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  guard !bytes.isEmpty, let found = memchr(bytes.baseAddress!, Int32(mark), bytes.count) else { return nil }
  return UnsafeRawPointer(found) - UnsafeRawPointer(bytes.baseAddress!)
}
