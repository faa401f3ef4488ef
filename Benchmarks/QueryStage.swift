import Tessera

/// Times every query of a file, and tells percentiles by class, by letters typed, and by number of words.
///
/// Measured: from a parsed query to its answer, on one thread, index in the page cache. p50 and p99 go over the
/// queries of a class, each by the least of its passes, as the comparison of engines does it; "p99 of runs" and
/// "worst" go over every timed run, interruptions by the machine included.
///
/// Before anything is timed, each answer is checked: the best 10 are the first of ten thousand and the lesser
/// of 10 and the number of all matches, and no facet value is counted more often than there are matches.
///
/// With --counts, a file that a counting build made of the same queries (see `CountStage`; limits.sh does both), it is
/// also told how far from its limit each class is: nanoseconds a posting visited, how many times what decoding alone
/// takes on this index that is, bytes of lists read, and which share of the blocks of the lists opened was left out.
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

    for grouping in [QueryGrouping.byClass, .byLetters, .byWords] {
      try tell(grouping, lines, times, arguments)
    }
    if let path = arguments.text("--counts") {
      let counts = try QueryCounts.read(path, of: lines.count)
      try tellLimits(lines, times, counts, decodeRate: KernelStage.decodeRate(of: engine), arguments)
    }
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

  private static func tell(
    _ grouping: QueryGrouping, _ lines: [QueryLine], _ times: Harness.Times, _ arguments: Arguments
  ) throws {
    var report = Report(
      grouping.benchmark,
      columns: [grouping.heading, "queries", "p50 µs", "p90 µs", "p99 µs", "p99 of runs", "worst"], arguments)
    for (name, members) in grouping.groups(of: lines) {
      let least = members.map { times.least[$0] }
      let all = members.flatMap { member in
        stride(from: member, to: times.all.count, by: lines.count).map { times.all[$0] }
      }
      let figures = [
        ("p50", Statistics.median(least)), ("p90", Statistics.percentile(90, of: least)),
        ("p99", Statistics.percentile(99, of: least)), ("p99 of runs", Statistics.percentile(99, of: all)),
        ("worst", all.max() ?? .nan),
      ]
      report.row([name, "\(members.count)"] + figures.map { short($0.1) })
      for (metric, value) in figures { report.figure(name, metric, value, "µs") }
    }
    try report.finish()
  }

  private static func tellLimits(
    _ lines: [QueryLine], _ times: Harness.Times, _ counts: [QueryCounts], decodeRate: Double?,
    _ arguments: Arguments
  ) throws {
    let decoding = decodeRate ?? .nan
    var report = Report(
      "limits",
      columns: ["class", "postings/query", "ns/posting", "× decoding", "bytes/query", "blocks skipped"],
      arguments)
    for (name, members) in QueryGrouping.byClass.groups(of: lines) {
      let sum = members.reduce(QueryCounts()) { $0 + counts[$1] }
      let nanoseconds = members.reduce(0) { $0 + times.least[$1] } * 1000
      let queries = Double(members.count)
      // What was read several times counts each time, so that more may be read than was opened.
      let skipped = max(0, 100 - 100 * Double(sum.blocksRead) / Double(sum.blocksOpened))
      let figures = [
        ("postings", Double(sum.postings) / queries, "1/query"),
        ("time", nanoseconds / Double(sum.postings), "ns/posting"),
        ("against decoding", nanoseconds / Double(sum.postings) / decoding, "×"),
        ("bytes", Double(sum.bytes) / queries, "bytes/query"), ("blocks skipped", skipped, "%"),
      ]
      report.row([name] + figures.map { short($0.1) + ($0.2 == "%" ? " %" : "") })
      for (metric, value, unit) in figures { report.figure(name, metric, value, unit) }
    }
    report.figure("decoding", "time", decoding, "ns/posting")
    try report.finish()
    print("decoding alone: \(short(decoding)) ns a posting of this index's packed lists")
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
