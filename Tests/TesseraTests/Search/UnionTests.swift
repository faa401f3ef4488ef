import TestSupport
import Testing

@testable import Tessera

/// Prefixes that are united while searching, and matches that are counted without scores.
///
/// What matches, how many they are and what values they have is held against a plain scan; scores and order against an
/// index of the same documents in which every prefix has a list of its own, the search of which is held against a plain
/// scan elsewhere.
@Suite struct UnionTests {
  private struct Document {
    var key: String
    var words: [String: Int]
    var kind: [String]
    var tags: [String]
    var year: Int?

    var json: String {
      let text = words.sorted { $0.key < $1.key }.flatMap { repeatElement($0.key, count: $0.value) }
      let year = year.map { ", \"year\": \($0)" } ?? ""
      return "{\"id\": \"\(key)\", \"t\": \"\(text.joined(separator: " "))\", \"kind\": \(kind), "
        + "\"tag\": \(tags)\(year)}"
    }

    func has(_ token: SearchToken) -> Bool {
      switch token {
      case .facet("kind", let value): kind.contains(value)
      case .facet(_, let value): tags.contains(value)
      case .anyOf(_, let values): !Set(values).isDisjoint(with: tags)
      case .noneOf(_, let values): Set(values).isDisjoint(with: tags)
      case .numbers(_, let from, let through):
        year.map { .integer(Int64($0)) >= from! && .integer(Int64($0)) <= through! } ?? false
      case .plain: false
      }
    }
  }

  private struct Question {
    var words: [String]
    var prefix: String?
    var tokens: [SearchToken]

    func matches(_ document: Document, beyond field: String? = nil) -> Bool {
      words.allSatisfy { document.words[$0] != nil }
        && prefix.map { prefix in document.words.keys.contains { $0.hasPrefix(prefix) } } ?? true
        && tokens.allSatisfy { Self.field(of: $0) == field && field != nil || document.has($0) }
    }

    static func field(of token: SearchToken) -> String? {
      switch token {
      case .facet(let field, _), .anyOf(let field, _), .noneOf(let field, _): field
      case .numbers, .plain: nil
      }
    }

    var query: Query {
      Query(
        tokens: tokens,
        text: words.joined(separator: " ") + " " + (prefix ?? ""))
    }
  }

  /// The same documents with and without lists of prefixes, and those that are left of them.
  private struct World {
    var united: IndexSnapshot
    var listed: IndexSnapshot
    var documents: [Document]
    var vocabulary: [String]

    init(seed: Int, in folder: String) throws {
      var random = SeededGenerator(seed: seed)
      let size = [130, 700, 2_500, 7_000].randomElement(using: &random)!
      var vocabulary = ["a", "ab", "b", "ba", "c", "ca", "cb"]
      vocabulary += ["abc", "abd", "ca", "bb", "d"].flatMap { stem in
        (0..<Int.random(in: 1...25, using: &random)).map { "\(stem)x\($0)" }
      }
      let density = vocabulary.map { word in
        word.count < 3
          ? [0.02, 0.1, 0.3, 0.8].randomElement(using: &random)!
          : [0.001, 0.004, 0.03, 0.2].randomElement(using: &random)!
      }
      let parts = Int.random(in: 1...3, using: &random)
      var batches: [[Document]] = []
      for part in 0..<parts {
        batches.append(
          (0..<size / parts).map { number in
            Self.document("k\(part)-\(number)", vocabulary, density, using: &random)
          })
      }
      let deleted = Set(
        batches.flatMap { $0 }.map(\.key).filter { _ in
          parts > 1 && Int.random(in: 0..<9, using: &random) == 0
        })
      united = try Self.snapshot(of: batches, without: deleted, in: folder + "/united", least: .max)
      listed = try Self.snapshot(of: batches, without: deleted, in: folder + "/listed", least: 1)
      documents = batches.flatMap { $0 }.filter { !deleted.contains($0.key) }
      self.vocabulary = vocabulary
    }

    private static func document(
      _ key: String, _ vocabulary: [String], _ density: [Double], using random: inout SeededGenerator
    ) -> Document {
      var words: [String: Int] = [:]
      for (word, density) in zip(vocabulary, density)
      where Double.random(in: 0..<1, using: &random) < density {
        // Now and then more than a byte holds.
        let isMany = Int.random(in: 0..<400, using: &random) == 0
        words[word] = isMany ? .random(in: 100...800, using: &random) : .random(in: 1...4, using: &random)
      }
      let tags = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        "t\(Int.random(in: 0..<Int.random(in: 1...300, using: &random), using: &random))"
      }
      return Document(
        key: key, words: words, kind: [["x", "y", "z"].randomElement(using: &random)!],
        tags: Array(Set(tags)).sorted(),
        year: Bool.random(using: &random) ? .random(in: 0..<20, using: &random) : nil)
    }

