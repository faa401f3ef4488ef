/// What is needed to find matches in one text after the other, or in a document's.
final class HighlightMemory {
  /// The tokens of the last text.
  private(set) var buffer = TokenBuffer()
  private var tokenizer = Tokenizer()
  private let schema: Schema
  private lazy var reader = JSONDocumentReader(schema: schema)
  private static let tokenLimit = 1 << 16

  init(_ schema: Schema) {
    self.schema = Schema(
      text: Dictionary(schema.text.map { ($0.path, $0.weight) }) { first, _ in first }, storesDocuments: false
    )
  }

  /// Cuts a text into tokens, and finds those that the query asks for.
  func matches(of terms: HighlightTerms, in text: UnsafeBufferPointer<UInt8>) -> [HighlightMatch] {
    tokenizer.tokenize(text, into: &buffer)
    return terms.isEmpty ? [] : buffer.matches(of: terms, in: text)
  }

  /// The document's texts, each with its field.
  func texts(ofDocument json: String) throws(TesseraError) -> [(field: String, text: String)] {
    var fields = DocumentFields()
    let bytes = Array(json.utf8)
    try bytes.withUnsafeBufferPointer { json in
      Result { () throws(TesseraError) in try reader.read(json, into: &fields) }
    }.get()
    let slices = fields.texts.sorted { ($0.field, $0.start) < ($1.field, $1.start) }
    return slices.map { slice in
      (schema.text[slice.field].path, String(decoding: fields.bytes[slice.start..<slice.end], as: UTF8.self))
    }
  }

  /// Gives back what a long text took.
  func shrink() {
    if buffer.tokens.capacity > Self.tokenLimit { buffer = TokenBuffer() }
  }
}
