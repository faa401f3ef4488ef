import Tessera

/// Shows a document on two lines: the text field that stands for it, and a few values of its other fields.
struct DocumentSummarizer {
  struct Summary {
    /// Empty when the document has no text.
    var title: String
    /// As `genre: Drama, War   year: 1957`.
    var fields: String
  }

  private static let maximumFields = 4
  private static let maximumValues = 3
  private static let titleNames: Set = ["title", "name", "headline", "subject", "label"]

  private let schema: Schema
  /// The other fields, by their places in `schema`: numbers first, since they are short.
  private let fieldRanking: [Int]
  private let reader: JSONDocumentReader
  /// The places of the text fields in the schema, the most title-like first.
  private let textRanking: [Int]

  init(_ schema: Schema) {
    // Numbers are shown as they are written, dates above all: so they are read as facets here.
    let shown = Set(schema.facets + schema.numbers).subtracting([schema.key].compactMap { $0 })
    self.schema = Schema(
      text: Dictionary(uniqueKeysWithValues: schema.text.map { ($0.path, $0.weight) }), facets: Array(shown),
      storesDocuments: false)
    reader = JSONDocumentReader(schema: self.schema)
    let isNumber = self.schema.facets.map(Set(schema.numbers).contains)
    fieldRanking = isNumber.indices.filter { isNumber[$0] } + isNumber.indices.filter { !isNumber[$0] }
    textRanking = schema.text.indices.sorted { Self.rank(schema.text[$0]) > Self.rank(schema.text[$1]) }
  }

  /// Nil when the document cannot be read, which the engine would not have taken.
  func summary(_ json: String) -> Summary? {
    var json = json
    var fields = DocumentFields()
    guard (try? json.withUTF8({ try reader.read($0, into: &fields) })) != nil else { return nil }
    let text = textRanking.lazy.compactMap { field in fields.texts.first { $0.field == field } }.first
    return Summary(title: text.map { Self.string($0, fields) } ?? "", fields: values(fields))
  }

  private static func rank(_ field: Schema.TextField) -> (Int, Int) {
    let name = field.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return (field.weight, titleNames.contains(name) ? 1 : 0)
  }

  private func values(_ fields: DocumentFields) -> String {
    var shown: [String] = []
    for number in fieldRanking where shown.count < Self.maximumFields {
      let values = fields.facets.filter { $0.field == number }.map { Self.string($0, fields) }
      if values.isEmpty { continue }
      let some = values.prefix(Self.maximumValues).joined(separator: ", ")
      shown.append("\(schema.facets[number]): \(some)\(values.count > Self.maximumValues ? ", …" : "")")
    }
    return shown.joined(separator: "   ")
  }

  private static func string(_ slice: DocumentFields.Slice, _ fields: DocumentFields) -> String {
    String(decoding: fields.bytes[slice.start..<slice.end], as: UTF8.self)
  }
}