    private static func snapshot(
      of batches: [[Document]], without deleted: Set<String>, in folder: String, least: Int
    ) throws -> IndexSnapshot {
      var schema = Schema(text: ["t": 1], facets: ["kind", "tag"], numbers: ["year"], key: "id")
      schema.leastPrefixPostings = least
      let index = try SearchIndex.create(at: folder, schema: schema)
      for batch in batches {
        try index.write(options: WriteOptions(threads: 1)) { writer in
          for document in batch { try writer.add(json: document.json) }
        }
      }
      try index.write { writer in
        for key in deleted.sorted() { try writer.delete(key) }
      }
      return try index.snapshot()
    }

    func question(using random: inout SeededGenerator) -> Question {
      func word(using random: inout SeededGenerator) -> String {
        let frequent = vocabulary.prefix(7)
        return Bool.random(using: &random)
          ? frequent.randomElement(using: &random)! : vocabulary.randomElement(using: &random)!
      }
      let words = (0..<[0, 1, 1, 2].randomElement(using: &random)!).map { _ in word(using: &random) }
      let prefixes = ["a", "ab", "abc", "b", "ba", "bb", "c", "ca", "cax", "d", "dx", "q"]
      let hasPrefix = Int.random(in: 0..<5, using: &random) > 0
      let tokens = (0..<[0, 0, 1, 2].randomElement(using: &random)!).map { _ in
        token(using: &random)
      }
      return Question(
        words: words, prefix: hasPrefix ? prefixes.randomElement(using: &random)! : nil,
        tokens: tokens)
    }

    private func token(using random: inout SeededGenerator) -> SearchToken {
      func tag(using random: inout SeededGenerator) -> String {
        "t\(Int.random(in: 0..<Int.random(in: 1...300, using: &random), using: &random))"
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return .facet("kind", ["x", "y", "z"].randomElement(using: &random)!)
      case 1: return .facet("tag", tag(using: &random))
      case 2: return .anyOf("tag", (0..<3).map { _ in tag(using: &random) })
      case 3: return .noneOf("tag", (0..<3).map { _ in tag(using: &random) })
      default:
        let from = Int.random(in: 0..<20, using: &random)
        return .range("year", from...from + Int.random(in: 0..<9, using: &random))
      }
    }
  }

  @Test(
    "finds, counts and tallies what a scan does, and scores as if each prefix had a list",
    arguments: 0..<(AgreementTests.seedCount / 20))
  func unitesAndCounts(seed: Int) throws {
    try withTemporaryDirectory { folder in
      let world = try World(seed: seed, in: folder)
      var random = SeededGenerator(seed: seed)
      for _ in 0..<40 {
        let question = world.question(using: &random)
        var options = SearchOptions(
          limit: [0, 3, 10, 10_000].randomElement(using: &random)!,
          facets: [[], ["kind"], ["kind", "tag"]].randomElement(using: &random)!,
          facetLimit: [3, 10].randomElement(using: &random)!,
          countsBeyondOwnTokens: Bool.random(using: &random),
          count: [.exact, .upTo(5), .upTo(0)].randomElement(using: &random)!)
        let page = try world.united.search(question.query, options: options)
        let listed = try world.listed.search(question.query, options: options)
        #expect(page.hits == listed.hits, "\(question) \(options)")
        check(page, question, options, world.documents)
        options.leastLarge = 0
        let asInLarge = try world.united.search(question.query, options: options)
        #expect(asInLarge.hits == listed.hits, "\(question) \(options)")
        check(asInLarge, question, options, world.documents)
      }
    }
  }

  private func check(
    _ page: SearchPage, _ question: Question, _ options: SearchOptions, _ documents: [Document]
  ) {
    let matches = documents.filter { question.matches($0) }
    let keys = Set(matches.map(\.key))
    #expect(page.hits.count == min(options.limit, matches.count), "\(question)")
    #expect(page.hits.allSatisfy { keys.contains($0.key) }, "\(question)")
    if options.count == .exact || page.total.isExact {
      #expect(page.total == Total(value: matches.count, isExact: true), "\(question) \(options)")
    } else {
      #expect(page.total.value <= matches.count, "\(question) \(options)")
    }
    for field in options.facets {
      let beyond = options.countsBeyondOwnTokens ? field : nil
      var counts: [String: Int] = [:]
      for document in documents where question.matches(document, beyond: beyond) {
        for value in field == "kind" ? document.kind : document.tags { counts[value, default: 0] += 1 }
      }
      let expected = counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
        .prefix(options.facetLimit).map { FacetCount(value: $0.key, count: $0.value) }
      #expect(page.facetCounts[field] == expected, "\(question) \(options)")
    }
  }
}
