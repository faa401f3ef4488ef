import Foundation
import Tessera
import TestSupport
import Testing

/// The engine against a plain scan over real sentences: names in many languages, long lists, rare words.
@Suite("Agreement over films")
final class FilmAgreementTests {
  private static let schema = Schema(
    text: ["title": 4, "originalTitle": 2, "plot": 1], facets: ["genres", "directors", "countries", "cast"],
    numbers: ["year", "runtime"], key: "id")
  private static let documentLimit = 1_500

  private let directory: TemporaryDirectory
  private let snapshot: IndexSnapshot
  private let reference: ReferenceIndex<RuledText>

  /// Three segments, some documents replaced and some deleted.
  init() throws {
    let films = try Fixtures.lines("corpora/films.jsonl").prefix(Self.documentLimit)
    directory = try TemporaryDirectory()
    let index = try SearchIndex.create(at: directory.path, schema: Self.schema)
    var reference = ReferenceIndex(schema: Self.schema, text: RuledText())
    let third = films.count / 3
    for part in [films.prefix(third), films.dropFirst(third).prefix(third), films.dropFirst(third / 2 * 3)] {
      try index.write { writer in
        for film in part { try writer.add(json: film) }
        for film in part.prefix(10) { try writer.delete(try Self.key(of: film)) }
      }
      for film in part { try reference.add(json: film) }
      for film in part.prefix(10) { reference.delete(try Self.key(of: film)) }
      reference.commit()
      try reference.follow(index.snapshot().segments)
    }
    snapshot = try index.snapshot()
    self.reference = reference
  }

  private static func key(of film: String) throws -> String {
    try JSONValue(parsing: film).values(at: "id").first?.text ?? ""
  }

  @Test("finds what a scan finds, in the same order")
  func agreesWithReference() throws {
    #expect(snapshot.documentCount == reference.liveDocuments.count)
    for seed in 0..<150 {
      var random = SeededGenerator(seed: seed)
      let search = TinySearch(sampling: reference, using: &random)
      #expect(throws: Never.self, "seed \(seed): \(search)") {
        try checkAgreement(
          snapshot.search(search.query, options: search.options),
          with: reference.search(search.query, options: search.options), options: search.options,
          text: reference.text)
      }
    }
  }
}
