import Foundation
import Tessera
import TestSupport
import Testing

/// Sentences in many languages, and what a person types to find them.
@Suite("Languages")
struct LanguageTests {
  private struct Example: Decodable {
    let text: String
    let hits: [String]
    let note: String
  }

  @Test("a typed text finds the sentences that it should, in every language")
  func findsSentences() throws {
    try withTemporaryDirectory { folder in
      let index = try SearchIndex.create(at: folder, schema: Schema(text: ["text": 1], key: "id"))
      try index.write { writer in
        for sentence in try Fixtures.lines("corpora/languages.jsonl") { try writer.add(json: sentence) }
      }
      let snapshot = try index.snapshot()
      for line in try Fixtures.lines("queries/languages.jsonl") {
        let example = try JSONDecoder().decode(Example.self, from: Data(line.utf8))
        let page = try snapshot.search(Query(text: example.text), options: SearchOptions(limit: 1_000))
        #expect(Set(page.hits.map(\.key)) == Set(example.hits), "\(example.text): \(example.note)")
      }
    }
  }
}
