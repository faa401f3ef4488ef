import TestSupport
import Testing

@testable import Tessera

/// Segments that are numbered as documents come or by length, merged into one of either kind.
@Suite("A merge of large and small segments")
struct MergeOrderTests {
  private static let words = ["a", "ab", "abc", "b", "ba", "c", "cab", "d"]

  private static func document(_ id: Int, length: Int, using random: inout SeededGenerator) -> String {
    let text = (0..<Int.random(in: 0...length, using: &random)).map { _ in
      words.randomElement(using: &random)!
    }
    let tags = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      "\"\(words.randomElement(using: &random)!)\""
    }
    return """
      {"id": "k\(id)", "t": "\(text.joined(separator: " "))", "f": [\(tags.joined(separator: ", "))],
      "n": \(Int.random(in: 0..<9, using: &random))}
      """
  }

  private static func schema(using random: inout SeededGenerator) -> Schema {
    var schema = Schema(
      text: ["t": 1], facets: ["f"], numbers: ["n"], key: "id", storesDocuments: Bool.random(using: &random))
    schema.leastPrefixPostings = [2, 200].randomElement(using: &random)!
    schema.leastChampionPostings = [2, 100].randomElement(using: &random)!
    schema.leastCountedDocuments = 8
    schema.leastLevelPostings = [2, 100].randomElement(using: &random)!
    (schema.leastTieredPostings, schema.tierDepth) = (schema.leastLevelPostings, 20)
    schema.leastValueDocuments = 5
    return schema
  }

  /// What stored documents are compressed with depends on their neighbours when they came.
  private static let sectionsByHistory: [SectionKind] = [.documents, .documentOffsets]

  private static func sections(_ index: SearchIndex) throws -> [String: [UInt8]] {
    let segments = try index.snapshot().searcher.segments
    #expect(segments.count == 1)
    var bytes: [String: [UInt8]] = [:]
    for (id, count) in segments[0].reader.file.sections where !sectionsByHistory.contains(id.kind) {
      bytes[id.description] = [UInt8](try segments[0].reader.file.requiredSection(id).bytes(0..<count))
    }
    return bytes
  }

  @Test("gives what is built at once", arguments: 0..<60)
  func mergedAsBuilt(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var schema = Self.schema(using: &random)
    let length = [0, 3, 40].randomElement(using: &random)!
    let counts = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      [1, 20, 150, 600].randomElement(using: &random)! + Int.random(in: 0..<9, using: &random)
    }
    let documents = (0..<counts.reduce(0, +)).map { Self.document($0, length: length, using: &random) }
    try withTemporaryDirectory { folder in
      // All are large; some, and the merged one; only the merged one; none.
      schema.leastLargeSegment = [1, counts.max()!, documents.count, .max].randomElement(using: &random)!
      let merged = try SearchIndex.create(at: "\(folder)/merged", schema: schema)
      var rest = documents[...]
      for count in counts {
        try merged.write { for document in rest.prefix(count) { try $0.add(json: document) } }
        rest = rest.dropFirst(count)
      }
      try merged.write { try $0.mergeAll() }
      let built = try SearchIndex.create(at: "\(folder)/built", schema: schema)
      try built.write { for document in documents { try $0.add(json: document) } }
      let (some, others) = try (Self.sections(merged), Self.sections(built))
      #expect(Set(some.keys) == Set(others.keys))
      #expect((others["documentOrder"] != nil) == schema.isLarge(documents: documents.count))
      #expect((others["lengthRuns"] != nil) == schema.isLarge(documents: documents.count))
      #expect((others["norms"] == nil) == schema.isLarge(documents: documents.count))
      for (name, bytes) in others { #expect(some[name] == bytes, "\(name)") }
    }
  }

  @Test("keeps the order of addition where a large segment becomes a small one", arguments: 0..<20)
  func becomesSmall(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var schema = Self.schema(using: &random)
    schema.leastLargeSegment = 200
    try withTemporaryDirectory { folder in
      let index = try SearchIndex.create(at: folder, schema: schema)
      var kept: [String] = []
      for part in 0..<2 {
        try index.write { writer in
          for id in part * 400..<part * 400 + [300, 60][part] {
            try writer.add(json: Self.document(id, length: 30, using: &random))
            kept.append("k\(id)")
          }
        }
      }
      #expect(try index.snapshot().searcher.segments.map { $0.reader.order.isIdentity } == [false, true])
      try index.write { writer in
        let gone = Set(kept.filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
        for key in gone { _ = try writer.delete(key) }
        kept.removeAll { gone.contains($0) }
        try writer.mergeAll()
      }
      let snapshot = try index.snapshot()
      #expect(snapshot.searcher.segments.map { $0.reader.order.isIdentity } == [true])
      var keys: [String] = []
      try snapshot.forEachDocument { key, _ in keys.append(key) }
      #expect(keys == kept)
      let page = try snapshot.search(
        Query(text: ""), options: SearchOptions(limit: 1_000, order: .field(nil, descending: false)))
      #expect(page.hits.map(\.key) == kept.sorted())
    }
  }
}
