import TestSupport
import Testing

@testable import Tessera

/// What was counted with the index, against the same counted while searching: a token that leaves nothing out is enough
/// for that.
@Suite("Counts found with the index")
struct StoredCountsTests {
  private static let words = ["a", "ab", "abc", "b", "ba", "c", "cab", "d"]
  private static let genres = (0..<40).map { "g\($0)" }
  private static let counted = SearchToken.noneOf("genre", ["none has this"])

  @Test("are those of the documents, over one segment and several", arguments: 0..<60)
  func agree(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var schema = Schema(text: ["t": 1], facets: ["genre", "tag"], key: "id")
    schema.leastCountedDocuments = [1, 8, 60].randomElement(using: &random)!
    schema.leastChampionPostings = [1, 20].randomElement(using: &random)!
    schema.leastLargeSegment = [1, 200, schema.leastLargeSegment].randomElement(using: &random)!
    try withTemporaryDirectory { folder in
      let index = try SearchIndex.create(at: folder + "/index", schema: schema)
      let genreCount = [3, 9, 40].randomElement(using: &random)!
      for part in 0..<Int.random(in: 1...4, using: &random) {
        try index.write { writer in
          for number in 0..<Int.random(in: 1...300, using: &random) {
            try writer.add(json: Self.document("\(part)-\(number)", genreCount, using: &random))
          }
          if part > 0, Int.random(in: 0..<4, using: &random) == 0 { _ = try writer.delete("0-0") }
        }
      }
      if Bool.random(using: &random) { try index.write { try $0.mergeAll() } }
      let snapshot = try index.snapshot()
      for text in ["", "a", "ab", "ab ", "abc ", "b", "c ", "d ", "x", "x ", "g", "g1", "tag", "common "] {
        let limit = [1, 3, 10, 11, 100].randomElement(using: &random)!
        let options = SearchOptions(
          limit: 3, facets: ["genre", "tag"], facetLimit: limit, suggestions: limit, completions: limit)
        let page = try snapshot.search(Query(text: text), options: options)
        let other = try snapshot.search(Query(tokens: [Self.counted], text: text), options: options)
        #expect(page.facetCounts == other.facetCounts, "'\(text)', \(limit)")
        #expect(page.suggestedTokens == other.suggestedTokens, "'\(text)', \(limit)")
        #expect(page.completions == other.completions, "'\(text)', \(limit)")
        #expect(page.total == other.total)
      }
    }
  }

  private static func document(_ id: String, _ genreCount: Int, using random: inout SeededGenerator) -> String
  {
    let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in words.randomElement(using: &random)! }
    // Falling frequencies, so that the first are the first everywhere.
    let (one, other) = (
      Int.random(in: 0..<genreCount, using: &random), Int.random(in: 0..<genreCount, using: &random)
    )
    let tags = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      #""tag \#(words.randomElement(using: &random)!)""#
    }
    return """
      {"id": "\(id)", "t": "common \(text.joined(separator: " "))", "genre": "\(genres[min(one, other)])",
      "tag": [\(tags.joined(separator: ", "))]}
      """
  }

  @Test("are there for frequent words and prefixes, and not without facet fields")
  func areThere() throws {
    try withTemporaryDirectory { folder in
      for facets in [["genre"], []] {
        var schema = Schema(text: ["t": 1], facets: facets, key: "id")
        schema.leastCountedDocuments = 5
        schema.leastChampionPostings = 5
        let index = try SearchIndex.create(at: folder + "/\(facets.count)", schema: schema)
        try index.write { writer in
          for number in 0..<20 {
            let text = "w\(number) rare\(number) often"
            try writer.add(json: #"{"id": "\#(number)", "t": "\#(text)", "genre": "g"}"#)
          }
        }
        let reader = try #require(try index.snapshot().searcher.segments.first?.reader)
        let kinds = Set(reader.file.sections.map(\.id.kind))
        #expect(kinds.contains(.rangeCounts) == !facets.isEmpty)
        #expect(kinds.contains(.facetTops) == !facets.isEmpty)
        guard !facets.isEmpty else { continue }
        let scratch = ScratchMemory()
        defer { withExtendedLifetime(scratch) {} }
        let often = try #require(try reader.terms.find(Array("often".utf8)))
        let counts = try #require(
          try reader.rangeCounts?.values(of: often.number..<often.number + 1, scratch: scratch))
        #expect(counts[0].entries.map(\.count) == [20])
        let range = try reader.terms.range(from: Array("w".utf8), to: Array("x".utf8))
        let top = try #require(try reader.rangeCounts?.words(of: range.lower..<range.upper, scratch: scratch))
        #expect(top.entries.map(\.number) == Array(range.lower..<range.lower + 16))
      }
    }
  }
}
