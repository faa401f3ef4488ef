/// Tokens and text in a row, separated by commas, tabs or new lines: what is copied and pasted.
struct TokenList {
  /// Those that a separator ends, trimmed, without blank ones.
  private(set) var parts: [String] = []
  /// What stands behind the last separator, without blanks before it; all of the text, as it is, without separator.
  private(set) var rest = ""

  /// Separators within quotes are none. A quote opens where a value may begin: at the start of a part and behind
  /// `:`, `{`, `|` and a leading `-`. One that nothing closes is a character like others.
  init(_ text: String) {
    var place = text.unicodeScalars[...]
    var part = place
    var mayOpen = true
    /// Whether the part has been white space alone so far.
    var isBlank = true
    while let scalar = place.first {
      if scalar == "\"", mayOpen, let end = Self.end(ofQuoted: place) {
        place = end
        (mayOpen, isBlank) = (false, false)
        continue
      }
      if Self.isSeparator(scalar) {
        parts.append(String(part[..<place.startIndex].trimmed))
        part = place.dropFirst()
        mayOpen = true
        isBlank = true
      } else if scalar == "-" {
        mayOpen = isBlank
        isBlank = false
      } else if !scalar.properties.isWhitespace {
        mayOpen = scalar == ":" || scalar == "{" || scalar == "|"
        isBlank = false
      }
      place.removeFirst()
    }
    rest = String(parts.isEmpty ? part : part.drop(while: \.properties.isWhitespace))
    parts.removeAll { Self.unquoted($0).isBlank }
  }

  /// Without its quotes, where it is quoted as a whole.
  static func unquoted(_ part: String) -> String {
    var scanner = TokenScanner(part)
    guard let text = scanner.quoted(), scanner.isAtEnd else { return part }
    return text
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ",", "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Behind the quoted text that begins here; nil where it does not end.
  private static func end(ofQuoted text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    var place = text.dropFirst()
    while let scalar = place.popFirst() {
      guard scalar == "\"" else { continue }
      guard place.first == "\"" else { return place }
      place.removeFirst()
    }
    return nil
  }
}

extension TokenForm {
  /// The tokens, each followed by a comma, then the text: what is read back by pasting.
  func list(of tokens: some Sequence<Token>, then text: String = "") -> String {
    var list = tokens.map { part(for: $0) + "," }
    if !text.isEmpty { list.append(text) }
    return list.joined(separator: " ")
  }

  /// In quotes where the text would fall apart, or would take its neighbour along by a quote that it leaves open.
  private func part(for token: Token) -> String {
    let text = text(of: token)
    return TokenList(text + ",\"").parts == [text] ? text : quoted(text)
  }

  /// A part of a list; where the form does not know it in quotes, without them.
  func token(fromPart part: String) -> Token? {
    token(from: part) ?? token(from: TokenList.unquoted(part))
  }
}
