import Tessera

/// A line of the list under the field. The host brings the list; the field walks it and accepts from it.
public enum SearchFieldSuggestion<Token: Identifiable & Hashable & Sendable>: Sendable, Hashable {
  /// A token, with its field and value as they are shown, how many documents have it, and where the part of the text
  /// begins that it takes the place of, in UTF-8 bytes: what stands before that stays.
  case token(Token, field: String = "", value: String, count: Int? = nil, textStart: Int = 0)
  /// A word that continues the last one of the text, and where that begins, which is found where it is not given.
  case word(String, count: Int? = nil, textStart: Int? = nil)

  public var token: Token? {
    if case .token(let token, _, _, _, _) = self { token } else { nil }
  }
}

extension SearchFieldSuggestion where Token == SearchToken {
  public init(_ suggested: SuggestedToken) {
    self = .token(
      suggested.token, field: suggested.field, value: suggested.value, count: suggested.count,
      textStart: suggested.textStart)
  }

  public init(_ completion: Completion) {
    self = .word(completion.word, count: completion.count, textStart: completion.textStart)
  }
}

extension SearchPage {
  /// The lines for the list under the field: tokens, those that are there already left out, then words.
  public func suggestions(besides tokens: [SearchToken] = []) -> [SearchFieldSuggestion<SearchToken>] {
    suggestedTokens.filter { !tokens.contains($0.token) }.map { SearchFieldSuggestion($0) }
      + completions.map { SearchFieldSuggestion($0) }
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
    case .token(let token, _, _, _, _): .token(token.id)
    case .word(let word, _, _): .word(word)
    }
  }
}

extension SearchFieldSuggestion {
  /// Whether typing `text`, trimmed, asks for this token: by its value, as `field:value`, or by its text form. Case
  /// does not count, nor which dash stands in a range.
  func isNamed(by text: String, form: TokenForm<Token>) -> Bool {
    guard case .token(let token, let field, let value, _, _) = self else { return false }
    func plain(_ text: String) -> String { text.lowercased().replacing("–", with: "-") }
    let text = plain(text)
    return text == plain(value) || text == plain("\(field):\(value)") || text == plain(form.text(of: token))
  }

  /// The text with its last word replaced by `word`, closed by a blank.
  ///
  /// Where it is not known what was typed of the word, it is the longest end of the text without blanks that the word
  /// begins with, so that `l'orag` becomes `l'orage`; where there is none, since the word is spelt otherwise, all
  /// behind the last blank.
  static func completed(_ text: String, with word: String, at textStart: Int? = nil) -> String {
    if let textStart { return text.cut(atByte: textStart) + word + " " }
    let start = text.lastIndex(where: \.isWhitespace).map(text.index(after:)) ?? text.startIndex
    let folded = word.lowercased()
    let typed = text[start...].indices.first { folded.hasPrefix(text[$0...].lowercased()) } ?? start
    return text[..<typed] + word + " "
  }
}

extension String {
  /// Up to a place in UTF-8, or all of it.
  func cut(atByte end: Int) -> String { String(decoding: utf8.prefix(max(0, end)), as: UTF8.self) }
}
