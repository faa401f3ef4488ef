import Tessera

/// Times turning text into terms.
///
/// Measured: UTF-8 text in memory to folded terms with their places, MB/s, best and median of the passes, on one
/// thread; a line of the file is one text, or of a file DOCS.tsv its text column. Two alternatives stand beside it:
/// plain ICU in C, which cuts at word boundaries and folds each word and knows none of our rules, and the
/// reference, the tokenizer's slow twin. Tokenizer and reference must find the same terms in every text.
///
///     tessera-benchmark tokenize docs.tsv
///     tessera-benchmark tokenize book.txt
enum TokenizeStage {
  static func run(_ arguments: Arguments) throws {
    let texts = try Texts(path: arguments.operand(0, "FILE"))
    let passes = max(1, try arguments.integer("--passes", default: 5))
    var tokenizer = Tokenizer()
    var buffer = TokenBuffer()
    try check(texts.first(2 << 20), &tokenizer)

    var report = Report("tokenize", columns: ["what", "MB/s", "median", "texts/s"], arguments)
    var times = try time(passes) {
      texts.sum {
        tokenizer.tokenize($0, into: &buffer); return buffer.tokens.count
      }
    }
    add("tokenizer", times, texts.bytes.count, texts.ranges.count, to: &report)
    times = try time(passes) { texts.sum { ICUPipeline.tokenize($0) } }
    add("plain ICU", times, texts.bytes.count, texts.ranges.count, to: &report)

    let some = texts.first(4 << 20)
    var reference = ReferenceTokenizer()
    times = try time(1) {
      some.sum {
        reference.tokenize($0, into: &buffer); return buffer.tokens.count
      }
    }
    add("reference", times, some.bytes.count, some.ranges.count, to: &report)
    try report.finish()
  }

  /// The number of words, and each term with its position and its place in the text; where its bytes stand in the buffer is the tokenizer's own
  /// business.
  private static func terms(of buffer: TokenBuffer) -> [String] {
    ["\(buffer.wordCount) words"]
      + buffer.tokens.map { token in
        let bytes = buffer.termBytes[Int(token.termStart)..<Int(token.termStart) + Int(token.termCount)]
        return
          "\(String(decoding: bytes, as: UTF8.self)) \(token.position) \(token.sourceStart) \(token.sourceEnd)"
      }
  }

  private static func check(_ texts: Texts, _ tokenizer: inout Tokenizer) throws {
    var reference = ReferenceTokenizer()
    var (fast, slow) = (TokenBuffer(), TokenBuffer())
    for range in texts.ranges {
      texts.bytes.withUnsafeBufferPointer { bytes in
        let text = UnsafeBufferPointer(rebasing: bytes[range])
        tokenizer.tokenize(text, into: &fast)
        reference.tokenize(text, into: &slow)
      }
      let (found, expected) = (terms(of: fast), terms(of: slow))
      guard found == expected else {
        let place = zip(found, expected).prefix { $0 == $1 }.count
        let text = String(decoding: texts.bytes[range], as: UTF8.self)
        throw BenchmarkError(
          message: "tokenizer and reference differ: \(found[place...].prefix(3)) instead of"
            + " \(expected[place...].prefix(3)) in: \(text.prefix(300))")
      }
    }
  }
}

/// Texts in memory, one behind the other.
struct Texts {
  var bytes: [UInt8] = []
  var ranges: [Range<Int>] = []

  init() {}

  init(path: String) throws {
    let isCorpus = path.hasSuffix(".tsv")
    try forEachLine(of: path) { line in
      let text = isCorpus ? columns(of: line).text : line
      if !text.isEmpty { append(text) }
    }
  }

  private mutating func append(_ text: some Sequence<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    ranges.append(start..<bytes.count)
  }

  /// The first texts, up to a number of bytes and at least one.
  func first(_ count: Int) -> Texts {
    var some = Texts()
    for range in ranges where some.bytes.isEmpty || range.upperBound <= count { some.append(bytes[range]) }
    return some
  }

  func sum(_ body: (UnsafeBufferPointer<UInt8>) -> Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      ranges.reduce(0) { $0 + body(UnsafeBufferPointer(rebasing: bytes[$1])) }
    }
  }
}
