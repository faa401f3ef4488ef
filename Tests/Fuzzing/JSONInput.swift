import CFuzzer
import Glibc
import Tessera

/// A file of documents: what is taken must be taken again, equal, from the JSON that would be stored of it.
enum JSONInput {
  static let schema = Schema(
    text: ["title": 4, "body": 1, "a.b": 1], facets: ["genre", "a.b", "a.c.d"], numbers: ["year", "a.b"],
    key: "id")

  static func run(_ input: [UInt8]) throws(FuzzFinding) {
    let file = cfuzzer_memory_file()
    defer { close(file) }
    let written = input.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    guard written == input.count else { return }
    do throws(TesseraError) {
      try read("/proc/self/fd/\(file)")
    } catch {
      switch error.kind {
      case .invalidDocument, .limitExceeded, .corrupt: break
      default: throw FuzzFinding("\(error)")
      }
    }
  }

  private static func read(_ path: String) throws(TesseraError) {
    let file = try DocumentFile(path: path)
    let (reader, second) = (JSONDocumentReader(schema: schema), JSONDocumentReader(schema: schema))
    var (fields, again) = (DocumentFields(), DocumentFields())
    var inference = SchemaInference()
    while let batch = try file.nextBatch() {
      inference.observe(batch)
      try batch.forEachDocument(
        reader: reader, fields: &fields,
        accept: { (fields) throws(TesseraError) in
          let source = Array(fields.bytes[fields.source])
          try source.withUnsafeBufferPointer { source in
            Result { () throws(TesseraError) in try second.read(source, into: &again) }
          }.mapError { TesseraError(.io, "what is stored is refused: \($0)") }.get()
          guard Contents(fields) == Contents(again) else {
            throw TesseraError(
              .io, "read again it is another document: \(String(decoding: source, as: UTF8.self))")
          }
        },
        refuse: { _ in })
    }
    if let schema = inference.schema() { try schema.validate() }
  }

  /// All that a document has, to compare.
  private struct Contents: Equatable {
    var key: ArraySlice<UInt8>?
    var values: [ArraySlice<UInt8>]
    var places: [Int]
    var numbers: [Number]
    var source: ArraySlice<UInt8>

    init(_ fields: DocumentFields) {
      key = fields.key.map { fields.bytes[$0] }
      let slices = fields.texts + fields.facets
      values = slices.map { fields.bytes[$0.start..<$0.end] }
      places = slices.map(\.field) + fields.numbers.map(\.field)
      numbers = fields.numbers.map(\.value)
      source = fields.bytes[fields.source]
    }
  }
}
