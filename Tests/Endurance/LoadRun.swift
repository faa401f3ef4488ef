import Tessera
import TestSupport

/// The same searches on many threads at once, while a writer changes and merges what lies below: each answer is held
/// against the one that was found alone.
package struct LoadRun {
  package var seed: Int
  package var documents: Int
  package var searches: Int
  package var threads: Int
  package var rounds: Int

  package init(seed: Int, documents: Int, searches: Int, threads: Int, rounds: Int) {
    (self.seed, self.documents, self.searches) = (seed, documents, searches)
    (self.threads, self.rounds) = (threads, rounds)
  }

  package func run(in folder: String, report: (String) -> Void) throws {
    var random = SeededGenerator(seed: seed)
    let script = LifeScript(seed: seed, words: .plain, keyCount: documents)
    let corpus = script.corpus
    let index = try SearchIndex.create(at: folder + "/load", schema: corpus.schema)
    // Several segments, with deletions in them.
    for _ in 0..<5 {
      try index.write { writer in
        for _ in 0..<(documents / 4) { try writer.add(json: corpus.document(using: &random).json) }
      }
    }
    let snapshot = try index.snapshot()
    let asked = (0..<searches).map { number in
      number.isMultiple(of: 3)
        ? TinySearch(suggestingAmong: script.kind.words, using: &random)
        : TinySearch(words: script.kind.words, using: &random)
    }
    let alone = try asked.map { try snapshot.search($0.query, options: $0.options) }
    let clock = Stopwatch()
    let done = Countdown(threads)
    try Crew.run(
      threads,
      { number, stop in
        defer { done.countDown() }
        // Half of the threads have a snapshot of their own.
        let isOwn = number.isMultiple(of: 2)
        let own = isOwn ? try Self.snapshot(like: snapshot, of: index) ?? snapshot : snapshot
        var random = SeededGenerator(seed: seed &+ number)
        for _ in 0..<rounds where !stop.isSet {
          for place in asked.indices.shuffled(using: &random) {
            let search = asked[place]
            guard try own.search(search.query, options: search.options) == alone[place] else {
              throw Disagreement("under load another answer than alone: \(search)")
            }
          }
        }
      },
      beside: { stop in
        while !done.isOver, !stop.isSet {
          let write = script.write(using: &random)
          try index.write { writer in
            for part in write.parts {
              for change in part.changes { _ = try writer.apply(change) }
              if part.merges { try writer.mergeAll() }
              try writer.commit()
            }
          }
        }
      })
    report(
      "figure: load, seed \(seed): \(searches * rounds * threads) answers on \(threads) threads beside a writer equal "
        + "those found alone, \(Int(Double(searches * rounds * threads) / clock.seconds)) a second")
  }

  /// Another snapshot of the same commit; nil when there is a newer one by now.
  private static func snapshot(like one: IndexSnapshot, of index: SearchIndex) throws -> IndexSnapshot? {
    let other = try index.snapshot()
    return other.segments == one.segments ? other : nil
  }
}

/// How many threads are still at work.
private final class Countdown: Sendable {
  private let left: Guarded<Int>
  init(_ count: Int) { left = Guarded(count) }
  func countDown() { left.withLock { $0 -= 1 } }
  var isOver: Bool { left.withLock { $0 == 0 } }
}
