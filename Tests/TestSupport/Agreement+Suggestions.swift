import Tessera

/// Throws a `Disagreement` unless the page suggests the tokens and words that the reference would, as many as the
/// options ask for.
package func checkAgreement(
  _ page: SearchPage, with reference: ReferenceSuggestions, options: SearchOptions,
  text: some ReferenceText
) throws {
  let tokens = page.suggestedTokens.map { folded($0, text) }
  let expectedTokens = Array(reference.tokens.prefix(options.suggestions))
  guard tokens == expectedTokens else {
    throw Disagreement("suggested tokens: engine \(tokens), reference \(expectedTokens)")
  }
  let completions = page.completions.map {
    ReferenceSuggestions.Word(word: Array($0.word.utf8), count: $0.count)
  }
  let expectedWords = Array(reference.completions.prefix(options.completions))
  guard completions == expectedWords else {
    throw Disagreement("completions: engine \(completions), reference \(expectedWords)")
  }
}

private func folded(_ suggestion: SuggestedToken, _ text: some ReferenceText) -> ReferenceSuggestions.Token {
  var token = suggestion.token
  if case .facet(let field, let value) = token {
    token = .facet(field, String(decoding: text.folded(value), as: UTF8.self))
  }
  return ReferenceSuggestions.Token(token: token, count: suggestion.count)
}

extension TinySearch {
  /// A search for suggestions, whose text is often a beginning of a value, of a number, or the name of a field.
  package init(suggestingAmong words: [String], using random: inout SeededGenerator) {
    self.init(words: words, using: &random)
    let value = (TinyCorpus.genres + TinyCorpus.tags).randomElement(using: &random)!
    let beginning = String(value.prefix(.random(in: 1...5, using: &random)))
    let number = ["0", "1", "2", "7", "10", "100", "007", "1000"].randomElement(using: &random)!
    let date = [
      "2", "20", "202", "2024", "2024-", "2024-0", "2024-05", "2024-05-", "2024-05-1", "2024-05-17",
      "2024-13",
    ]
    .randomElement(using: &random)!
    let name = ["genre", "Tag", "year", "price", "released"].randomElement(using: &random)!
    let end = [
      beginning, beginning, value, number, name, name + ":", "\(name):\(beginning)", "\(name):\(number)", "",
      date, "\(name):\(date)", "\(name):a \(date)", "released",
    ]
    .randomElement(using: &random)!
    switch Int.random(in: 0..<4, using: &random) {
    case 0: break
    case 1: query.text += " " + end
    default: query.text = end
    }
    if Int.random(in: 0..<6, using: &random) == 0 { query.text += " " }
    let limit = [1, 2, 5, 10, 100].randomElement(using: &random)!
    (options.suggestions, options.completions) = (limit, limit)
  }
}
