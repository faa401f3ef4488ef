import Tessera

extension SearchToken: Identifiable {
  public var id: SearchToken { self }
}

/// The text form of the engine's tokens, for an index with these fields.
///
/// | Token | Text |
/// | --- | --- |
/// | `.facet("genre", "Comedy")` | `genre:Comedy` |
/// | `.facet("cast", "Brad Pitt")` | `cast:"Brad Pitt"` |
/// | `.anyOf("genre", ["War", "Film Noir"])` | `genre:{War\|"Film Noir"}` |
/// | `.noneOf("genre", ["War"])`, of several | `-genre:War`, `-genre:{War\|Drama}` |
/// | `.range("year", 1990...1999)`, half open | `year:1990..1999`, `year:1990..` |
/// | `.numbers("released", …)`, of a date field | `released:2024-05-17T00:00Z..` |
/// | `.plain("star wars")` | `star wars` |
///
/// A field name without quotes is one only when the index has that field; so `12:30` is a plain token, and a field
/// that the index does not have is written in quotes: `"12":30`. Values stand in quotes when they hold blanks or
/// signs, quotes within them are doubled, and everything else stands as it is. A plain token is in quotes only when
/// it would be read as something else. What fits no form is a plain token: reading never fails.
public struct SearchTokenForm: Sendable, Hashable {
  private let facets: Set<String>
  private let numbers: Set<String>
  private let dates: Set<String>

  /// - Parameter dates: Those of the number fields that hold dates.
  public init(
    facets: some Sequence<String> = [], numbers: some Sequence<String> = [],
    dates: some Sequence<String> = []
  ) {
    self.facets = Set(facets)
    self.dates = Set(dates)
    self.numbers = self.dates.union(numbers)
  }

  public init(_ schema: Schema, dates: some Sequence<String> = []) {
    self.init(facets: schema.facets, numbers: schema.numbers, dates: dates)
  }

  public init(_ snapshot: IndexSnapshot) {
    self.init(snapshot.schema, dates: snapshot.dateFields)
  }
}

extension TokenForm where Token == SearchToken {
  /// The engine's tokens. A plain token without text or a facet token without value is blank.
  public static func search(_ form: SearchTokenForm = SearchTokenForm()) -> TokenForm {
    TokenForm(
      text: { token in
        switch token {
        case .plain(let text) where text.isBlank: ""
        case .facet(_, let value) where value.isBlank: ""
        default: form.text(of: token)
        }
      },
      token: { form.token(from: $0) },
      searchToken: { $0 })
  }

  public static func search(_ schema: Schema) -> TokenForm { search(SearchTokenForm(schema)) }
}

extension SearchTokenForm {
  /// Reads back as an equal token, also where that is blank.
  public func text(of token: SearchToken) -> String {
    if case .plain(let text) = token {
      return !text.isEmpty && self.token(from: text) == token ? text : quoted(text)
    }
    return text(of: token) { isKnown, field in
      isKnown && Self.isSafe(field) ? field : quoted(field)
    }
  }

  /// The text with more quotes than are needed; it reads back as the same token.
  func quotedText(of token: SearchToken) -> String {
    if case .plain(let text) = token { return quoted(text) }
    return text(of: token) { _, field in quoted(field) }
  }

  private func text(of token: SearchToken, name: (Bool, String) -> String) -> String {
    switch token {
    case .plain(let text): text
    case .facet(let field, let value):
      name(facets.contains(field), field) + ":" + written(value)
    case .anyOf(let field, let values):
      name(facets.contains(field), field) + ":" + written(values)
    case .noneOf(let field, let values):
      "-" + name(facets.contains(field), field) + ":"
        + (values.count == 1 ? written(values[0]) : written(values))
    case .numbers(let field, let from, let through):
      name(numbers.contains(field), field) + ":" + written(from, of: field) + ".."
        + written(through, of: field)
    }
  }

  /// Dates as such where that is exact. With their time, so that they read alike as either bound.
  private func written(_ bound: Number?, of field: String) -> String {
    guard let bound else { return "" }
    return dates.contains(field) ? bound.dateText ?? bound.description : bound.description
  }

  private func written(_ values: [String]) -> String {
    "{" + values.map(written).joined(separator: "|") + "}"
  }

  private func written(_ value: String) -> String {
    Self.isSafe(value) ? value : quoted(value)
  }

  /// Whether a field or value can stand without quotes: neither blank nor sign has a meaning in it.
  private static func isSafe(_ text: String) -> Bool {
    !text.isEmpty && !text.utf8.starts(with: "-".utf8) && !text.contains("..")
      && text.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && !":\"{}|,".unicodeScalars.contains(scalar)
      }
  }
}

/// In quotes, those within doubled.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" { result.unicodeScalars.append(scalar) }
    result.unicodeScalars.append(scalar)
  }
  return result + "\""
}

extension SearchTokenForm {
  /// Never fails: what is in no other form is a plain token, trimmed.
  public func token(from text: String) -> SearchToken {
    var rest = TokenScanner(text)
    if let whole = rest.quoted(), rest.isAtEnd { return .plain(whole) }
    rest = TokenScanner(text)
    let excludes = rest.skip("-")
    if let name = rest.quoted(), rest.skip(":") {
      return token(in: name, excludes: excludes, rest, isFacet: true, isNumber: true)
        ?? .plain(text.trimmed)
    }
    rest = TokenScanner(text)
    _ = rest.skip("-")
    if let name = rest.bare(upTo: ":"), facets.contains(name) || numbers.contains(name) {
      let token = token(
        in: name, excludes: excludes, rest, isFacet: facets.contains(name), isNumber: numbers.contains(name))
      return token ?? .plain(text.trimmed)
    }
    return .plain(text.trimmed)
  }

  /// What stands behind the colon; nil where that is no value of such a field.
  private func token(
    in field: String, excludes: Bool, _ scanner: TokenScanner, isFacet: Bool, isNumber: Bool
  ) -> SearchToken? {
    if isNumber, !excludes,
      let (from, through) = scanner.numbers(isFacet: isFacet, areDates: dates.contains(field))
    {
      return .numbers(field, from: from, through: through)
    }
    guard isFacet else { return nil }
    if let values = scanner.values() {
      return excludes ? .noneOf(field, values) : .anyOf(field, values)
    }
    guard let value = scanner.value() else { return nil }
    return excludes ? .noneOf(field, [value]) : .facet(field, value)
  }
}
