import TestSupport
import Testing

@testable import Tessera

/// Lone words and prefixes, and those within a facet value, answered by champions, against the same answered by the whole
/// lists.
@Suite("A search by champions")
struct ChampionSearchTests {
  private static let words = ["a", "ab", "abc", "abd", "b", "ba", "c", "cab", "d", "aé", "aéb"]

  private struct Sample {
    var schema = Schema(text: ["t": 1], facets: ["f", "g"], key: "id")
    /// Documents of each write, and the keys that it deletes.
    var writes: [(documents: [String], deleted: [String])] = []
    var merges = false

    init(seed: Int) {
      var random = SeededGenerator(seed: seed)
      schema.leastPrefixPostings = [2, 200, .max].randomElement(using: &random)!
      schema.leastChampionPostings = 2
      schema.leastLargeSegment = [1, 100, .max].randomElement(using: &random)!
      schema.leastLevelPostings = 2
      schema.leastValueDocuments = [1, 2, 20].randomElement(using: &random)!
      merges = Int.random(in: 0..<4, using: &random) == 0
      let length = [0, 0, 3, 30, 400].randomElement(using: &random)!
      let frequency = [1, 2, 5, 40, 300].randomElement(using: &random)!
      let deletions = [0, 0, 0.02, 0.1].randomElement(using: &random)! as Double
      for part in 0..<Int.random(in: 1...3, using: &random) {
        let count = [1, 20, 70, 300].randomElement(using: &random)!
        let documents = (0..<count).map { doc in
          var text = (0..<Int.random(in: 1...2, using: &random)).flatMap { _ in
            let word = ChampionSearchTests.words.randomElement(using: &random)!
            return repeatElement(word, count: .random(in: 1...frequency, using: &random))
          }
          text += repeatElement("z", count: .random(in: 0...length, using: &random))
          let values = ["x", "y", "z"].shuffled(using: &random).prefix(.random(in: 0...2, using: &random))
          return
            #"{"id": "\#(part)-\#(doc)", "t": "\#(text.joined(separator: " "))", "f": \#(Array(values)), "g": "\#(doc % 2)"}"#
        }
        let deleted = (0..<count).filter { _ in Double.random(in: 0..<1, using: &random) < deletions }
        writes.append((documents, deleted.map { "\(Int.random(in: 0...part, using: &random))-\($0)" }))
      }
    }

    func build(in folder: String) throws -> SearchIndex {
      let index = try SearchIndex.create(at: folder, schema: schema)
      for (documents, deleted) in writes {
        try index.write { writer in
          for document in documents { try writer.add(json: document) }
          for key in deleted { try writer.delete(key) }
        }
      }
      if merges { try index.write { try $0.mergeAll() } }
      return index
    }
  }

  @Test("finds the first of all, in every statistic", arguments: 0..<150)
  func agreesWithWholeLists(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let sample = Sample(seed: seed)
    try withTemporaryDirectory { folder in
      let index = try sample.build(in: "\(folder)/index")
      for average in [0, 1e-3, 1, 30, 5_000, 1e6, 1e12] {
        let documents = [1, 1_000, 1 << 20].randomElement(using: &random)!
        let statistics =
          average == 0
          ? nil : CollectionStatistics(documents: documents, totalLength: Int(average * Double(documents)))
        let snapshot = try index.snapshot(statistics: statistics)
        for _ in 0..<12 {
          let word = Self.words.randomElement(using: &random)!
          let text =
            String(word.prefix(.random(in: 1...3, using: &random))) + ["", " "].randomElement(using: &random)!
          let tokens: [SearchToken] =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: []
            case 1: [.facet("f", ["x", "y", "z", "w"].randomElement(using: &random)!)]
            case 2: [.facet("g", ["0", "1"].randomElement(using: &random)!)]
            default: [.facet("f", "x"), .facet("g", "1")]
            }
          let query = Query(tokens: tokens, text: text)
          let all = try snapshot.search(query, options: SearchOptions(limit: 2_000))
          let options = SearchOptions(
            limit: [1, 10, 16, 17].randomElement(using: &random)!,
            offset: [0, 0, 3, 12].randomElement(using: &random)!,
            count: [.exact, .upTo(0), .upTo(30)].randomElement(using: &random)!)
          let some = try snapshot.search(query, options: options)
          let expected = Array(all.hits.dropFirst(options.offset).prefix(options.limit))
          #expect(some.hits == expected, "\(query), \(options), average \(average)")
          if options.count == .exact { #expect(some.total == all.total, "\(query), \(options)") }
        }
      }
    }
  }

  @Test("a merged segment has the champions of one built at once", arguments: 0..<30)
  func mergedAsBuilt(seed: Int) throws {
    var sample = Sample(seed: seed)
    for index in sample.writes.indices { sample.writes[index].deleted = [] }
    sample.merges = true
    try withTemporaryDirectory { folder in
      let merged = try sample.build(in: "\(folder)/merged")
      sample.writes = [(sample.writes.flatMap(\.documents), [])]
      sample.merges = false
      let built = try sample.build(in: "\(folder)/built")
      for kind in [
        SectionKind.champions, .championLists, .prefixTerms, .prefixLists, .valueChampions,
        .valueChampionLists,
      ] {
        #expect(try Self.bytes(kind, of: merged) == Self.bytes(kind, of: built), "\(kind.name)")
      }
    }
  }

  private static func bytes(_ kind: SectionKind, of index: SearchIndex) throws -> [UInt8]? {
    let segments = try index.snapshot().searcher.segments
    #expect(segments.count == 1)
    let section = segments[0].reader.file.section(SectionID(kind))
    return section.map { [UInt8]($0.bytes(0..<$0.count)) }
  }
}
