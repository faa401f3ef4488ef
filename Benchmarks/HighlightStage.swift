import Tessera

/// Times finding in texts what a query finds.
///
/// Measured: UTF-8 text in memory to ranges, and to passages of 200 characters, MB/s, best and median of the passes, on
/// one thread, for three queries: one letter as a prefix, which is found everywhere; two words and a prefix; a word
/// that is in no text. A line of the file is one text, or of a file DOCS.tsv its text column. The tokenizer alone
/// stands beside it: less is not possible, as every word of the text must be cut and folded to be compared.
///
///     tessera-benchmark highlight docs.tsv
///     tessera-benchmark highlight book.txt "the old ma"
enum HighlightStage {
  static func run(_ arguments: Arguments) throws {
    let texts = try Texts(path: arguments.operand(0, "FILE"))
    let passes = max(1, try arguments.integer("--passes", default: 5))
    let strings = texts.ranges.map { String(decoding: texts.bytes[$0], as: UTF8.self) }
    let own = try? arguments.operand(1, "TEXT")
    let queries = own.map { [$0] } ?? ["a", "the of a", "qqqq "]

    var report = Report("highlight", columns: ["what", "MB/s", "median", "texts/s"], arguments)
    func add(_ name: String, _ body: () -> Int) throws {
      let times = try time(passes, body)
      TesseraBenchmark.add(name, times, texts.bytes.count, texts.ranges.count, to: &report)
    }
    var tokenizer = Tokenizer()
    var buffer = TokenBuffer()
    try add("tokenizer alone") {
      texts.sum {
        tokenizer.tokenize($0, into: &buffer); return buffer.tokens.count
      }
    }
    for query in queries {
      let highlighter = Highlighter(text: query)
      try add("ranges of \"\(query)\"") { strings.reduce(0) { $0 + highlighter.ranges(in: $1).count } }
      try add("passages of \"\(query)\"") {
        strings.reduce(0) { $0 + highlighter.snippet(of: $1, length: 200).ranges.count }
      }
    }
    try report.finish()
  }
}
