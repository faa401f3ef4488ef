import Tessera

/// Times the texts of a file of queries as they are typed, letter by letter: everything that a search field shows,
/// beside the ten best alone, in one run.
///
/// Measured: from the text to the answer, tokenizing included, on one thread, index in the page cache; each keystroke
/// by the least of its passes. *ten best* counts nothing. *everything* is the ten best, the exact total, ten values of
/// each facet field given, ten suggested tokens and ten completions. The rows between add one of them each to the ten
/// best. A ratio is that of two figures of the table: of the medians, or of the 99th percentiles, over the same
/// keystrokes.
///
/// *after its time* is how long everything goes on when it is cancelled at half of the time it needs: until it throws,
/// or is done.
///
/// `--letters N` leaves out the keystrokes whose last word has fewer; `--slowest N` prints the slowest of everything;
/// `--each FILE` writes a line for each keystroke: its microseconds in each row, tokens, text; `--row NAME` times the
/// ten best and this row alone.
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
    let only = arguments.text("--row")
    var each: [[Double]] = []
    let harness = Harness(passes: try arguments.integer("--passes", default: 5))
    var report = Report(
      "keystrokes", columns: ["", "keystrokes", "p50 µs", "p90 µs", "p99 µs", "worst", "× p50", "× p99"],
      arguments)
    var plain: [Double] = []
    for (name, options) in ways where plain.isEmpty || only == nil || only == name {
      let times = try harness.time(queries.count) { _ = try snapshot.search(queries[$0], options: options) }
      if plain.isEmpty { plain = times.least }
      each.append(times.least)
      add(times.least, name, beside: plain, to: &report)
      if name == "everything" {
        let late = try overruns(of: queries, options, times.least, in: snapshot)
        add(late, "after its time", beside: nil, to: &report)
        for place in times.least.indices.sorted(by: { times.least[$0] > times.least[$1] })
          .prefix(try arguments.integer("--slowest", default: 0))
        {
          print("\(short(times.least[place])) µs: \(queries[place].tokens) '\(queries[place].text)'")
        }
      }
    }
    try report.finish()
    if let path = arguments.text("--each") {
      let lines = queries.indices.map { place in
        let tokens = queries[place].tokens.map { "\($0)" }.joined(separator: ", ")
        return (each.map { short($0[place]) } + [tokens, queries[place].text]).joined(separator: "\t") + "\n"
      }
      try write(lines.joined(), to: path)
    }
  }

  /// Adds the distribution of some times, and how many times as long they are as others.
  private static func add(_ times: [Double], _ name: String, beside plain: [Double]?, to report: inout Report)
  {
    let figures = [
      ("p50", Statistics.median(times)), ("p90", Statistics.percentile(90, of: times)),
      ("p99", Statistics.percentile(99, of: times)), ("worst", times.max() ?? .nan),
    ]
    var ratios = ["", ""]
    if let plain {
      ratios = [
        short(figures[0].1 / Statistics.median(plain)),
        short(figures[2].1 / Statistics.percentile(99, of: plain)),
      ]
    }
    report.row([name, "\(times.count)"] + figures.map { short($0.1) } + ratios)
    for (metric, value) in figures { report.figure(name, metric, value, "µs") }
  }

  /// For how many microseconds each query goes on after half the time it needs, when it was to end then.
  private static func overruns(
    of queries: [Query], _ options: SearchOptions, _ times: [Double], in snapshot: IndexSnapshot
  ) throws -> [Double] {
    try queries.indices.map { place in
      let budget = times[place] / 2
      let start = now()
      do {
        let cancellation = SearchCancellation(budget: .nanoseconds(Int64(budget * 1000)))
        _ = try snapshot.search(queries[place], options: options, cancellation: cancellation)
      } catch let error as TesseraError where error.kind == .cancelled {}
      return max(0, Double(now() - start) / 1000 - budget)
    }
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
