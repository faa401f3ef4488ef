import Tessera

/// Times the inner loops of a search, each by itself: decoding, scoring, intersecting, looking up, the heap.
///
/// Measured: nanoseconds a posting (or what the table names) over the lists of a real index, in the order of the
/// file, index in the page cache, on one thread; each loop runs until 20 ms have passed and at least 5 times, and the
/// least and the median of its runs are shown. "packed documents" is the raw decode rate: what a search that reads
/// every posting cannot fall below, and what `classes --counts` holds queries against.
///
///     tessera-benchmark kernels FOLDER --json figures.jsonl
enum KernelStage {
  static func run(_ arguments: Arguments) throws {
    let loops = try loops(of: Engine(folder: arguments.operand(0, "FOLDER")))
    var report = Report(
      "kernels", columns: ["loop", "ns", "median", "per", "millions/s", "units"], arguments)
    for kernel in try loops.all() {
      guard let (least, median, units) = try time(kernel) else { continue }
      report.row([kernel.name, short(least), short(median), kernel.unit, short(1000 / least), "\(units)"])
      report.figure(kernel.name, "least", least, "ns/\(kernel.unit)")
      report.figure(kernel.name, "median", median, "ns/\(kernel.unit)")
    }
    try report.finish()
  }

  /// Nanoseconds that decoding takes for each posting of the index's packed lists; nil where there are none.
  static func decodeRate(of engine: Engine) throws -> Double? {
    let kernels = try loops(of: engine).all()
    return try kernels.first { $0.name == KernelLoops.decoding }.flatMap { try time($0)?.least }
  }

  private static func loops(of engine: Engine) throws -> KernelLoops {
    guard let loops = try engine.snapshot.kernelLoops() else {
      throw BenchmarkError(message: "the index has no documents")
    }
    return loops
  }

  /// Least and median nanoseconds a unit, and the units of a run; nil when there is nothing to run over.
  private static func time(
    _ kernel: KernelLoops.Kernel
  ) throws -> (least: Double, median: Double, units: Int)? {
    let units = try kernel.run()
    guard units > 0 else { return nil }
    var times: [Double] = []
    let start = now()
    while times.count < 5 || now() - start < 20_000_000 {
      let before = now()
      _ = try kernel.run()
      times.append(Double(now() - before) / Double(units))
    }
    return (times.min() ?? .nan, Statistics.median(times), units)
  }
}
