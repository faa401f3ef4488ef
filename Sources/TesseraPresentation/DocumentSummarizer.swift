import Tessera

/// Tells documents apart by a title and a few values.
package struct DocumentSummarizer {
  package struct Summary {
    /// Of the best text field that the document has; empty when it has no text.
    package var title: String
    /// Numbers first, since they are short, then facets; neither the key nor what stands as a text beside them.
    package var values: [FieldValues]
  }

  /// What a document has of a field.
  package struct FieldValues: Hashable {
    package var field: String
    package var isNumber: Bool
    /// The first values, as they are written.
    package var text: String

    /// A number alone says little, so that it comes with its field.
    package var described: String { isNumber ? "\(field) \(text)" : text }
  }

  private static let maximumValues = 3

  private let schema: Schema
  private let isNumber: [Bool]
  /// The places of the other fields in `schema`, in the order in which they are shown.
  private let fieldRanking: [Int]
  private let reader: JSONDocumentReader
  /// The places of the text fields in the schema, the most title-like first.
  private let textRanking: [Int]

  package init(_ schema: Schema) {
    let fields = ShownFields(schema)
    let elsewhere = [schema.key, fields.title, fields.snippet].compactMap { $0 }
    // Numbers are shown as they are written, dates above all: so they are read as facets here.
    self.schema = Schema(
      text: Dictionary(uniqueKeysWithValues: schema.text.map { ($0.path, $0.weight) }),
      facets: Array(Set(schema.facets + schema.numbers).subtracting(elsewhere)), storesDocuments: false)
    reader = JSONDocumentReader(schema: self.schema)
    let isNumber = self.schema.facets.map(Set(schema.numbers).contains)
    self.isNumber = isNumber
    fieldRanking = isNumber.indices.filter { isNumber[$0] } + isNumber.indices.filter { !isNumber[$0] }
    textRanking = ShownFields.titleRanking(self.schema)
  }

  /// Nil when the document cannot be read, which the engine would not have taken.
  package func summary(_ json: String) -> Summary? {
    var json = json
    var fields = DocumentFields()
    guard (try? json.withUTF8({ try reader.read($0, into: &fields) })) != nil else { return nil }
    let text = textRanking.lazy.compactMap { field in fields.texts.first { $0.field == field } }.first
    return Summary(title: text.map { Self.string($0, fields) } ?? "", values: values(fields))
  }

  private func values(_ fields: DocumentFields) -> [FieldValues] {
    fieldRanking.compactMap { field in
      let values = fields.facets.filter { $0.field == field }
      if values.isEmpty { return nil }
      let some = values.prefix(Self.maximumValues).map { Self.string($0, fields) }.joined(separator: ", ")
      return FieldValues(
        field: schema.facets[field], isNumber: isNumber[field],
        text: values.count > Self.maximumValues ? some + ", …" : some)
    }
  }

  private static func string(_ slice: DocumentFields.Slice, _ fields: DocumentFields) -> String {
    String(decoding: fields.bytes[slice.start..<slice.end], as: UTF8.self)
  }
}
