import Tessera
import TestSupport
import Testing

@testable import TesseraPresentation

/// Completions as documents write them.
@Suite("Spellings of words")
struct WordSpellingsTests {
  private static let documents = [
    "Die Geschäfte der Straße schließen. Sie laufen gut, die Geschäfte: GESCHÄFTE!",
    "Die Geschafte eines Mannes ohne Umlaut, und die Straße.",
    "L'Orage approche; l'orage passe. Node.js, C++ und C#, snake_case.",
    "Running is fun. They like running and Paris.", "東京都 パス 한국어 👍🏽 Ёлка",
  ]

  /// The words that a text could go on with, as they are folded and as they are spelt.
  private func completions(
    of text: String, among documents: [String] = documents, storesDocuments: Bool = true
  ) throws -> [(word: String, spelling: String)] {
    try withTemporaryDirectory { folder in
      let schema = Schema(text: ["text": 1], key: "id", storesDocuments: storesDocuments)
      let index = try SearchIndex.create(at: folder + "/index", schema: schema)
      try index.write { writer in
        for (number, text) in documents.enumerated() {
          try writer.add(json: #"{"id": "\#(number)", "text": "\#(text)"}"#)
        }
      }
      let snapshot = try index.snapshot()
      var page = try snapshot.search(Query(text: text), options: SearchOptions(completions: 10))
      let folded = page.completions
      let spellings = WordSpellings(snapshot, DocumentSummarizer(schema))
      try spellings.spell(&page)
      let once = page.completions
      page = try snapshot.search(Query(text: text), options: SearchOptions(completions: 10))
      try spellings.spell(&page)
      #expect(page.completions == once, "known ones are the same")
      #expect(zip(folded, once).allSatisfy { $0.count == $1.count && $0.textStart == $1.textStart })
      return zip(folded, once).map { ($0.word, $1.word) }
    }
  }

  @Test(
    "a word is spelt as in most places, and small where it can be",
    arguments: [
      ("gesch", ["Geschäfte"]), ("stras", ["Straße"]), ("di", ["die"]), ("runn", ["running"]),
      ("par", ["Paris"]), ("lor", ["l'orage"]), ("c+", ["C++"]),
      ("東京", ["東京"]), ("ел", ["Ёлка"]), ("👍🏽", ["👍🏽"]),
    ])
  func spelling(text: String, spellings: [String]) throws {
    #expect(try completions(of: text).map(\.spelling) == spellings)
  }

  @Test("a spelling that would ask for something else does not count")
  func joinedParts() throws {
    let found = try completions(of: "snake")
    #expect(found.map(\.spelling) == ["snake", "snakecase"], "snake_case asks for both of its parts")
  }

  @Test("words stay folded where documents are not stored, or very long")
  func folded() throws {
    for found in [
      try completions(of: "gesch", storesDocuments: false),
      try completions(of: "gesch", among: ["Geschäfte " + String(repeating: "und ", count: 20_000)]),
    ] {
      #expect(found.map(\.spelling) == ["geschafte"])
    }
  }

  @Test("of the ways to write a word the most frequent counts, of that the one with the fewest capitals")
  func choice() {
    #expect(WordSpellings.best(of: []) == nil)
    #expect(WordSpellings.best(of: ["Tile", "TILE", "tile", "Tile"]) == "tile")
    #expect(WordSpellings.best(of: ["café", "cafe", "Café"]) == "café")
    #expect(WordSpellings.best(of: ["b", "a"]) == "a")
  }
}
