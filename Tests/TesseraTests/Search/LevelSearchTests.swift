import TestSupport
import Testing

@testable import Tessera

/// Segments numbered by length, with levels and tiers, some of them, against the same numbered as they come, without.
@Suite("A search by levels and tiers")
struct LevelSearchTests {
  private static let words = ["a", "ab", "abc", "abd", "b", "ba", "c", "cab", "d", "aé", "aéb"]

  /// Documents of each write, and the keys that it deletes.
  private static func build(
    seed: Int, leastLargeSegment: Int, in folder: String
  ) throws -> SearchIndex {
    var random = SeededGenerator(seed: seed)
    var schema = Schema(text: ["t": 1], facets: ["f"], numbers: ["n"], key: "id")
    schema.leastPrefixPostings = [2, 200, .max].randomElement(using: &random)!
    schema.leastChampionPostings = [2, 100].randomElement(using: &random)!
    (schema.leastLargeSegment, schema.leastLevelPostings) = (leastLargeSegment, 2)
    schema.leastTieredPostings = [2, 50].randomElement(using: &random)!
    schema.tierDepth = [1, 8, 50, 2_048].randomElement(using: &random)!
    schema.leastValueDocuments = [2, .max].randomElement(using: &random)!
    let length = [0, 3, 30, 400].randomElement(using: &random)!
    let frequency = [1, 2, 5, 40, 600].randomElement(using: &random)!
    let deletions = [0, 0, 0.02, 0.1, 0.8].randomElement(using: &random)! as Double
    let kinds = Int.random(in: 1...words.count, using: &random)
    let index = try SearchIndex.create(at: folder, schema: schema)
    for part in 0..<Int.random(in: 1...3, using: &random) {
      let count = [70, 300, 900].randomElement(using: &random)!
      try index.write { writer in
        for doc in 0..<count {
          let text = (0..<Int.random(in: 1...5, using: &random)).flatMap { _ in
            let most = Int.random(in: 0..<3, using: &random) == 0 ? frequency : 1
            let word = words[Int.random(in: 0..<kinds, using: &random)]
            return repeatElement(word, count: .random(in: 1...most, using: &random))
          }
          let rest = repeatElement("z", count: .random(in: 0...length, using: &random))
          let value = ["x", "y"].randomElement(using: &random)!
          try writer.add(
            json: #"{"id": "\#(part)-\#(doc)", "t": "\#((text + rest).joined(separator: " "))", "#
              + #""f": "\#(value)", "n": \#(doc % 7)}"#)
        }
        for doc in 0..<count where Double.random(in: 0..<1, using: &random) < deletions {
          try writer.delete("\(Int.random(in: 0...part, using: &random))-\(doc)")
        }
      }
    }
    if Bool.random(using: &random) { try index.write { try $0.mergeAll() } }
    return index
  }

  /// In the order of addition.
  private static func keys(_ index: SearchIndex) throws -> [String] {
    var keys: [String] = []
    try index.snapshot().forEachDocument { key, _ in keys.append(key) }
    return keys
  }

  private static func query(using random: inout SeededGenerator) -> Query {
    let count = max(1, Int.random(in: -1...4, using: &random))
    var text = (0..<count).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
    if Bool.random(using: &random) { text += " " }
    let tokens: [SearchToken] =
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: [.facet("f", "x")]
      case 2: [.range("n", 1...4)]
      case 3: [.facet("f", "y"), .range("n", 2...6)]
      default: []
      }
    return Query(tokens: tokens, text: text, match: Bool.random(using: &random) ? .all : .any)
  }

  @Test("finds what a search finds where all segments are small, in every statistic", arguments: 0..<40)
  func agreesWithSmallSegments(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    try withTemporaryDirectory { folder in
      let least = [1, 100, 500].randomElement(using: &random)!
      let index = try Self.build(seed: seed, leastLargeSegment: least, in: "\(folder)/large")
      let plain = try Self.build(seed: seed, leastLargeSegment: .max, in: "\(folder)/small")
      #expect(try Self.keys(index) == Self.keys(plain))
      for average in [0, 1e-3, 30, 1e12] {
        let documents = [1, 1_000, 1 << 20].randomElement(using: &random)!
        let statistics =
          average == 0
          ? nil : CollectionStatistics(documents: documents, totalLength: Int(average * Double(documents)))
        let (snapshot, other) = try (
          index.snapshot(statistics: statistics), plain.snapshot(statistics: statistics)
        )
        for _ in 0..<10 {
          let query = Self.query(using: &random)
          let all = try other.search(query, options: SearchOptions(limit: 2_000))
          let options = SearchOptions(
            limit: [1, 3, 10, 16, 40].randomElement(using: &random)!,
            offset: [0, 0, 3].randomElement(using: &random)!,
            count: [.exact, .upTo(0), .upTo(30)].randomElement(using: &random)!)
          let some = try snapshot.search(query, options: options)
          let expected = Array(all.hits.dropFirst(options.offset).prefix(options.limit))
          #expect(some.hits == expected, "\(query), \(options), average \(average)")
          if options.count == .exact { #expect(some.total == all.total, "\(query), \(options)") }
        }
      }
    }
  }
}
