import Testing

@testable import TesseraBenchmark

@Suite("Files of documents and queries")
struct CorpusTests {
  @Test("lines longer than the buffer, empty ones and a last one without line feed come whole")
  func lines() throws {
    let long = String(repeating: "x", count: 3_000_000)
    #expect(try lines(of: "a\n\n\(long)\nend") == ["a", "", long, "end"])
    #expect(try lines(of: "") == [])
    #expect(try lines(of: "\n") == [""])
  }

  @Test("facet values keep blanks and equals signs; fields are found and numbered in ascending order")
  func documents() throws {
    let text = "7\tgenre=Sci Fi\u{1F}cast=A=B\u{1F}genre=Noir\tThe text\n8\t\tOther\n9\tcast=C\t\n"
    try withFile(text) { path in
      let corpus = try Corpus(path: path)
      #expect(corpus.facetFields == ["cast", "genre"])
      #expect(corpus.documentCount == 3)
      var seen: [String] = []
      try corpus.forEachDocument { fields in
        let word = { (start: Int, end: Int) in String(decoding: fields.bytes[start..<end], as: UTF8.self) }
        seen += fields.texts.map { word($0.start, $0.end) }
        seen += fields.facets.map { "\($0.field) \(word($0.start, $0.end))" }
      }
      #expect(seen == ["The text", "1 Sci Fi", "0 A=B", "1 Noir", "Other", "0 C"])
    }
  }

  @Test("a query's text is closed by a blank unless it has a prefix")
  func queries() throws {
    let open = try #require(QueryLine("word_prefix\ttop\tand\tyear=1999\u{1F}a=b=c\tblade big\tru\t"))
    #expect(open.typedText == "blade big ru")
    #expect(open.tokens.map(\.field) == ["year", "a"])
    #expect(open.tokens.map(\.value) == ["1999", "b=c"])
    #expect(try #require(QueryLine("or2\ttop\tor\t\tblade big\t\t")).typedText == "blade big ")
    #expect(QueryLine("or2\tbest\tor\t\tblade\t\t") == nil)
  }

  @Test("made-up documents are the same for the same seed, whatever their number")
  func seeded() {
    var (one, two, other) = (SyntheticCorpus(seed: 5), SyntheticCorpus(seed: 5), SyntheticCorpus(seed: 6))
    var differences = 0
    for _ in 0..<50 {
      let (first, second, third) = (one.next(), two.next(), other.next())
      #expect(first.text == second.text)
      #expect(first.facets.map(\.value) == second.facets.map(\.value))
      differences += first.text == third.text ? 0 : 1
    }
    #expect(differences == 50)
  }

  @Test("no two ranks are spelled alike")
  func spelling() {
    let vocabulary = Vocabulary()
    let words = (0..<200_000).map { rank in
      var bytes: [UInt8] = []
      vocabulary.append(rank, to: &bytes)
      return bytes
    }
    #expect(Set(words).count == words.count)
  }

  @Test("ranks come as often as Zipf's law says")
  func zipf() {
    let distribution = ZipfDistribution(count: 1000, exponent: 1.15)
    var random = DataGenerator(seed: 3)
    var counts = [Int](repeating: 0, count: 1000)
    for _ in 0..<200_000 { counts[distribution.draw(using: &random)] += 1 }
    let ratio = Double(counts[0]) / Double(counts[9])
    #expect(ratio > 12 && ratio < 17)  // 10^1.15 = 14.1
    #expect(counts[999] < 100)
  }

  @Test("the vocabulary grows as that of real text, and its core follows Zipf's law")
  func vocabularyGrowth() {
    let words = WordDistribution()
    var random = DataGenerator(seed: 4)
    var counts: [Int: Int] = [:]
    var grown: [Int] = []
    for number in 1...400_000 {
      counts[words.draw(using: &random), default: 0] += 1
      if number == 100_000 || number == 400_000 { grown.append(counts.count) }
    }
    let ratio = Double(grown[1]) / Double(grown[0])
    #expect(ratio > 1.6 && ratio < 2.6)
    let first = Double(counts[0] ?? 0) / Double(counts[9] ?? 1)
    #expect(first > 8.5 && first < 13)  // 10^1.02 = 10.5
  }

  @Test("queries are grouped by class in the order of the file, by letters and by words ascending")
  func groups() throws {
    let lines = try [
      "word_prefix\ttop\tand\t\tblade\tru\t", "term\ttop\tand\t\tblade\t\t",
      "or2\ttop\tor\ta=b\tblade big\t\t", "count\tcount\tand\t\tblade\tr\t",
      "prefix1\ttop\tand\t\t\tr\t",
    ].map { try #require(QueryLine(Substring($0))) }
    let told = { (grouping: QueryGrouping) in
      grouping.groups(of: lines).map { "\($0.name): \($0.members)" }
    }
    #expect(told(.byClass) == ["word_prefix: [0]", "term: [1]", "or2: [2]", "count: [3]", "prefix1: [4]"])
    #expect(told(.byLetters) == ["1: [4]", "2: [0]", "whole words: [1, 2]"])
    #expect(told(.byWords) == ["1: [1, 4]", "2: [0]", "2, any, in facet: [2]"])
  }

  private func lines(of text: String) throws -> [String] {
    var found: [String] = []
    try withFile(text) { path in
      try forEachLine(of: path) { found.append(String(decoding: $0, as: UTF8.self)) }
    }
    return found
  }

  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/file"
      try write(text, to: path)
      try body(path)
    }
  }
}
