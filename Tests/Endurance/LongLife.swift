import Tessera
import TestSupport

/// Two indexes, one of plain words and one of words with rules, through random operations for a given time.
package struct LongLife {
  package var seed: Int
  /// How long it goes on, in seconds; nil for as many operations as are asked for.
  package var seconds: Double?
  package var operations: Int
  /// About how many documents the index of plain words has; the other has a quarter.
  package var documents = 1_500
  /// How many seconds pass between two samples of memory, files and disk, and between two reports.
  package var sampleInterval = 5.0
  package var reportInterval = 60.0

  package init(seed: Int, seconds: Double? = nil, operations: Int = .max) {
    self.seed = seed
    self.seconds = seconds
    self.operations = operations
  }

  /// - Parameter report: takes a line now and then, and in the end the figures.
  /// - Throws: `Disagreement` with seed and number of the operation.
  package func run(in folder: String, report: (String) -> Void) throws {
    let plain = try Life(
      folder: folder + "/plain", script: LifeScript(seed: seed, words: .plain, keyCount: documents),
      text: PlainText())
    let ruled = try Life(
      folder: folder + "/ruled", script: LifeScript(seed: seed, words: .ruled, keyCount: documents / 4),
      text: RuledText())
    var growth = Growth()
    let clock = Stopwatch()
    var (number, nextSample, nextReport) = (0, 0.0, reportInterval)
    do {
      while number < operations, clock.seconds < seconds ?? .infinity {
        if number.isMultiple(of: 4) { try ruled.perform(number) } else { try plain.perform(number) }
        number += 1
        guard clock.seconds >= nextSample else { continue }
        nextSample = clock.seconds + sampleInterval
        growth.add(try plain.usage() + ruled.usage())
        guard clock.seconds >= nextReport else { continue }
        report("\(Int(clock.seconds / 60)) min: \(plain.counts + ruled.counts); \(growth.samples.last!)")
        nextReport += reportInterval
      }
      growth.add(try plain.usage() + ruled.usage())
      try growth.check()
    } catch {
      throw Disagreement("seed \(seed), operation \(number - 1): \(error)")
    }
    report("figure: seed \(seed), \(Int(clock.seconds)) s: \(plain.counts + ruled.counts)")
    for line in growth.figures { report("figure: \(line)") }
  }
}

/// Time since it was made.
struct Stopwatch {
  private let start = ContinuousClock.now
  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}

/// What has happened in a life so far.
struct LifeCounts: CustomStringConvertible {
  var operations = 0
  var searches = 0
  var commits = 0
  var abandoned = 0
  var refused = 0
  var restarts = 0
  var kills = 0
  var killsAmidWork = 0

  static func + (left: Self, right: Self) -> Self {
    LifeCounts(
      operations: left.operations + right.operations, searches: left.searches + right.searches,
      commits: left.commits + right.commits, abandoned: left.abandoned + right.abandoned,
      refused: left.refused + right.refused, restarts: left.restarts + right.restarts,
      kills: left.kills + right.kills, killsAmidWork: left.killsAmidWork + right.killsAmidWork)
  }

  var description: String {
    "\(operations) operations, \(searches) searches compared, \(commits) commits, \(abandoned) writes abandoned, "
      + "\(refused) second writers refused, \(restarts) restarts, \(kills) writers killed "
      + "(\(killsAmidWork) amid work)"
  }
}
