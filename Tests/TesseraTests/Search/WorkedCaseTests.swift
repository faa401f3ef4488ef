import Tessera
import TestSupport
import Testing

/// The policies, example by example, through the public API.
@Suite("Worked cases", .disabled("until the engine has its bodies"))
struct WorkedCaseTests {
  @Test("a small example gives its right answer", arguments: WorkedCase.all.filter { $0.input == nil })
  func givesRightAnswer(example: WorkedCase) throws {
    try withTemporaryDirectory { folder in
      let index = try SearchIndex.create(at: folder, schema: example.schema)
      try index.write { writer in
        for document in example.docs { try writer.add(json: document.json) }
      }
      let snapshot = try index.snapshot()
      let options = SearchOptions(limit: 100, facets: (example.expect.facets ?? [:]).keys.sorted())
      if example.expect.error != nil {
        _ = #expect(throws: TesseraError.self) { try snapshot.search(example.query, options: options) }
        return
      }
      let page = try snapshot.search(example.query, options: options)
      #expect(Set(page.hits.map(\.key)) == example.expect.hits)
      if let first = example.expect.first { #expect(page.hits.first?.key == first) }
      if let count = example.expect.documents { #expect(snapshot.documentCount == count) }
      for (field, counts) in example.expect.facets ?? [:] {
        let found = page.facetCounts[field] ?? []
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.value, $0.count) }) == counts)
      }
    }
  }
}
