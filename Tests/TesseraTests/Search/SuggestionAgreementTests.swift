import TestSupport
import Testing

@testable import Tessera

/// Suggested tokens and completions against a plain scan, over random histories of small documents.
@Suite("Suggestions agree with a plain scan")
struct SuggestionAgreementTests {
  @Test("suggests what a scan suggests, with the same counts", arguments: 0..<AgreementTests.seedCount)
  func agreesOverSmallHistories(seed: Int) throws {
    try check(seed: seed, text: PlainText())
  }

  @Test(
    "suggests what a scan suggests of words that the text rules cut, join and fold",
    arguments: 0..<AgreementTests.seedCount)
  func agreesOverRuledWords(seed: Int) throws {
    try check(seed: seed, words: TinyCorpus.ruledWords, text: RuledText())
  }

  @Test(
    "suggests what a scan suggests where lists have many blocks",
    arguments: 0..<(AgreementTests.seedCount / 40))
  func agreesOverLongLists(seed: Int) throws {
    try check(seed: seed, documentLimit: 2_000, text: PlainText())
  }

  private func check(
    seed: Int, words: [String] = TinyCorpus.plainWords, documentLimit: Int = 40, text: some ReferenceText
  ) throws {
    var random = SeededGenerator(seed: seed)
    let history = TinyHistory(words: words, documentLimit: documentLimit, using: &random)
    let queries = (0..<30).map { _ in Self.query(words, using: &random) }
    let limits = [1, 2, 5, 10, 100]
    try withTemporaryDirectory { folder in
      var twin = try TwinIndex(folder: folder, schema: history.schema, text: text)
      for write in history.writes {
        try twin.apply(write)
        let snapshot = try twin.engine.snapshot()
        for query in queries {
          let limit = limits.randomElement(using: &random)!
          let page = try snapshot.search(
            query, options: SearchOptions(limit: 3, suggestions: limit, completions: limit))
          let expected = twin.reference.suggestions(for: query)
          let tokens = page.suggestedTokens.map { Self.folded($0, text) }
          #expect(
            tokens == Array(expected.tokens.prefix(limit)),
            "seed \(seed), limit \(limit), \(query)\n\(history)")
          let completions = page.completions.map {
            ReferenceSuggestions.Word(word: Array($0.word.utf8), count: $0.count)
          }
          #expect(
            completions == Array(expected.completions.prefix(limit)),
            "seed \(seed), limit \(limit), \(query)\n\(history)")
          if tokens != Array(expected.tokens.prefix(limit))
            || completions != Array(expected.completions.prefix(limit))
          {
            return
          }
        }
      }
    }
  }

  private static func folded(_ suggestion: SuggestedToken, _ text: some ReferenceText)
    -> ReferenceSuggestions.Token
  {
    var token = suggestion.token
    if case .facet(let field, let value) = token {
      token = .facet(field, String(decoding: text.folded(value), as: UTF8.self))
    }
    return ReferenceSuggestions.Token(token: token, count: suggestion.count)
  }

  /// A query whose text is often a beginning of a value, of a number, or the name of a field.
  private static func query(_ words: [String], using random: inout SeededGenerator) -> Query {
    var query = TinySearch(words: words, using: &random).query
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
    return query
  }
}
