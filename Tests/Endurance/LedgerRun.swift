import Glibc
import Synchronization
import Tessera
import TestSupport

/// Writers and readers of one ledger, in threads and in processes; writers in processes are killed.
package struct LedgerRun {
  package var seed: Int
  /// How long it goes on; nil for a number of rounds.
  package var seconds: Double?
  package var rounds: Int
  package var threads = 2
  package var processes = 2

  package init(seed: Int, seconds: Double? = nil, rounds: Int = .max) {
    (self.seed, self.seconds, self.rounds) = (seed, seconds, rounds)
  }

  private struct Counts {
    var rounds = 0
    var commits = 0
    var refused = 0
    /// How long after a kill the attempt began that got the lock, in milliseconds.
    var waits: [Double] = []
  }

  package func run(in folder: String, report: (String) -> Void) throws {
    let ledger = try Ledger.create(at: folder + "/ledger")
    var counts = Counts()
    let clock = Stopwatch()
    let looks = Looks()
    let readers = try (0..<processes).map {
      try ChildProcess(SafetyProgram.path, ["read", ledger.folder, "\(seed + 100 + $0)"])
    }
    try Crew.run(
      threads,
      { number, stop in
        var reader = try LedgerReader(ledger, seed: seed &* 1_000 &+ number)
        while !stop.isSet { try reader.look() }
        looks.add(new: reader.counts.new, old: reader.counts.old)
      },
      beside: { stop in
        defer { stop.set() }
        var random = SeededGenerator(seed: seed)
        while counts.rounds < rounds, clock.seconds < seconds ?? .infinity, !stop.isSet {
          if counts.rounds.isMultiple(of: 2) {
            let commits = Int.random(in: 1...12, using: &random)
            try ledger.writeAll(commits: commits)
            counts.commits += commits
          } else {
            try killWriter(ledger, &counts, &random)
          }
          counts.rounds += 1
        }
      })
    for reader in readers { looks.add(new: try Self.end(reader), old: 0) }
    report(
      "figure: ledger, seed \(seed), \(Int(clock.seconds)) s: \(counts.commits) commits seen by "
        + "\(threads) threads and \(processes) processes, \(looks.sum.new) snapshots whole, "
        + "\(looks.sum.old) held ones as they were")
    let waits = Spread(counts.waits)
    report(
      "figure: \(counts.waits.count) writers killed, \(counts.refused) second writers refused by process number; "
        + "from the kill until the lock was free \(waits) ms")
  }

  /// A process writes until it is killed; the next writer gets the lock at once, and what was committed is there.
  private func killWriter(
    _ ledger: Ledger, _ counts: inout Counts, _ random: inout SeededGenerator
  ) throws {
    let child = try ChildProcess(SafetyProgram.path, ["ledger", ledger.folder])
    guard var last = child.line().flatMap({ Int($0) }) else {
      throw Disagreement("the writer ended with \(child.wait())")
    }
    let first = last
    try checkRefusal(ledger, by: child)
    counts.refused += 1
    usleep(.random(in: 0...30_000, using: &random))
    child.kill()
    counts.waits.append(1000 * (try secondsUntilFree(ledger)))
    for line in child.lines() { last = Int(line) ?? last }
    guard child.wait() == 128 + 9 else { throw Disagreement("the writer ended by itself") }
    let newest = try Ledger.answers(SearchIndex.open(at: ledger.folder).snapshot()).commit
    guard newest == last || newest == last + 1 else {
      throw Disagreement("the killed writer had made commit \(last), but \(newest) is there")
    }
    counts.commits += newest - first + 1
  }

  private func checkRefusal(_ ledger: Ledger, by child: ChildProcess) throws {
    do {
      try SearchIndex.open(at: ledger.folder).write { _ in }
    } catch let error as TesseraError {
      guard error.kind == .locked, error.detail.contains("process \(child.number) ") else { throw error }
      return
    }
    throw Disagreement("a second writer got in")
  }

  /// The kill itself takes the system a moment; the writer is not waited for.
  private func secondsUntilFree(_ ledger: Ledger) throws -> Double {
    let clock = Stopwatch()
    while true {
      let seconds = clock.seconds
      do {
        try SearchIndex.open(at: ledger.folder).write { _ in }
        return seconds
      } catch let error as TesseraError where error.kind == .locked && clock.seconds < 10 {
        sched_yield()
      }
    }
  }

  /// Tells a reading process to end; gives how many snapshots it has looked at.
  private static func end(_ reader: ChildProcess) throws -> Int {
    reader.interrupt()
    let lines = reader.lines()
    guard reader.wait() == 0, let count = lines.last.flatMap({ Int($0) }) else {
      throw Disagreement("a reading process failed: \(lines)")
    }
    return count
  }
}

/// How many snapshots all readers have looked at.
private final class Looks: Sendable {
  private let counts = Guarded((new: 0, old: 0))
  var sum: (new: Int, old: Int) { counts.withLock { $0 } }
  func add(new: Int, old: Int) { counts.withLock { $0 = ($0.new + new, $0.old + old) } }
}

/// The processes of a ledger run.
package enum LedgerRole {
  /// Commits until it is killed, and prints the number of each.
  package static func write(folder: String) throws {
    try Ledger(folder: folder).write(commits: .max) { WriterRole.printNow("\($0)") }
  }

  /// Reads until it is told to end (SIGTERM), then prints how many snapshots it has looked at.
  package static func read(folder: String, seed: Int) throws {
    signal(SIGTERM) { _ in LedgerRole.hasEnded.store(true, ordering: .relaxed) }
    var reader = try LedgerReader(Ledger(folder: folder), seed: seed)
    do {
      while !hasEnded.load(ordering: .relaxed) { try reader.look() }
    } catch {
      WriterRole.printNow("\(error)")
      throw error
    }
    WriterRole.printNow("\(reader.counts.new)")
  }

  private static let hasEnded = Atomic(false)
}

/// Least, median, 99th percentile and greatest of some values.
struct Spread: CustomStringConvertible {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var greatest: Double { sorted.last ?? 0 }

  var description: String {
    guard !sorted.isEmpty else { return "none" }
    let parts = [0.5, 0.99, 1].map { part in
      Self.short(sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))])
    }
    return "\(parts[0]) median, \(parts[1]) 99th percentile, \(parts[2]) greatest"
  }

  static func short(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
