import Tessera
import TestSupport
import Testing

/// The policies, example by example, of the plain scan; the tool's tests try them on the engine.
@Suite("Worked cases")
struct WorkedCaseTests {
  @Test(
    "the reference gives a small example's right answer", arguments: WorkedCase.all.filter { $0.input == nil }
  )
  func referenceIsRight(example: WorkedCase) throws {
    var index = ReferenceIndex(schema: example.schema, text: RuledText())
    for document in example.docs { try index.add(json: document.json) }
    index.commit()
    let fields = (example.expect.facets ?? [:]).keys.sorted()
    guard example.expect.error == nil else {
      _ = #expect(throws: TesseraError.self) { try index.search(example.query) }
      return
    }
    let options = SearchOptions(facets: fields, countsBeyondOwnTokens: true)
    let page = try index.search(example.query, options: options)
    #expect(Set(page.matches.map(\.key)) == example.expect.hits)
    if let first = example.expect.first { #expect(page.matches.first?.key == first) }
    if let count = example.expect.documents { #expect(index.liveDocuments.count == count) }
    for (field, counts) in example.expect.facets ?? [:] {
      let expected = counts.map { (index.text.folded($0.key), $0.value) }
      let found = (page.facetCounts[field] ?? []).map { ($0.value, $0.count) }
      #expect(Dictionary(uniqueKeysWithValues: found) == Dictionary(uniqueKeysWithValues: expected))
    }
  }
}
