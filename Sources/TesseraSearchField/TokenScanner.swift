import Tessera

/// Takes the parts of a token's text one after the other, each with blanks before it left out.
///
/// It goes by scalars: a value that begins with a combining mark would make one character with the quote before it.
struct TokenScanner {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) { rest = text.unicodeScalars[...] }

  var isAtEnd: Bool { rest.allSatisfy(\.properties.isWhitespace) }

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    let trimmed = rest.drop(while: \.properties.isWhitespace)
    guard trimmed.first == sign else { return false }
    rest = trimmed.dropFirst()
    return true
  }

  /// Takes a quoted text; nil, and nothing is taken, where none begins or it does not end.
  mutating func quoted() -> String? {
    let start = rest.drop(while: \.properties.isWhitespace)
    guard start.first == "\"" else { return nil }
    var text = String.UnicodeScalarView()
    var place = start.dropFirst()
    while let scalar = place.popFirst() {
      if scalar == "\"" {
        guard place.first == "\"" else {
          rest = place
          return String(text)
        }
        place.removeFirst()
      }
      text.append(scalar)
    }
    return nil
  }

  /// Takes what stands before the first `sign`, trimmed, and the sign.
  mutating func bare(upTo sign: Unicode.Scalar) -> String? {
    guard let end = rest.firstIndex(of: sign) else { return nil }
    let text = String(rest[..<end].trimmed)
    rest = rest[rest.index(after: end)...]
    return text
  }

  /// All that is left as one value: quoted, or as it stands. Nil when it is blank.
  func value() -> String? {
    var scanner = self
    if let text = scanner.quoted(), scanner.isAtEnd { return text }
    let text = String(rest.trimmed)
    return text.isEmpty ? nil : text
  }

  /// All that is left as `{a|b}`.
  func values() -> [String]? {
    var scanner = self
    guard scanner.skip("{") else { return nil }
    if scanner.skip("}") { return scanner.isAtEnd ? [] : nil }
    var values: [String] = []
    while true {
      if let text = scanner.quoted() {
        values.append(text)
      } else {
        let end = scanner.rest.firstIndex { $0 == "|" || $0 == "}" } ?? scanner.rest.endIndex
        values.append(String(scanner.rest[..<end].trimmed))
        scanner.rest = scanner.rest[end...]
      }
      if scanner.skip("}") { return scanner.isAtEnd ? values : nil }
      guard scanner.skip("|") else { return nil }
    }
  }

  /// All that is left as `1990..1999`, with or without either bound, or, where the field has no other values, as one
  /// number, `1990–1999` or `1990-1999`.
  ///
  /// - Parameter areDates: Whether a year, month or day is all of it: `2024`, `2024-05..2024-07`.
  func numbers(isFacet: Bool, areDates: Bool) -> (from: Number?, through: Number?)? {
    let text = String(rest.trimmed)
    func span(_ text: String) -> DateSpan? { areDates ? DateSpan(text.trimmed) : nil }
    func range(_ from: String, _ through: String) -> (Number?, Number?)? {
      let lower = from.isBlank ? nil : span(from)?.from ?? Self.bound(from)
      let upper = through.isBlank ? nil : span(through)?.through ?? Self.bound(through)
      return (lower != nil || from.isBlank) && (upper != nil || through.isBlank) ? (lower, upper) : nil
    }
    if let (from, through) = Self.halves(of: text) { return range(from, through) }
    if isFacet { return nil }
    if let span = span(text) { return (span.from, span.through) }
    if let number = Self.bound(text) { return (number, number) }
    for (from, through) in Self.dashedHalves(of: text) {
      if let range = range(from, through) { return range }
    }
    return nil
  }

  /// What stands on both sides of each dash: as ranges are shown, and as people type them. A hyphen is a sign and
  /// within dates too, so that there it must have something on both sides.
  private static func dashedHalves(of text: String) -> [(String, String)] {
    guard text.utf8.count <= longestDashed else { return [] }
    return text.unicodeScalars.indices.compactMap { place in
      let sign = text.unicodeScalars[place]
      guard sign == "–" || sign == "-" else { return nil }
      let from = String(text[..<place])
      let through = String(text.unicodeScalars[place...].dropFirst())
      let isOpen = from.isBlank || through.isBlank
      if sign == "–" ? from.isBlank && through.isBlank : isOpen { return nil }
      return (from, through)
    }
  }

  /// Two dates with times and offsets have fewer bytes. Each dash is tried, so a text of dashes must not be long.
  private static let longestDashed = 100

  private static func halves(of text: String) -> (String, String)? {
    var before = text.utf8[...]
    while let dot = before.firstIndex(of: UInt8(ascii: ".")) {
      let next = text.utf8.index(after: dot)
      if next < text.utf8.endIndex, text.utf8[next] == UInt8(ascii: ".") {
        return (String(text[..<dot]), String(text[text.utf8.index(after: next)...]))
      }
      before = text.utf8[next...]
    }
    return nil
  }

  /// The infinities are written as numbers beyond a double, which the engine's reader refuses.
  private static func bound(_ text: String) -> Number? {
    switch text.trimmed {
    case "1e999": .double(.infinity)
    case "-1e999": .double(-.infinity)
    case let text: Number(text)
    }
  }
}
