import Tessera

/// Times the texts of a file of queries as they are typed, letter by letter: everything that a search field shows,
/// beside the ten best alone, in one run.
///
/// Measured: from the text to the answer, tokenizing included, on one thread, index in the page cache; each keystroke
/// by the least of its passes. *ten best* counts nothing. *everything* is the ten best, the exact total, ten values of
/// each facet field given, ten suggested tokens and ten completions. The rows between add one of them each to the ten
/// best.
///
///     tessera-benchmark keystrokes FOLDER queries.tsv --facet section,priority,tags
enum KeystrokeStage {
  static func run(_ arguments: Arguments) throws {
    let snapshot = try SearchIndex.open(at: arguments.operand(0, "FOLDER")).snapshot()
    let lines = try QueryLine.read(arguments.operand(1, "QUERIES.tsv"), only: arguments.list("--only"))
    let least = try arguments.integer("--letters", default: 0)
    let queries = keystrokes(of: lines, most: try arguments.integer("--queries", default: 200)).filter {
      lettersOfLastWord($0.text) >= least
    }
    let facets = arguments.list("--facet")
    let ways: [(name: String, options: SearchOptions)] = [
      ("ten best", SearchOptions(limit: 10, count: .upTo(0))),
      ("and total", SearchOptions(limit: 10)),
      ("and counts", SearchOptions(limit: 10, facets: facets, count: .upTo(0))),
      ("and suggestions", SearchOptions(limit: 10, count: .upTo(0), suggestions: 10)),
      ("and completions", SearchOptions(limit: 10, count: .upTo(0), completions: 10)),
      ("everything", SearchOptions(limit: 10, facets: facets, suggestions: 10, completions: 10)),
    ]
    let harness = Harness(passes: try arguments.integer("--passes", default: 5))
    var report = Report(
      "keystrokes", columns: ["", "keystrokes", "p50 µs", "p90 µs", "p99 µs", "worst", "× p50", "× p99"],
      arguments)
    var plain: (p50: Double, p99: Double)?
    for (name, options) in ways {
      let times = try harness.time(queries.count) { _ = try snapshot.search(queries[$0], options: options) }
      let (p50, p99) = (Statistics.median(times.least), Statistics.percentile(99, of: times.least))
      let base = plain ?? (p50, p99)
      plain = base
      let figures = [
        ("p50", p50), ("p90", Statistics.percentile(90, of: times.least)), ("p99", p99),
        ("worst", times.least.max() ?? .nan),
      ]
      report.row(
        [name, "\(queries.count)"] + figures.map { short($0.1) } + [
          short(p50 / base.p50), short(p99 / base.p99),
        ])
      for (metric, value) in figures { report.figure(name, metric, value, "µs") }
      if name == "everything" {
        for place in times.least.indices.sorted(by: { times.least[$0] > times.least[$1] })
          .prefix(try arguments.integer("--slowest", default: 0))
        {
          print("\(short(times.least[place])) µs: \(queries[place].tokens) '\(queries[place].text)'")
        }
      }
    }
    try report.finish()
  }

  private static func lettersOfLastWord(_ text: String) -> Int {
    text.reversed().prefix { $0 != " " }.count
  }

  /// Every beginning of every text, with the tokens of its query.
  private static func keystrokes(of lines: [QueryLine], most: Int) -> [Query] {
    var seen: Set<String> = []
    let different = lines.filter { !$0.typedText.isEmpty && seen.insert($0.typedText).inserted }
    // From all over the file, whose queries stand class by class.
    let step = max(1, different.count / max(1, most))
    return stride(from: 0, to: different.count, by: step).prefix(most).flatMap { place -> [Query] in
      let line = different[place]
      let text = line.prefix.isEmpty ? String(line.typedText.dropLast()) : line.typedText
      return text.indices.map { end in
        Query(tokens: line.tokens.map { .facet($0.field, $0.value) }, text: String(text[...end]))
      }
    }
  }
}
