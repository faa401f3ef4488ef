import Glibc

/// Makes any number of documents with the traits that decide a search engine's speed, the same for the same seed; the
/// documents of a small corpus are the first of a large one.
///
/// - Words follow Zipf's law with two exponents (Gerlach & Altmann 2013): about 1 for the 8,000 most frequent, 1.77
///   beyond, so that the vocabulary grows as that of real text: some 50,000 words in a million, and without end.
/// - Words are correlated: each document has one of 400 topics, and a quarter of its words come from the 2,000 of
///   its topic; one in eight repeats a word that the document already has. A conjunction of two words of a
///   document thus finds many more documents than chance would give.
/// - Lengths are log-normal, 60 words on average (`--words`), from 3 to 2,000.
/// - Facets: `genre` (25 values, one or two, by topic), `topic` (400, skewed), `author` (200,000, skewed),
///   `year` (124, recent ones more frequent), `language` (12, very skewed).
///
///     tessera-benchmark generate 1000000 --seed 1 > docs.tsv
///     tessera-benchmark generate 1000000 --json-lines > documents.jsonl
struct SyntheticCorpus {
  private let words = WordDistribution()
  private let topicWords = ZipfDistribution(count: 2000, exponent: 0.9)
  private let topics = ZipfDistribution(count: 400, exponent: 0.6)
  private let years = ZipfDistribution(count: 124, exponent: 0.5)
  private let languages = ZipfDistribution(count: 12, exponent: 2)
  private let authors = ZipfDistribution(count: 200_000, exponent: 0.7)
  private let vocabulary = Vocabulary()
  private var random: DataGenerator
  private let meanWords: Double
  private var ranks: [Int] = []

  struct Document {
    var facets: [(field: String, value: String)] = []
    var text: [UInt8] = []
  }

  static func run(_ arguments: Arguments) throws {
    let count = try arguments.integerOperand(0, "N")
    var corpus = SyntheticCorpus(
      seed: try arguments.integer("--seed", default: 1), words: try arguments.integer("--words", default: 60))
    var output = OutputBuffer()
    for number in 0..<count {
      let document = corpus.next()
      try output.append(arguments.has("--json-lines") ? json(document, number) : tabs(document, number))
    }
    try output.flush()
  }

  /// - Parameter words: a document's mean number of words.
  init(seed: Int, words: Int = 60) {
    random = DataGenerator(seed: seed)
    meanWords = Double(words)
  }

  mutating func next() -> Document {
    let topic = topics.draw(using: &random)
    var document = Document()
    document.facets.append(("genre", vocabulary.name(1000 + topic % 25)))
    if random.below(3) == 0 {
      document.facets.append(("genre", vocabulary.name(1000 + (topic / 25 + topic + 1) % 25)))
    }
    document.facets.append(("topic", vocabulary.name(2000 + topic)))
    let author = authors.draw(using: &random)
    document.facets.append(("author", "\(vocabulary.name(author % 700)) \(vocabulary.name(3000 + author))"))
    document.facets.append(("year", "\(2023 - years.draw(using: &random))"))
    document.facets.append(("language", vocabulary.name(400 + languages.draw(using: &random))))
    writeText(of: topic, to: &document.text)
    return document
  }

  private mutating func writeText(of topic: Int, to text: inout [UInt8]) {
    let length = min(max(Int(meanWords * exp(0.7 * random.normal() - 0.245)), 3), 2000)
    ranks.removeAll(keepingCapacity: true)
    for place in 0..<length {
      let choice = random.below(8)
      let rank =
        switch choice {
        case 0 where place > 0: ranks[random.below(place)]
        case 1, 2: Self.word(topicWords.draw(using: &random), of: topic)
        default: words.draw(using: &random)
        }
      ranks.append(rank)
      if place > 0 { text.append(UInt8(ascii: " ")) }
      vocabulary.append(rank, to: &text)
    }
  }

  /// The rank in the whole vocabulary of a topic's own word: scattered over the first 20,000, denser among the
  /// frequent ones, always the same.
  private static func word(_ number: Int, of topic: Int) -> Int {
    let mixed = UInt64(topic &* 2000 &+ number) &* 0x9E37_79B9_7F4A_7C15
    let fraction = Double(mixed >> 11) * 0x1p-53
    return 100 + Int(20_000 * fraction * fraction)
  }

  private static func tabs(_ document: Document, _ number: Int) -> [UInt8] {
    let facets = document.facets.map { "\($0.field)=\($0.value)" }.joined(separator: "\u{1F}")
    return Array("\(number)\t\(facets)\t".utf8) + document.text + [10]
  }

  private static func json(_ document: Document, _ number: Int) -> [UInt8] {
    let fields = ["topic", "author", "year", "language"].map { name in
      let value = document.facets.first { $0.field == name }?.value ?? ""
      return ",\"\(name)\":" + (name == "year" ? value : quoted(value))
    }
    let genres = document.facets.filter { $0.field == "genre" }.map { quoted($0.value) }.joined(
      separator: ",")
    let head = "{\"id\":\"\(number)\",\"genre\":[\(genres)]\(fields.joined()),\"text\":\""
    return Array(head.utf8) + document.text + Array("\"}\n".utf8)
  }
}
