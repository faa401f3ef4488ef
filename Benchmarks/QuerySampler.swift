/// Draws queries of every class from a corpus, the same for the same seed, as QUERIES.tsv.
///
/// Every query comes from one document, which it thus finds: its words are drawn from the document's distinct
/// words (at least 2 ASCII letters, in at least 2 of the documents read), its prefix is the beginning of another
/// word of it, its tokens are facets of it. Classes: 1 word; 2 and 3 words, all or any; a prefix of 1 to 4 letters
/// alone; with a word; with a token; with a word and 1 or 2 tokens; 2 words and a token; counts only; facet counts;
/// a word, or one letter, with a token.
/// At most 100,000 documents are read, spread evenly.
///
///     tessera-benchmark sample docs.tsv --seed 1 --passes 100 > queries.tsv
struct QuerySampler {
  private struct Document {
    var words: [String]
    var facets: [(field: String, value: String)]
  }

  private var documents: [Document] = []
  private var frequencies: [String: Int] = [:]
  private var random = DataGenerator(seed: 0)

  static func run(_ arguments: Arguments) throws {
    let seed = try arguments.integer("--seed", default: 1)
    let count = try arguments.integer("--passes", default: 100)
    var sampler = try QuerySampler(Corpus(path: arguments.operand(0, "DOCS.tsv")))
    for (number, shape) in shapes.enumerated() {
      sampler.random = DataGenerator(seed: seed &* 1000 &+ number)
      let lines = sampler.draw(shape, count)
      lines.forEach { print($0.joined(separator: "\t")) }
      guard let counting = shape.countedAs else { continue }
      lines.forEach { print(([counting, "count"] + $0.dropFirst(2)).joined(separator: "\t")) }
    }
  }

  private init(_ corpus: Corpus) throws {
    let step = max(1, corpus.documentCount / 100_000)
    var number = 0
    try forEachLine(of: corpus.path) { line in
      defer { number += 1 }
      guard number % step == 0 else { return }
      let (column, text) = columns(of: line)
      var document = Document(words: Self.words(of: text), facets: [])
      forEachToken(in: column) { field, value in
        document.facets.append(
          (String(decoding: field, as: UTF8.self), String(decoding: value, as: UTF8.self)))
      }
      for word in document.words { frequencies[word, default: 0] += 1 }
      documents.append(document)
    }
  }

  /// The distinct words of ASCII letters alone, in lower case.
  private static func words(of text: UnsafeBufferPointer<UInt8>) -> [String] {
    let found = text.split { byte in
      !(byte >= 0x80 || (byte | 0x20) >= 97 && (byte | 0x20) <= 122 || (48...57).contains(byte) || byte == 95)
    }
    let plain = found.filter { $0.count >= 2 && $0.allSatisfy { ($0 | 0x20) >= 97 && $0 < 0x80 && $0 != 95 } }
    return Array(Set(plain.map { String(decoding: $0.map { $0 | 0x20 }, as: UTF8.self) })).sorted()
  }

  /// What a class of query is made of.
  private struct Shape {
    var name: String
    var words = 0
    var any = false
    var prefix: ClosedRange<Int>?
    var tokens = 0...0
    var countsFacets = false
    var countedAs: String?
  }

  private static let shapes = [
    Shape(name: "term", words: 1), Shape(name: "and2", words: 2, countedAs: "count_and2"),
    Shape(name: "and3", words: 3), Shape(name: "or2", words: 2, any: true),
    Shape(name: "or3", words: 3, any: true),
    Shape(name: "prefix1", prefix: 1...1), Shape(name: "prefix2", prefix: 2...2),
    Shape(name: "prefix3", prefix: 3...3),
    Shape(name: "prefix4", prefix: 4...4),
    Shape(name: "word_prefix", words: 1, prefix: 1...4, countedAs: "count_word_prefix"),
    Shape(name: "facet_prefix", prefix: 1...4, tokens: 1...1),
    Shape(name: "facet2_word_prefix", words: 1, prefix: 1...4, tokens: 1...2),
    Shape(name: "facet_and2", words: 2, tokens: 1...1),
    Shape(name: "facet_counts", words: 1, prefix: 2...3, countsFacets: true),
    Shape(name: "facet_term", words: 1, tokens: 1...1),
    Shape(name: "facet_prefix1", prefix: 1...1, tokens: 1...1),
  ]

  /// Up to `count` different queries; fewer where the corpus gives no more in 100 tries for each.
  private mutating func draw(_ shape: Shape, _ count: Int) -> [[String]] {
    var lines: Set<[String]> = []
    var ordered: [[String]] = []
    for _ in 0..<100 * count where ordered.count < count && !documents.isEmpty {
      if let line = query(shape), lines.insert(line).inserted { ordered.append(line) }
    }
    return ordered
  }

  private mutating func query(_ shape: Shape) -> [String]? {
    let document = documents[random.below(documents.count)]
    var words = document.words.filter { frequencies[$0, default: 0] >= 2 }.shuffled(using: &random)
    var prefix = ""
    if let lengths = shape.prefix {
      let length = Int.random(in: lengths, using: &random)
      guard let place = words.firstIndex(where: { $0.utf8.count >= length }) else { return nil }
      prefix = String(words.remove(at: place).prefix(length))
    }
    let tokenCount = Int.random(in: shape.tokens, using: &random)
    guard words.count >= shape.words, document.facets.count >= tokenCount else { return nil }
    let tokens = document.facets.shuffled(using: &random).prefix(tokenCount)
    let facet = shape.countsFacets ? document.facets.randomElement(using: &random)?.field : ""
    guard let facet else { return nil }
    return [
      shape.name, shape.countsFacets ? "facets" : "top", shape.any ? "or" : "and",
      tokens.map { "\($0.field)=\($0.value)" }.joined(separator: "\u{1F}"),
      words.prefix(shape.words).joined(separator: " "), prefix, facet,
    ]
  }
}
