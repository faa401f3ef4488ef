import Tessera

/// Takes what is shown of a document out of it, at once: its texts, and a title and a few values that tell it apart.
///
/// Made once for a schema, for any number of threads.
package final class DocumentSummarizer: Sendable {
  package struct Summary: Sendable {
    /// In ascending order of path and within a field in that of the document.
    package var texts: [(field: String, text: String)]
    /// Of the best text field that the document has; empty when it has no text.
    package var title: String
    /// The document's own before those of its parts; numbers first, since they are short, then facets. Neither the key nor
    /// what stands as a text beside them.
    package var values: [FieldValues]
  }

  /// What a document has of a field.
  package struct FieldValues: Hashable, Sendable {
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
  private let readers: Pool<(reader: JSONDocumentReader, fields: DocumentFields)>
  /// The places of the text fields in the schema, the most title-like first.
  private let textRanking: [Int]

  package init(_ schema: Schema) {
    let fields = ShownFields(schema)
    let elsewhere = [schema.key, fields.title, fields.snippet].compactMap { $0 }
    // Numbers are shown as they are written, dates above all: so they are read as facets here.
    let read = Schema(
      text: Dictionary(uniqueKeysWithValues: schema.text.map { ($0.path, $0.weight) }),
      facets: Array(Set(schema.facets + schema.numbers).subtracting(elsewhere)), storesDocuments: false)
    self.schema = read
    readers = Pool { (JSONDocumentReader(schema: read), DocumentFields()) }
    let isNumber = read.facets.map(Set(schema.numbers).contains)
    self.isNumber = isNumber
    fieldRanking = isNumber.indices.sorted { left, right in
      func rank(_ field: Int) -> (Int, Int, Int) {
        (ShownFields.depth(read.facets[field]), isNumber[field] ? 0 : 1, field)
      }
      return rank(left) < rank(right)
    }
    textRanking = ShownFields.titleRanking(read)
  }

  /// - Parameter json: the hit's document, as it is stored.
  /// - Throws: `.corrupt` when it is no document, which the engine would not have taken.
  package func summary(
    _ json: String, of hit: Hit, in snapshot: IndexSnapshot
  ) throws(TesseraError) -> Summary {
    var json = json
    do throws(TesseraError) {
      return try readers.withItem { (item) throws(TesseraError) in
        try json.withUTF8 { bytes in
          Result { () throws(TesseraError) in try item.reader.read(bytes, into: &item.fields) }
        }.get()
        return summary(item.fields)
      }
    } catch {
      throw snapshot.damage(of: hit, error)
    }
  }

  private func summary(_ fields: DocumentFields) -> Summary {
    let title = textRanking.lazy.compactMap { field in fields.texts.first { $0.field == field } }.first
    let texts = fields.texts.sorted { ($0.field, $0.start) < ($1.field, $1.start) }
    return Summary(
      texts: texts.map { (schema.text[$0.field].path, Self.string($0, fields)) },
      title: title.map { Self.string($0, fields) } ?? "", values: values(fields))
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
