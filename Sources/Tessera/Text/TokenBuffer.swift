/// The tokens of one text, in order: folded term bytes and where each came from.
///
/// Filled by a `Tokenizer` again and again without allocating anew. Tokens may share bytes: the parts and the joined
/// form of `snake_case` are three windows on `snakecase`.
package struct TokenBuffer: Sendable {
  package struct Token: Equatable, Sendable {
    /// Where the folded term stands in `termBytes`: 1 to 255 bytes of UTF-8.
    package var termStart: UInt32
    package var termCount: UInt16
    package var kind: TokenKind
    /// Where the word stands in the source text, in UTF-8 offsets.
    package var sourceStart: UInt32
    package var sourceEnd: UInt32
    /// Which word of the text it is, from 0; parts and joined form of one word share a position.
    package var position: UInt32

    /// Where the folded term stands in `termBytes`.
    package var termRange: Range<Int> { Int(termStart)..<Int(termStart) + Int(termCount) }
  }

  package var termBytes: [UInt8] = []
  package var tokens: [Token] = []
  /// How many words the text has: what counts as its length. (Parts and joined form are one word.)
  package var wordCount: Int = 0

  package init() {}

  package mutating func removeAll() {
    termBytes.removeAll(keepingCapacity: true)
    tokens.removeAll(keepingCapacity: true)
    wordCount = 0
  }

  package func term(of token: Token) -> ArraySlice<UInt8> { termBytes[token.termRange] }
}

/// What a token is of its word. Tokens of one word stand together, in the order of these cases.
package enum TokenKind: UInt8, Sendable {
  /// A whole word, or an emoji.
  case word
  /// A part of a word with an inner apostrophe, dot or underscore: `snake`, `case`.
  case part
  /// All parts of a word run together: `snakecase`.
  case joined
  /// All parts of a word with apostrophes only, run together: `lorage`.
  case contracted
  /// The last part of a word with the `+` or `#` behind it: `c++`.
  case suffixed
  /// One Han or kana character, a word of its own.
  case character
  /// A Han or kana character and the next one, at the position of the first.
  case pair
}
