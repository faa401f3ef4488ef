extension Schema {
  /// What a schema may be at most.
  package enum Limits {
    /// Text, facet and number fields together.
    package static let fields = 256
    package static let weights = 1...1000
    package static let pathBytes = 1024
    /// Names in a dotted path.
    package static let pathParts = 32
  }

  /// Checks the rules that hold for every schema.
  ///
  /// A schema may have no fields at all: its documents are found by their keys alone.
  ///
  /// - Throws: `.invalidSchema` naming the field.
  package func validate() throws(TesseraError) {
    let count = text.count + facets.count + numbers.count
    if count > Limits.fields {
      throw TesseraError(
        .invalidSchema,
        "too many fields: expected at most \(Limits.fields) of text, facets and numbers together, found \(count)"
      )
    }
    for field in text where !Limits.weights.contains(field.weight) {
      throw TesseraError(
        .invalidSchema,
        "the weight of the text field \"\(field.path)\": expected \(Limits.weights.lowerBound) to "
          + "\(Limits.weights.upperBound), found \(field.weight)")
    }
    for path in text.map(\.path) { try Self.validate(path, of: "text field") }
    for path in facets { try Self.validate(path, of: "facet") }
    for path in numbers { try Self.validate(path, of: "number field") }
    if let key { try Self.validate(key, of: "key") }
  }

  private static func validate(_ path: String, of role: String) throws(TesseraError) {
    if path.isEmpty {
      throw TesseraError(
        .invalidSchema, "the path of a \(role): expected a name such as \"title\", found an empty one")
    }
    if path.utf8.count > Limits.pathBytes {
      throw TesseraError(
        .invalidSchema,
        "the path of a \(role): expected at most \(Limits.pathBytes) bytes, found \(path.utf8.count)")
    }
    let parts = path.utf8.count { $0 == UInt8(ascii: ".") } + 1
    if parts > Limits.pathParts {
      throw TesseraError(
        .invalidSchema,
        "the path \"\(path)\" of a \(role): expected at most \(Limits.pathParts) names, found \(parts)")
    }
  }
}
