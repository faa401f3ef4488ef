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
    let searches = (0..<30).map { _ in TinySearch(suggestingAmong: words, using: &random) }
    try withTemporaryDirectory { folder in
      var twin = try TwinIndex(folder: folder, schema: history.schema, text: text)
      for write in history.writes {
        try twin.apply(write)
        let snapshot = try twin.engine.snapshot()
        for search in searches {
          let page = try snapshot.search(search.query, options: search.options)
          do {
            try checkAgreement(
              page, with: twin.reference.suggestions(for: search.query), options: search.options, text: text)
          } catch {
            Issue.record("seed \(seed), \(search)\n\(error)\n\(history)")
            return
          }
        }
      }
    }
  }
}
