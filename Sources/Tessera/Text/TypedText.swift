/// The trailing text of a search field, as what it requires of a document: complete words, and the start of one more.
///
/// The last word is a prefix unless white space stands behind it. Nothing typed is an error, and a text without any
/// term is empty. Of each word it requires, so that what a person sees in a document finds that document:
/// - a word with apostrophes (`l'avion`, `moloka'i`), or with dots between single letters (`U.S.A.`): the joined form,
///   which is also how people write it who leave them out;
/// - a word with other dots or underscores (`snake_case`, `www.example.com`): every part, so that `example.com` finds
///   `www.example.com`;
/// - a word with `+` or `#` behind it (`c++`): just that term, unless a single such sign ties two words (`salt+pepper`);
/// - a run of two or more Han or kana characters: every pair, not merely the characters; of one: the character.
package struct TypedText: Equatable, Sendable {
  /// Complete words, all required, each once, in the order typed.
  package var words: [[UInt8]] = []
  /// The word still being typed.
  package var prefix: TermPrefix?
  /// All of them in the order typed, the one still being typed last; a word typed twice stands here twice.
  package var sequence: [TypedWord] = []

  package var isEmpty: Bool { words.isEmpty && prefix == nil }

  package init(_ text: String, tokenizer: inout Tokenizer) {
    var text = text
    var buffer = TokenBuffer()
    text.withUTF8 { tokenizer.tokenize($0, into: &buffer) }
    sequence = buffer.requiredTerms()
    var complete = sequence[...]
    if let last = sequence.last, !Self.isClosed(text, after: buffer.tokens.map(\.sourceEnd).max() ?? 0) {
      prefix = TermPrefix(last.term)
      complete.removeLast()
    }
    words = Self.eachOnce(complete)
  }

  /// The terms of some words, each once, in their order.
  static func eachOnce(_ words: ArraySlice<TypedWord>) -> [[UInt8]] {
    if words.count < 2 { return words.map(\.term) }
    var seen: Set<[UInt8]> = []
    return words.map(\.term).filter { seen.insert($0).inserted }
  }

  /// Whether white space follows the last word, which ends at `offset`.
  private static func isClosed(_ text: String, after offset: UInt32) -> Bool {
    let rest = text.utf8.dropFirst(Int(offset))
    return String(decoding: rest, as: UTF8.self).unicodeScalars.contains { $0.properties.isWhitespace }
  }
}

/// What a word of a typed text requires, and where the word begins in the text, in UTF-8.
package struct TypedWord: Equatable, Sendable {
  package let term: [UInt8]
  package let start: Int
}

extension TokenBuffer {
  /// What a query for this text requires, in the order of the text.
  fileprivate func requiredTerms() -> [TypedWord] {
    var required: [TypedWord] = []
    var start = 0
    var endOfPair: UInt32?
    while start < tokens.count {
      let end = tokens[start...].firstIndex { $0.position != tokens[start].position } ?? tokens.count
      let word = tokens[start..<end]
      if let pair = word.last, pair.kind == .pair {
        required.append(typedWord(pair))
        endOfPair = pair.sourceEnd
      } else if word[start].kind != .character {
        required += requiredTerms(of: word, next: end < tokens.count ? tokens[end] : nil)
      } else if word[start].sourceEnd != endOfPair {
        required.append(typedWord(word[start]))
      }
      start = end
    }
    return required
  }

  /// What a word, given by all its tokens, requires.
  private func requiredTerms(of word: ArraySlice<Token>, next: Token?) -> [TypedWord] {
    var chosen = word.filter { $0.kind == .word || $0.kind == .part }
    if let joined = word.first(where: { $0.kind == .joined || $0.kind == .contracted }) {
      if joined.kind == .contracted || chosen.allSatisfy(isSingleCharacter) { chosen = [joined] }
    }
    if let suffixed = word.last, suffixed.kind == .suffixed, !ties(suffixed, to: next) {
      if chosen.last?.kind == .word || chosen.last?.kind == .part { chosen.removeLast() }
      chosen.append(suffixed)
    }
    return chosen.map(typedWord)
  }

  private func typedWord(_ token: Token) -> TypedWord {
    TypedWord(term: Array(term(of: token)), start: Int(token.sourceStart))
  }

  private func isSingleCharacter(_ token: Token) -> Bool {
    String(decoding: term(of: token), as: UTF8.self).unicodeScalars.count == 1
  }

  /// Whether a single sign stands between a word and the next, as in `salt+pepper`.
  private func ties(_ suffixed: Token, to next: Token?) -> Bool {
    let signs = term(of: suffixed).reversed().prefix { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
    return signs.count == 1 && next?.sourceStart == suffixed.sourceEnd
  }
}
