/// A query with its field names checked and its text cut into terms: what a snapshot searches.
///
/// Making one costs what tokenising costs; it can be searched many times, on any snapshot of the index. A class, since
/// one reference is cheaper to hand on than what it holds.
package final class ResolvedQuery: Sendable {
  /// A condition that every hit meets and that does not score.
  enum Condition: Sendable {
    /// One of these values, folded, each in a facet field. A committed token has one.
    case anyFacet([FacetValue], own: Int?)
    /// None of these values. `own` is the facet field whose token it is.
    case noFacet([FacetValue], own: Int)
    /// A number in a number field, both bounds included.
    case numbers(field: Int, from: Number?, through: Number?)
    /// The value in any facet field or, where none has it, these words.
    case plain(value: [UInt8], words: [[UInt8]])
    /// All of these complete words.
    case words([[UInt8]])
  }

  struct FacetValue: Sendable, Hashable {
    /// The place of the field among the schema's facet fields.
    let field: Int
    let folded: [UInt8]
  }

  /// Complete words, different ones, in the order of the text.
  let words: [[UInt8]]
  /// The word still being typed.
  let prefix: TermPrefix?
  /// Where it begins in the text, in UTF-8.
  let prefixStart: Int
  let match: Query.WordMatch
  let conditions: [Condition]
  /// Whether it is not yet decided what each token means.
  let hasPlain: Bool
  /// The text as the beginning of a token; nil where no suggestions are wanted.
  let suggestionText: SuggestionText?

  /// - Parameter names: where tokens are to be suggested, the names of the schema's fields.
  ///
  /// A range whose bounds are out of order holds no number.
  ///
  /// - Throws: `.unknownField` for a field that the schema does not have in the kind a token needs, `.limitExceeded` for
  ///   a query beyond `Query.Limits`.
  package init(
    _ query: Query, schema: Schema, names: FieldNames? = nil, tokenizer: inout Tokenizer
  ) throws(TesseraError) {
    let typed = TypedText(query.text, tokenizer: &tokenizer)
    words = typed.words
    prefix = typed.prefix
    prefixStart = typed.sequence.last?.start ?? 0
    match = query.match
    suggestionText = names.map { SuggestionText(query.text, typed: typed, names: $0, tokenizer: &tokenizer) }
    try query.checkTokens()
    var conditions: [Condition] = []
    for token in query.tokens { conditions.append(try Self.condition(token, schema, &tokenizer)) }
    self.conditions = conditions
    hasPlain = Self.hasPlain(conditions)
    let tokenWords = conditions.reduce(0) {
      if case .plain(_, let words) = $1 { $0 + words.count } else { $0 }
    }
    try Query.checkWords(words.count + (prefix == nil ? 0 : 1) + tokenWords)
  }

  private static func condition(
    _ token: SearchToken, _ schema: Schema, _ tokenizer: inout Tokenizer
  ) throws(TesseraError) -> Condition {
    switch token {
    case .facet(let field, let value):
      let number = try schema.facetNumber(field)
      return .anyFacet([FacetValue(field: number, folded: FacetFolding.fold(value))], own: number)
    case .anyOf(let field, let values):
      let number = try schema.facetNumber(field)
      return .anyFacet(
        values.map { FacetValue(field: number, folded: FacetFolding.fold($0)) }, own: number)
    case .noneOf(let field, let values):
      let number = try schema.facetNumber(field)
      return .noFacet(
        values.map { FacetValue(field: number, folded: FacetFolding.fold($0)) }, own: number)
    case .numbers(let field, let from, let through):
      return .numbers(field: try schema.numberField(field), from: from, through: through)
    case .plain(let text):
      let typed = TypedText(text + " ", tokenizer: &tokenizer)
      return .plain(value: FacetFolding.fold(text), words: typed.words)
    }
  }

  private init(_ query: ResolvedQuery, words: [[UInt8]], prefix: TermPrefix?, conditions: [Condition]) {
    (self.words, self.prefix, self.conditions) = (words, prefix, conditions)
    (prefixStart, match, suggestionText) = (query.prefixStart, query.match, query.suggestionText)
    hasPlain = Self.hasPlain(conditions)
  }

  /// The same tokens with other words, all of them complete.
  func with(words: [[UInt8]]) -> ResolvedQuery {
    ResolvedQuery(self, words: words, prefix: nil, conditions: conditions)
  }

  /// The same text with other tokens.
  func with(conditions: [Condition]) -> ResolvedQuery {
    ResolvedQuery(self, words: words, prefix: prefix, conditions: conditions)
  }

  private static func hasPlain(_ conditions: [Condition]) -> Bool {
    conditions.contains { if case .plain = $0 { true } else { false } }
  }

  /// At most how many lists the conditions need.
  var listCount: Int {
    var count = 0
    for condition in conditions {
      if case .words(let words) = condition { count += words.count } else { count += 1 }
    }
    return count
  }

  /// Whether the condition comes from a token of this facet field.
  static func isOwn(_ condition: Condition, ofFacet field: Int) -> Bool {
    switch condition {
    case .anyFacet(_, let own): own == field
    case .noFacet(_, let own): own == field
    case .numbers, .plain, .words: false
    }
  }
}

extension FacetFolding {
  static func fold(_ value: String) -> [UInt8] {
    var value = value
    var folded: [UInt8] = []
    value.withUTF8 { fold($0, into: &folded) }
    return folded
  }
}

extension Schema {
  /// The place of a facet field among the facet fields.
  func facetNumber(_ name: String) throws(TesseraError) -> Int {
    if let number = facets.firstIndex(of: name) { return number }
    throw unknownField(name, kind: "facet", known: facets)
  }

  /// The place of a number field among the number fields.
  func numberField(_ name: String) throws(TesseraError) -> Int {
    if let number = numbers.firstIndex(of: name) { return number }
    throw unknownField(name, kind: "number", known: numbers)
  }

  private func unknownField(_ name: String, kind: String, known: [String]) -> TesseraError {
    let names =
      known.isEmpty ? "the index has none" : "the index has " + known.joined(separator: ", ")
    return TesseraError(.unknownField, "unknown \(kind) field: \(name); \(names)")
  }
}
