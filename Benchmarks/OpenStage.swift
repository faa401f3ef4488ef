import Tessera

/// Times the opening of indexes, to be held against their size.
///
/// Measured: from a folder's name to a snapshot, and from there to the first answer (the best 10 for a word that
/// begins with `--prefix`, default "a"), which reads and checks the pages it needs for the first time. Files
/// in the page cache, median and p99 of 200 openings within one process.
///
///     tessera-benchmark open /tmp/small /tmp/large
enum OpenStage {
  static func run(_ arguments: Arguments) throws {
    guard !arguments.operands.isEmpty else { throw BenchmarkError.misuse("open needs FOLDER…") }
    let query = Query(text: arguments.text("--prefix") ?? "a")
    let rounds = try arguments.integer("--passes", default: 200)
    var report = Report(
      "open", columns: ["index", "MB", "segments", "open p50 µs", "open p99 µs", "first answer p50 µs"],
      arguments)
    for folder in arguments.operands {
      let bytes = try folderSize(folder)
      var opening: [Double] = []
      var answering: [Double] = []
      for _ in 0..<rounds {
        let start = now()
        let engine = try Engine(folder: folder)
        let opened = now()
        _ = try engine.snapshot.search(query, options: SearchOptions(limit: 10, count: .upTo(0)))
        opening.append(Double(opened - start) / 1000)
        answering.append(Double(now() - opened) / 1000)
      }
      let figures = [
        ("open p50", Statistics.median(opening)), ("open p99", Statistics.percentile(99, of: opening)),
        ("first answer p50", Statistics.median(answering)),
      ]
      report.row(
        [folder, short(Double(bytes) / 1e6), "\(try Engine(folder: folder).segmentCount)"]
          + figures.map { short($0.1) })
      for (metric, value) in figures { report.figure("\(folder), \(bytes) bytes", metric, value, "µs") }
    }
    try report.finish()
  }
}
