import TestSupport
import Tessera
import Testing

@Suite("A frequent word beside a prefix of more documents")
struct DenseLeadTests {
  /// The word stands in a quarter of the documents, as a bitmap, and leads; the words of the prefix stand in 40 % of
  /// them, and their list is made while searching.
  @Test("finds what a scan finds", arguments: [300, 5000])
  func longUnionBehindBitmap(documents: Int) throws {
    var random = SeededGenerator(seed: documents)
    var expected = 0
    try withTemporaryDirectory { folder in
      let index = try SearchIndex.create(at: "\(folder)/index", schema: Schema(text: ["text": 1]))
      try index.write { writer in
        for _ in 0..<documents {
          let isReleased = random.next() % 4 == 0
          let word = ["written", "wrong", "wry", "wrath", "other", "more", "some", "none", "few", "all"]
            .randomElement(using: &random)!
          try writer.add(json: "{\"text\":\"\(isReleased ? "released " : "")\(word)\"}")
          expected += isReleased && word.hasPrefix("wr") ? 1 : 0
        }
      }
      let page = try index.snapshot().search(Query(text: "released wr"))
      #expect(page.total == Total(value: expected, isExact: true))
      #expect(page.hits.count == 10)
    }
  }
}
