import Foundation
import Tessera
import TestSupport
import Testing

/// The engine against a plain scan over real sentences: names in many languages, long lists, rare words.
///
/// The films of the fixtures always; of the files of JSON Lines in the folder `TESSERA_CORPORA` (environment) those
/// that `Corpus.all` names, a sample of each.
@Suite("Agreement over real corpora", .serialized)
struct CorpusAgreementTests {
  struct Corpus: CustomTestStringConvertible, Sendable {
    let name: String
    let schema: Schema
    var testDescription: String { name }

    static let films = Corpus(
      name: "films",
      schema: Schema(
        text: ["title": 4, "originalTitle": 2, "plot": 1],
        facets: ["genres", "directors", "countries", "cast"],
        numbers: ["year", "runtime"], key: "id"))
    static let others = [
      Corpus(
        name: "movies",
        schema: Schema(
          text: ["title": 4, "extract": 1], facets: ["genres", "cast"], numbers: ["year"], key: "id")),
      Corpus(
        name: "debian",
        schema: Schema(
          text: ["name": 4, "summary": 2, "description": 1], facets: ["section", "maintainer", "tags"],
          key: "id")),
      Corpus(
        name: "laws",
        schema: Schema(text: ["title": 4, "text": 1], facets: ["law", "decade", "initial"], key: "id")),
    ]

    static var all: [Corpus] {
      [films] + others.filter { $0.path.map(FileManager.default.fileExists) ?? false }
    }

    var path: String? {
      ProcessInfo.processInfo.environment["TESSERA_CORPORA"].map { "\($0)/\(name).jsonl" }
    }

    /// At most 1,500 documents, from all over the file.
    func documents() throws -> [String] {
      guard name != Self.films.name, let path else { return try Fixtures.lines("corpora/films.jsonl") }
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      return stride(from: 0, to: lines.count, by: max(1, lines.count / 1_500)).map { String(lines[$0]) }
    }
  }

  @Test("finds what a scan finds, in the same order", arguments: Corpus.all)
  func agreesWithReference(corpus: Corpus) throws {
    try withTemporaryDirectory { folder in
      let (snapshot, reference) = try Self.build(corpus, in: folder)
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

  /// Three segments, some documents replaced and some deleted.
  private static func build(
    _ corpus: Corpus, in folder: String
  ) throws -> (IndexSnapshot, ReferenceIndex<RuledText>) {
    let documents = try corpus.documents()
    var schema = corpus.schema
    // So that samples have lists of prefixes, too.
    schema.leastPrefixPostings = 200
    schema.leastChampionPostings = 10
    // The third segment is a large one.
    (schema.leastLargeSegment, schema.leastLevelPostings) = (2 * documents.count / 5, 10)
    (schema.leastTieredPostings, schema.tierDepth) = (20, 60)
    schema.leastValueDocuments = 8
    let index = try SearchIndex.create(at: folder + "/index", schema: schema)
    var reference = ReferenceIndex(schema: schema, text: RuledText())
    let third = documents.count / 3
    for part in [
      documents.prefix(third), documents.dropFirst(third).prefix(third), documents.dropFirst(third / 2 * 3),
    ] {
      try index.write { writer in
        for document in part { try writer.add(json: document) }
        for document in part.prefix(10) { try writer.delete(try key(of: document)) }
      }
      for document in part { try reference.add(json: document) }
      for document in part.prefix(10) { reference.delete(try key(of: document)) }
      reference.commit()
      try reference.follow(index.snapshot().segments)
    }
    return (try index.snapshot(), reference)
  }

  private static func key(of document: String) throws -> String {
    try JSONValue(parsing: document).values(at: "id").first?.text ?? ""
  }
}
