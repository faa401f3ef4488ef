import TestSupport
import Testing

@testable import Tessera

/// The best few are the first of all: what is left out on the way never belonged to them.
///
/// Asked for all matches the search leaves nothing out; that order is itself held against the plain scan elsewhere.
@Suite struct PruningTests {
  /// Documents of a few frequent words, so that lists are dense, packed and short, and their impacts differ from one
  /// stretch of documents to the next and from word to word.
  private static func build(seed: Int, in folder: String) throws -> IndexSnapshot {
    var random = SeededGenerator(seed: seed)
    var schema = Schema(text: ["t": 1], facets: ["f"])
    schema.leastPrefixPostings = [50, 500, .max].randomElement(using: &random)!
    schema.leastChampionPostings = [4, 300, .max].randomElement(using: &random)!
    schema.leastLargeSegment = [1, 2_000, schema.leastLargeSegment].randomElement(using: &random)!
    schema.leastLevelPostings = [4, 100, .max].randomElement(using: &random)!
    schema.leastTieredPostings = [50, 500, .max].randomElement(using: &random)!
    schema.tierDepth = [10, 100, 500].randomElement(using: &random)!
    schema.leastValueDocuments = [10, 200, .max].randomElement(using: &random)!
    let index = try SearchIndex.create(at: folder + "/index", schema: schema)
    let documents = [300, 1_500, 4_000, 9_000].randomElement(using: &random)!
    let words = ["a", "ab", "abc", "b", "ba", "c", "cab", "d"]
    let density = words.map { _ in [0.01, 0.05, 0.15, 0.4, 0.9].randomElement(using: &random)! }
    let parts = Int.random(in: 1...2, using: &random)
    for _ in 0..<parts {
      try index.write { writer in
        var strength = words.map { _ in 1 }
        for doc in 0..<documents / parts {
          if doc % 64 == 0 { strength = words.map { _ in Int.random(in: 1...12, using: &random) } }
          var text: [String] = []
          for (word, name) in words.enumerated()
          where Double.random(in: 0..<1, using: &random) < density[word] {
            let count = Int.random(in: 1...strength[word], using: &random)
            text += repeatElement(name, count: count)
          }
          text += repeatElement("z", count: Int.random(in: 0...30, using: &random))
          let value = ["x", "y"].randomElement(using: &random)!
          try writer.add(json: #"{"t": "\#(text.joined(separator: " "))", "f": "\#(value)"}"#)
        }
      }
    }
    return try index.snapshot()
  }

  private static func query(using random: inout SeededGenerator) -> Query {
    let words = ["a", "ab", "abc", "b", "ba", "c", "cab", "d"]
    let count = Int.random(in: 1...4, using: &random)
    var text = (0..<count).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
    if Bool.random(using: &random) { text += " " }
    let isFiltered = Int.random(in: 0..<3, using: &random) == 0
    return Query(
      tokens: isFiltered ? [.facet("f", "x")] : [], text: text,
      match: Bool.random(using: &random) ? .all : .any)
  }

  @Test("the best few are the first of all", arguments: 0..<40)
  func prefixOfAll(seed: Int) throws {
    try withTemporaryDirectory { folder in
      let snapshot = try Self.build(seed: seed, in: folder)
      var random = SeededGenerator(seed: seed)
      for _ in 0..<25 {
        let query = Self.query(using: &random)
        let all = try snapshot.search(query, options: SearchOptions(limit: 10_000))
        let limit = [1, 3, 10, 50].randomElement(using: &random)!
        var few = SearchOptions(limit: limit, count: .upTo(0))
        few.mostExpected = [0, few.mostExpected, .infinity].randomElement(using: &random)!
        few.leastLarge = [0, few.leastLarge].randomElement(using: &random)!
        let best = try snapshot.search(query, options: few)
        #expect(best.hits == Array(all.hits.prefix(limit)), "\(query), limit \(limit)")
        #expect(all.total == Total(value: all.hits.count, isExact: true))
      }
    }
  }
}
