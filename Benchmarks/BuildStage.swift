import Tessera

/// Times the building of an index.
///
/// Measured: from lines of a file in the page cache to a synced commit of one segment (several with --no-merge):
/// documents and MB of the file a second (the median of the passes), bytes on disk, and the largest resident set.
/// The index is built in a folder of its own under TMPDIR and its number of documents is checked.
///
/// With --into FOLDER, which is empty or new, there is one pass, and its index stays there.
///
///     tessera-benchmark build docs.tsv --threads 1,2 --memory 256 --passes 3
enum BuildStage {
  static func run(_ arguments: Arguments) throws {
    let corpus = try Corpus(
      path: arguments.operand(0, "DOCS.tsv"), prefixLists: !arguments.has("--no-prefix-lists"))
    let size = Double(try fileSize(corpus.path))
    var options = try arguments.writeOptions()
    let folder = arguments.text("--into")
    let passes = folder == nil ? max(1, try arguments.integer("--passes", default: 3)) : 1
    var report = Report(
      "build", columns: ["threads", "seconds", "documents/s", "MB/s", "bytes", "bytes/document", "peak MB"],
      arguments)
    for threads in try arguments.integers("--threads", default: [1]).prefix(folder == nil ? .max : 1) {
      options.threads = max(1, threads)
      let merges = !arguments.has("--no-merge")
      let runs = try (0..<passes).map { _ in
        if let folder { return try pass(corpus, options, merges: merges, in: folder) }
        return try withTemporaryFolder { try pass(corpus, options, merges: merges, in: $0) }
      }
      let seconds = Statistics.median(runs.map(\.seconds))
      let documents = Double(corpus.documentCount)
      let peak = Double(runs.map(\.peak).max() ?? 0)
      report.row(
        ["\(threads)", short(seconds), short(documents / seconds), short(size / seconds / 1e6)]
          + ["\(runs[0].bytes)", short(Double(runs[0].bytes) / documents), short(peak / 1e6)])
      report.figure("threads \(threads)", "documents", documents / seconds, "1/s")
      report.figure("threads \(threads)", "throughput", size / seconds / 1e6, "MB/s")
      report.figure("threads \(threads)", "size", Double(runs[0].bytes), "bytes")
      report.figure("threads \(threads)", "peak memory", peak, "bytes")
    }
    try report.finish()
  }

  /// One pass, in a process of its own, so that the peak is that of one build.
  private static func pass(
    _ corpus: Corpus, _ options: WriteOptions, merges: Bool, in folder: String
  ) throws -> (seconds: Double, bytes: Int, peak: Int) {
    let words =
      ["build-once", corpus.path, folder, "--threads", "\(options.threads)"]
      + ["--memory", "\(options.memoryBudget >> 20)"] + (merges ? [] : ["--no-merge"])
      + (corpus.schema.prefixLists ? [] : ["--no-prefix-lists"])
    let figures = Machine.outputOfSelf(words)?.split(separator: " ") ?? []
    guard figures.count == 2, let seconds = Double(figures[0]), let peak = Int(figures[1]) else {
      throw BenchmarkError(message: "the index could not be built")
    }
    let found = try Engine(folder: folder).snapshot.documentCount
    guard found == corpus.documentCount else {
      throw BenchmarkError(message: "the index has \(found) documents of \(corpus.documentCount)")
    }
    return (seconds, try folderSize(folder), peak)
  }

  /// The child of a pass: builds, and prints seconds and peak bytes.
  static func runOnce(_ arguments: Arguments) throws {
    let corpus = try Corpus(
      path: arguments.operand(0, "DOCS.tsv"), prefixLists: !arguments.has("--no-prefix-lists"))
    let folder = try arguments.operand(1, "FOLDER")
    let options = try arguments.writeOptions()
    let time = try seconds {
      try Engine.build(corpus, in: folder, options: options, merges: !arguments.has("--no-merge"))
    }
    print(time, Machine.peakMemory)
  }
}
