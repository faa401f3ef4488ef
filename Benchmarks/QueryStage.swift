import Tessera

/// Times every class of query of a file.
///
/// Measured: from a parsed query to its answer, on one thread, index in the page cache. p50 and p99 go over the
/// queries of a class, each by the least of its passes, as the comparison of engines does it; "p99 of runs" and
/// "worst" go over every timed run, interruptions by the machine included.
///
/// Before anything is timed, each answer is checked: the best 10 are the first of ten thousand and the lesser
/// of 10 and the number of all matches, and no facet value is counted more often than there are matches.
///
///     tessera-benchmark classes FOLDER queries.tsv --passes 5 --json figures.jsonl
///     tessera-benchmark classes FOLDER queries.tsv --only and2,and3 --slowest 10
enum QueryStage {
  static func run(_ arguments: Arguments) throws {
    let engine = try Engine(folder: arguments.operand(0, "FOLDER"))
    let lines = try QueryLine.read(arguments.operand(1, "QUERIES.tsv"), only: arguments.list("--only"))
    let harness = Harness(passes: try arguments.integer("--passes", default: 5))
    let queries = try lines.map { try engine.prepare($0) }
    for (line, query) in zip(lines, queries) { try check(line, query, in: engine) }
    let times = try harness.time(queries.count) { _ = try engine.run(queries[$0]) }

    var report = Report(
      "classes", columns: ["class", "queries", "p50 µs", "p99 µs", "p99 of runs", "worst"], arguments)
    for kind in order(of: lines) {
      let members = lines.indices.filter { lines[$0].kind == kind }
      let least = members.map { times.least[$0] }
      let all = times.all.indices.filter { lines[$0 % lines.count].kind == kind }.map { times.all[$0] }
      let figures = [
        ("p50", Statistics.median(least)), ("p99", Statistics.percentile(99, of: least)),
        ("p99 of runs", Statistics.percentile(99, of: all)), ("worst", all.max() ?? .nan),
      ]
      report.row([kind, "\(members.count)"] + figures.map { short($0.1) })
      for (metric, value) in figures { report.figure(kind, metric, value, "µs") }
    }
    try report.finish()
    for number in slowest(try arguments.integer("--slowest", default: 0), of: times.least) {
      let hits = try engine.hits(queries[number])
      print("\(short(times.least[number])) µs, \(hits) hits: \(name(of: lines[number]))")
    }
  }

  /// The places of the greatest times, slowest first.
  private static func slowest(_ count: Int, of times: [Double]) -> ArraySlice<Int> {
    times.indices.sorted { times[$0] > times[$1] }.prefix(count)
  }

  private static func name(of line: QueryLine) -> String {
    "\(line.kind) \(line.tokens.map { "\($0.field)=\($0.value)" }) '\(line.typedText)'"
  }

  private static func order(of lines: [QueryLine]) -> [String] {
    lines.reduce(into: []) { kinds, line in if !kinds.contains(line.kind) { kinds.append(line.kind) } }
  }

  private static func check(_ line: QueryLine, _ query: Engine.Prepared, in engine: Engine) throws {
    let hits = try engine.hits(query)
    let results = try engine.run(query)
    if line.mode == .top && results != min(10, hits) {
      throw BenchmarkError(message: "\(name(of: line)) gave \(results) documents of \(hits)")
    }
    if line.mode == .top, try !engine.findsTheBest(query) {
      throw BenchmarkError(message: "\(name(of: line)) does not give the best 10")
    }
    if let greatest = try engine.greatestCount(query), greatest > hits {
      throw BenchmarkError(message: "\(name(of: line)) counts a value \(greatest) times in \(hits) documents")
    }
  }
}
