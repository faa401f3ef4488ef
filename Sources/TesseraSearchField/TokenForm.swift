import Tessera

/// How tokens of one type are written as text, read back, and asked of the engine.
///
/// The text form is what `searchText` holds and what is copied. It must be lossless: `token(from: text(of: token))`
/// is equal to the token. A token whose text is blank has no place in a field.
public struct TokenForm<Token: Identifiable & Hashable & Sendable>: Sendable {
  private let write: @Sendable (Token) -> String
  private let read: @Sendable (String) -> Token?
  private let ask: @Sendable (Token) -> SearchToken

  /// A form from its three functions.
  ///
  /// - Parameters:
  ///   - text: The text form. Two tokens with one text are repeats of each other.
  ///   - token: Reads the text form, and whatever else a person may type for a token; nil for what is none.
  ///   - searchToken: What the token asks of the engine.
  public init(
    text: @escaping @Sendable (Token) -> String,
    token: @escaping @Sendable (String) -> Token?,
    searchToken: @escaping @Sendable (Token) -> SearchToken
  ) {
    write = text
    read = token
    ask = searchToken
  }

  public func text(of token: Token) -> String { write(token) }

  public func token(from text: String) -> Token? {
    guard let token = read(text), !write(token).isBlank else { return nil }
    return token
  }

  public func searchToken(for token: Token) -> SearchToken { ask(token) }
}

extension TokenForm where Token: CaseIterable & RawRepresentable, Token.RawValue == String {
  /// Each case stands for its raw value in one facet field; case does not count when it is read.
  ///
  /// ```swift
  /// enum Genre: String, CaseIterable, Identifiable { case comedy, drama; var id: Self { self } }
  /// let form = TokenForm<Genre>(facet: "genre")
  /// ```
  public init(facet field: String) {
    self.init(
      text: { $0.rawValue },
      token: { text in
        let text = text.trimmed.lowercased()
        return Token.allCases.first { $0.rawValue.lowercased() == text }
      },
      searchToken: { .facet(field, $0.rawValue) })
  }
}

/// A token of a caller's own type, or one of the engine: for fields that hold both.
public enum MixedToken<Typed: Identifiable & Hashable & Sendable>: Identifiable, Sendable, Hashable {
  case typed(Typed)
  case search(SearchToken)

  public enum ID: Hashable {
    case typed(Typed.ID)
    case search(SearchToken)
  }

  public var id: ID {
    switch self {
    case .typed(let token): .typed(token.id)
    case .search(let token): .search(token)
    }
  }
}

extension TokenForm {
  /// Text is read as a typed token where it is one, and else as a token of the engine. An engine's token whose text
  /// is that of a typed one is written in quotes.
  public static func mixed<Typed>(
    _ typed: TokenForm<Typed>, _ search: SearchTokenForm = SearchTokenForm()
  ) -> TokenForm where Token == MixedToken<Typed> {
    TokenForm(
      text: { token in
        switch token {
        case .typed(let token): return typed.text(of: token)
        case .search(let token):
          let text = search.text(of: token)
          return typed.token(from: text) == nil ? text : search.quotedText(of: token)
        }
      },
      token: { text in
        if let token = typed.token(from: text) { return .typed(token) }
        return TokenForm<SearchToken>.search(search).token(from: text).map { .search($0) }
      },
      searchToken: { token in
        switch token {
        case .typed(let token): typed.searchToken(for: token)
        case .search(let token): token
        }
      })
  }
}
