import TestSupport
import Testing

@testable import Tessera

@Suite("Building a segment")
struct SegmentBuilderTests {
  @Test("gives the same bytes, however many postings are turned round at a time", arguments: 0..<20)
  func passes(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var schema = Schema(text: ["t": 1], facets: ["f"])
    schema.leastLargeSegment = Bool.random(using: &random) ? 1 : .max
    let words = ["a", "ab", "abc", "b", "ba", "c", "cab", "d", "entirely", "entirely different", "é"]
    let documents = (0..<Int.random(in: 1...200, using: &random)).map { _ in
      let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        words.randomElement(using: &random)!
      }
      return "{\"t\": \"\(text.joined(separator: " "))\", \"f\": \"\(text.first ?? "")\"}"
    }
    try withTemporaryDirectory { folder in
      let files = SystemFileSystem()
      let built = try [1, 7, 100, 1 << 20].map { leastPass in
        let path = "\(folder)/\(leastPass).segment"
        let builder = try SegmentBuilder(schema: schema, path: path, files: files)
        let reader = JSONDocumentReader(schema: schema)
        var fields = DocumentFields()
        for document in documents {
          try Array(document.utf8).withUnsafeBufferPointer { try reader.read($0, into: &fields) }
          try builder.add(fields)
        }
        _ = try builder.finish(firstAutomaticKey: 1, leastPass: leastPass)
        return try files.map(path).copied()
      }
      #expect(built.allSatisfy { $0 == built[3] })
      #expect(built[3].count > 500)
    }
  }
}
