import Foundation
import Tessera
import TestSupport
import Testing

/// The engine against a plain scan, through the public API, over random histories of small documents.
@Suite("Agreement with a plain scan")
struct AgreementTests {
  /// How many seeds are tried; `TESSERA_SEEDS=50000` tries more.
  static let seedCount = ProcessInfo.processInfo.environment["TESSERA_SEEDS"].flatMap(Int.init) ?? 300

  @Test(
    "finds what a scan finds, in the same order, in every snapshot of a history", arguments: 0..<seedCount)
  func agreesOverSmallHistories(seed: Int) throws {
    try checkHistory(seed: seed, text: PlainText())
  }

  @Test(
    "finds what a scan finds of words that the text rules cut, join and fold", arguments: 0..<(seedCount / 3))
  func agreesOverRuledWords(seed: Int) throws {
    try checkHistory(seed: seed, words: TinyCorpus.ruledWords, text: RuledText())
  }

  @Test("finds what a scan finds where lists have many blocks", arguments: 0..<(seedCount / 40))
  func agreesOverLongLists(seed: Int) throws {
    try checkHistory(seed: seed, documentLimit: 2_000, text: PlainText())
  }

  @Test("finds what a scan finds where lists reach over many windows", arguments: 0..<(seedCount / 300))
  func agreesOverManyWindows(seed: Int) throws {
    try checkHistory(seed: seed, documentLimit: 25_000, text: PlainText())
  }

  private func checkHistory(
    seed: Int, words: [String] = TinyCorpus.plainWords, documentLimit: Int = 40, text: some ReferenceText
  ) throws {
    var random = SeededGenerator(seed: seed)
    let history = TinyHistory(words: words, documentLimit: documentLimit, using: &random)
    let searches = (0..<15).map { _ in TinySearch(words: words, using: &random) }
    guard disagreement(history, searches, text) != nil else { return }
    let search = searches.first { disagreement(history, [$0], text) != nil }
    let few = search.map { [$0] } ?? searches
    let small = history.shrunk { disagreement($0, few, text) != nil }
    Issue.record("\(small)\n\(few)\n\(disagreement(small, few, text) ?? "")\nschema: \(small.schema)")
  }

  /// Plays the history and asks every snapshot at the end, so that the early ones have seen later writes.
  private func disagreement(
    _ history: TinyHistory, _ searches: [TinySearch], _ text: some ReferenceText
  ) -> String? {
    do {
      try withTemporaryDirectory { folder in
        var twin = try TwinIndex(folder: folder, schema: history.schema, text: text)
        let snapshots = try history.writes.map { write in
          try twin.apply(write)
          return (try twin.engine.snapshot(), twin.reference)
        }
        for (snapshot, reference) in snapshots { try check(snapshot, reference, searches) }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func check(
    _ snapshot: IndexSnapshot, _ reference: ReferenceIndex<some ReferenceText>, _ searches: [TinySearch]
  ) throws {
    guard snapshot.documentCount == reference.liveDocuments.count else {
      throw Disagreement("documents: \(snapshot.documentCount), reference \(reference.liveDocuments.count)")
    }
    for search in searches {
      try checkAgreement(
        snapshot.search(search.query, options: search.options),
        with: reference.search(search.query, options: search.options), options: search.options,
        text: reference.text)
    }
  }
}
