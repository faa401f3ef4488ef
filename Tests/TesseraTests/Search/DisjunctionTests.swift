import CVector
import Foundation
import TestSupport
import Testing

@testable import Tessera

/// The documents with any of several words, held against the sum of what each word alone finds.
@Suite("Any of several words") struct DisjunctionTests {
  /// How many seeds are tried; `TESSERA_SEEDS=5000` tries more.
  static let seedCount =
    (ProcessInfo.processInfo.environment["TESSERA_SEEDS"].flatMap(Int.init) ?? 300) / 10

  private static let words = ["a", "b", "c", "d", "e", "f", "g", "h"]

  /// Words of all shares of the documents, so that lists are short, packed and dense, over several packed blocks, pages
  /// and segments; often many documents that are equal; some deleted.
  private static func build(
    in folder: String, using random: inout SeededGenerator
  ) throws -> (snapshot: IndexSnapshot, documents: Int) {
    let schema = Schema(text: ["t": 1], facets: ["f"], numbers: ["n"], key: "k")
    let index = try SearchIndex.create(at: folder + "/index", schema: schema)
    let documents = [40, 700, 3_000, 12_000].randomElement(using: &random)!
    let shares = words.map { _ in
      [0.0005, 0.005, 0.02, 0.1, 0.2, 0.5, 0.95].randomElement(using: &random)!
    }
    let fill = [0...0, 0...3, 0...40].randomElement(using: &random)!
    let most = [1, 2, 12].randomElement(using: &random)!
    let parts = Int.random(in: 1...3, using: &random)
    for part in 0..<parts {
      try index.write { writer in
        var strength = words.map { _ in 1 }
        for doc in 0..<documents / parts {
          // Here and there a word stands more often for a stretch, so that bounds differ.
          if doc % 50 == 0 {
            strength = words.map { _ in Int.random(in: 1...most, using: &random) }
          }
          var text: [String] = []
          for (word, name) in words.enumerated()
          where Double.random(in: 0..<1, using: &random) < shares[word] {
            text += repeatElement(name, count: Int.random(in: 1...strength[word], using: &random))
          }
          text += repeatElement("z", count: Int.random(in: fill, using: &random))
          let value = ["x", "y", "w"].randomElement(using: &random)!
          let number = Int.random(in: 0..<100, using: &random)
          let key = "\(part)-\(doc)"
          try writer.add(
            json:
              #"{"k": "\#(key)", "t": "\#(text.joined(separator: " "))", "f": "\#(value)", "n": \#(number)}"#
          )
        }
      }
    }
    if Bool.random(using: &random) {
      try index.write { writer in
        for doc in 0..<documents / parts where Int.random(in: 0..<4, using: &random) == 0 {
          _ = try writer.delete("0-\(doc)")
        }
      }
    }
    return (try index.snapshot(), documents)
  }

