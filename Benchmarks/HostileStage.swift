import Glibc

/// Cost by byte of hostile inputs that grow.
///
/// Measured: for each kind of `HostileKind` four inputs, each four times as long as the one before, the processor time of
/// the calling thread by byte, the least of the passes. What is linear keeps its cost by byte; what is not has it four
/// times as high in each column.
///
///     tessera-benchmark hostile [--bytes 16384]
enum HostileStage {
  static func run(_ arguments: Arguments) throws {
    let first = try arguments.integer("--bytes", default: 16_384)
    let sizes = [first, 4 * first, 16 * first, 64 * first]
    var report = Report(
      "hostile", columns: ["ns a byte of"] + sizes.map { "\($0 >> 10) KiB" } + ["last to first"], arguments)
    for kind in HostileKind.all {
      let costs = try sizes.map { try cost(of: kind, bytes: $0, passes: 3) }
      report.row([kind.name] + costs.map { short($0.perByte) } + [short(costs[3].perByte / costs[0].perByte)])
      report.figure(kind.name, "cost of the longest", costs[3].perByte, "ns/byte")
      report.figure(kind.name, "growth of the cost by byte", costs[3].perByte / costs[0].perByte, "")
    }
    try report.finish()
  }

  /// Seconds of processor time, and by byte nanoseconds.
  static func cost(of kind: HostileKind, bytes: Int, passes: Int) throws -> (seconds: Double, perByte: Double)
  {
    let (count, run) = try kind.make(bytes)
    var least = Double.infinity
    for _ in 0..<passes {
      let start = threadSeconds()
      try run()
      least = min(least, threadSeconds() - start)
    }
    return (least, least * 1e9 / Double(count))
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
