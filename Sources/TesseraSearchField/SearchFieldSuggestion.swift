/// A line of the list under the field. The host brings the list; the field walks it and accepts from it.
public enum SearchFieldSuggestion<Token: Identifiable & Hashable & Sendable>: Sendable, Hashable {
  /// A token, with its field and value as they are shown, and how many documents have it.
  case token(Token, field: String = "", value: String, count: Int? = nil)
  /// A word that continues the last one of the text.
  case word(String, count: Int? = nil)

  public var token: Token? {
    if case .token(let token, _, _, _) = self { token } else { nil }
  }
}

extension SearchFieldSuggestion: Identifiable {
  /// The same for the same token or word, whatever its count.
  public enum ID: Hashable {
    case token(Token.ID)
    case word(String)
  }

  public var id: ID {
    switch self {
    case .token(let token, _, _, _): .token(token.id)
    case .word(let word, _): .word(word)
    }
  }
}

extension SearchFieldSuggestion {
  /// Whether typing `text`, trimmed, asks for this token: by its value, as `field:value`, or by its text form. Case
  /// does not count.
  func isNamed(by text: String, form: TokenForm<Token>) -> Bool {
    guard case .token(let token, let field, let value, _) = self else { return false }
    let text = text.lowercased()
    return text == value.lowercased() || text == "\(field):\(value)".lowercased()
      || text == form.text(of: token).lowercased()
  }

  /// The text with its last word replaced by `word`, closed by a blank.
  ///
  /// What was typed of the word is the longest end of the text without blanks that it begins with, so that
  /// `l'orag` becomes `l'orage`; where there is none, since the word is spelt otherwise, all behind the last blank.
  static func completed(_ text: String, with word: String) -> String {
    let start = text.lastIndex(where: \.isWhitespace).map(text.index(after:)) ?? text.startIndex
    let folded = word.lowercased()
    let typed = text[start...].indices.first { folded.hasPrefix(text[$0...].lowercased()) } ?? start
    return text[..<typed] + word + " "
  }
}