  private static func tokens(using random: inout SeededGenerator) -> [SearchToken] {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: [.facet("f", "x")]
    case 1: [.noneOf("f", ["x"])]
    case 2: [.anyOf("f", ["x", "y"]), .range("n", 10...60)]
    case 3: [.range("n", 50...52)]
    default: []
    }
  }

  @Test("sum up to what each word finds", arguments: 0..<seedCount)
  func sumOfWords(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    try withTemporaryDirectory { folder in
      let (snapshot, documents) = try Self.build(in: folder, using: &random)
      for _ in 0..<12 {
        let words = Self.words.shuffled(using: &random).prefix(
          Int.random(in: 2...5, using: &random))
        let tokens = Self.tokens(using: &random)
        let expected = try Self.scan(snapshot, words, tokens, documents)
        let query = Query(tokens: tokens, text: words.joined(separator: " ") + " ", match: .any)
        for limit in [1, 10, [3, 100, 20_000].randomElement(using: &random)!] {
          let bound = [0, 1, 20, 2_000].randomElement(using: &random)!
          let page = try snapshot.search(
            query, options: SearchOptions(limit: limit, count: .upTo(bound)))
          #expect(page.hits == Array(expected.prefix(limit)), "\(query), limit \(limit)")
          let total = page.total
          #expect(total.isExact ? total.value == expected.count : total.value > bound)
          #expect(expected.count > bound || total.isExact)
          #expect(total.value <= expected.count)
        }
        try Self.checkCounts(snapshot, query, expected)
      }
    }
  }

  /// A lead of few postings among so many documents that rows of bounds for all of them would cost more.
  @Test("a rare word beside a frequent one in many documents")
  func rareAmongMany() throws {
    var random = SeededGenerator(seed: 1)
    try withTemporaryDirectory { folder in
      let index = try SearchIndex.create(
        at: folder + "/index", schema: Schema(text: ["t": 1], storesDocuments: false))
      let texts = ["", "many ", "many many ", "many many many "]
      try index.write { writer in
        for doc in 0..<140_000 {
          let text = texts.randomElement(using: &random)! + (doc % 1_070 == 0 ? "rare" : "")
          try writer.add(json: "{\"t\": \"\(text)\"}")
        }
      }
      let snapshot = try index.snapshot()
      // The rare word is worth more than the frequent one can give.
      let both = try snapshot.search(Query(text: "many rare "), options: SearchOptions(limit: 200)).hits
      let rare = try snapshot.search(Query(text: "rare "), options: SearchOptions(limit: 200)).hits
      let found = Set(both.map(\.doc))
      let expected = (both + rare.filter { !found.contains($0.doc) })
        .sorted { ($0.score, $1.doc) > ($1.score, $0.doc) }
      #expect(expected.count == rare.count && !both.isEmpty && both.count < rare.count)
      for limit in [1, 10, 60, 131] {
        let options = SearchOptions(limit: limit, count: .upTo(0))
        let page = try snapshot.search(Query(text: "many rare ", match: .any), options: options)
        #expect(page.hits == Array(expected.prefix(limit)), "limit \(limit)")
      }
    }
  }

  /// All matches in order, each with the sum of its scores for each word alone, in the order of the words.
  private static func scan(
    _ snapshot: IndexSnapshot, _ words: some Sequence<String>, _ tokens: [SearchToken],
    _ documents: Int
  ) throws -> [Hit] {
    var found: [DocNumber: Hit] = [:]
    for word in words {
      let query = Query(tokens: tokens, text: word + " ")
      for hit in try snapshot.search(query, options: SearchOptions(limit: documents)).hits {
        let before = found[hit.doc]?.score ?? 0
        found[hit.doc] = Hit(key: hit.key, score: before + hit.score, doc: hit.doc)
      }
    }
    return found.values.sorted { ($0.score, $1.doc) > ($1.score, $0.doc) }
  }

  /// Totals and facet counts, with and without hits.
  private static func checkCounts(_ snapshot: IndexSnapshot, _ query: Query, _ expected: [Hit])
    throws
  {
    for limit in [0, 10] {
      let page = try snapshot.search(query, options: SearchOptions(limit: limit, facets: ["f"]))
      #expect(page.hits == Array(expected.prefix(limit)))
      #expect(page.total == Total(value: expected.count, isExact: true))
      let counted = page.facetCounts["f"]!.reduce(0) { $0 + $1.count }
      #expect(counted == expected.count)
    }
    let byNumber = SearchOptions(limit: 20_000, order: .field("n", descending: false))
    let page = try snapshot.search(query, options: byNumber)
    #expect(Set(page.hits.map(\.doc)) == Set(expected.map(\.doc)))
    let counted = try snapshot.search(query, options: SearchOptions(limit: 0, count: .exact))
    #expect(counted.total == Total(value: expected.count, isExact: true))
  }

  @Test(
    "rows of bounds by words of 64 documents are what each list's bounds say", arguments: 0..<20)
  func boundRows(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let documents = Int.random(in: 1...5_000, using: &random)
    let words = (documents + 63) / 64
    let table = (0..<256).map { Float($0) / 256 }
    var lasts: [UInt32] = []
    var next = 0
    let step = [1, 10, 200, 1_000].randomElement(using: &random)!
    while next < documents, lasts.count < 300 {
      next += Int.random(in: 1...step, using: &random)
      if next <= documents { lasts.append(UInt32(next - 1)) }
    }
    let codes = lasts.indices.map { _ in UInt8.random(in: 0...255, using: &random) }
    let more: [Float]? =
      Bool.random(using: &random)
      ? (0..<words).map { _ in Float.random(in: 0...1, using: &random) } : nil
    var expected = more ?? [Float](repeating: 0, count: words)
    for word in 0..<words {
      var greatest: Float = 0
      for block in lasts.indices {
        let first = block == 0 ? 0 : lasts[block - 1] + 1
        if first / 64 <= word, lasts[block] / 64 >= word {
          greatest = max(greatest, 3 * table[Int(codes[block])])
        }
      }
      expected[word] += greatest
    }
    var row = [Float](repeating: -1, count: words)
    func fill(_ lasts: [UInt32]) -> Int32 {
      cvector_add_block_bounds(lasts, codes, lasts.count, UInt32(documents), table, 3, more, &row)
    }
    #expect(fill(lasts) == 1)
    #expect(row == expected)
    if lasts.count > 1 {
      #expect(fill(lasts.reversed()) == 0)
      #expect(fill(Array(lasts.dropLast()) + [UInt32(documents)]) == 0)
    }
  }

  @Test("hopeful documents are those that a plain loop keeps", arguments: 0..<50)
  func hopeful(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...600, using: &random)
    let row = (0..<40).map { _ in Float(Int.random(in: 0...4, using: &random)) }
    let docs = (0..<count).map { _ in UInt32.random(in: 0..<40 * 64, using: &random) }
    let scores = (0..<count).map { _ in Float(Int.random(in: 0...4, using: &random)) }
    var places = [UInt32](repeating: 0, count: count + 16)
    let least = Float(Int.random(in: 0...9, using: &random))
    let kept = cvector_hopeful(docs, scores, count, row, 0, least, &places)
    #expect(
      places.prefix(kept).elementsEqual(
        docs.indices.filter { scores[$0] + row[Int(docs[$0] / 64)] >= least }.map { UInt32($0) }))
    let plain = cvector_hopeful(docs, scores, count, nil, 2, least, &places)
    #expect(
      places.prefix(plain).elementsEqual(
        docs.indices.filter { scores[$0] + 2 >= least }.map { UInt32($0) }))
    #expect(cvector_greatest(scores, count) == scores.max() ?? 0)
    let wanted = Int.random(in: 1...50, using: &random)
    let reached = cvector_reached_by(scores, count, wanted)
    #expect(count < wanted || scores.count { $0 >= reached } >= wanted)
  }
}
