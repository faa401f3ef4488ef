import Tessera

/// A document as the reference sees it: its terms with their weighted frequencies, and its values.
package struct ReferenceDocument {
  package let key: String
  /// How often each term occurs, each occurrence times the weight of its field.
  package var frequencies: [ReferenceTerm: Int] = [:]
  /// Words times the weight of their field, not yet rounded to what a byte can hold.
  package var length = 0
  /// Each facet field's values: what compares, and the first spelling.
  package var facets: [String: [ReferenceTerm: String]] = [:]
  package var numbers: [String: [Number]] = [:]
  /// The number fields with a value that is no date.
  package var undated: Set<String> = []
  package var isDeleted = false

  /// The length as one byte keeps it, which is what ranking knows of it.
  package var roundedLength: Int { ReferenceLength.rounded(length) }

  package init(json: String, schema: Schema, text: some ReferenceText) throws {
    let document = try JSONValue(parsing: json)
    key = schema.key.flatMap { document.values(at: $0).first?.text } ?? ""
    for field in schema.text {
      for value in document.values(at: field.path).compactMap(\.text) {
        let (terms, wordCount) = text.terms(of: value)
        for term in terms { frequencies[term, default: 0] += field.weight }
        length += field.weight * wordCount
      }
    }
    for field in schema.facets {
      for value in document.values(at: field).compactMap(\.text) where !text.folded(value).isEmpty {
        let term = text.folded(value)
        facets[field, default: [:]][term] = facets[field]?[term] ?? value
      }
    }
    for field in schema.numbers {
      let values = document.values(at: field)
      // How dates are read is the engine's own affair.
      numbers[field] = values.compactMap { $0.number ?? $0.text.flatMap { Number($0) } }
      if values.contains(where: { $0.number != nil }) { undated.insert(field) }
    }
  }

  /// The weighted frequency of all words together that a prefix begins.
  package func frequency(ofPrefix prefix: ReferencePrefix) -> Int {
    frequencies.filter { prefix.begins($0.key) }.values.reduce(0, +)
  }
}
