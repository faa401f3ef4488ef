import Glibc
import Tessera
import TestSupport

/// Searches of each kind, cancelled at random moments: how much longer they go on.
package struct CancelRun {
  package var seed: Int
  package var documents: Int
  /// How often each kind is cancelled.
  package var rounds: Int

  package init(seed: Int, documents: Int, rounds: Int) {
    (self.seed, self.documents, self.rounds) = (seed, documents, rounds)
  }

  /// What is measured of one search.
  private struct Outcome: Sendable {
    var page: SearchPage?
    /// When it returned: by the clock, and processor time of its thread; seconds.
    var end = 0.0
    var processorTime = 0.0
  }

  package func run(in folder: String, report: (String) -> Void) throws {
    let snapshot = try makeIndex(folder + "/cancel").snapshot()
    var random = SeededGenerator(seed: seed)
    for (name, query, options) in Self.kinds {
      let alone = try snapshot.search(query, options: options)
      let clock = Stopwatch()
      guard try snapshot.search(query, options: options) == alone else {
        throw Disagreement("\(name): another answer the second time")
      }
      let duration = clock.seconds
      var (late, lateByClock): ([Double], [Double]) = ([], [])
      for _ in 0..<rounds {
        let delay = Double.random(in: 0...duration, using: &random)
        let (outcome, cancelled) = cancel(query, options, in: snapshot, after: delay)
        if let page = outcome.page, page != alone {
          throw Disagreement("\(name): another answer beside a cancellation")
        }
        // One that had ended before tells nothing; one that ends with its answer afterwards went on for as long.
        if outcome.end <= cancelled.end { continue }
        late.append(1000 * (outcome.processorTime - cancelled.processorTime))
        lateByClock.append(1000 * (outcome.end - cancelled.end))
      }
      report(
        "figure: cancelling \(name), \(Spread.short(1000 * duration)) ms alone, \(late.count) times: goes on for "
          + "\(Spread(late)) ms of processor time; by the clock \(Spread(lateByClock)) ms")
      guard try snapshot.search(query, options: options) == alone else {
        throw Disagreement("\(name): another answer after cancellations")
      }
    }
  }

  /// Starts a search on a thread of its own and cancels it after some seconds.
  ///
  /// - Returns: how it ended, and the time when it was cancelled.
  private func cancel(
    _ query: Query, _ options: SearchOptions, in snapshot: IndexSnapshot, after seconds: Double
  ) -> (outcome: Outcome, cancelled: Outcome) {
    let cancellation = SearchCancellation()
    let slot = Slot(Outcome())
    let thread = Crew.start {
      var outcome = Outcome()
      outcome.page = try? snapshot.search(query, options: options, cancellation: cancellation)
      outcome.processorTime = Self.time(CLOCK_THREAD_CPUTIME_ID)
      outcome.end = Self.time(CLOCK_MONOTONIC)
      slot.value.withLock { [outcome] in $0 = outcome }
    }
    usleep(UInt32(seconds * 1e6))
    var clock = clockid_t()
    pthread_getcpuclockid(thread, &clock)
    var cancelled = Outcome()
    cancelled.processorTime = Self.time(clock)
    cancelled.end = Self.time(CLOCK_MONOTONIC)
    cancellation.cancel()
    pthread_join(thread, nil)
    return (slot.value.withLock { $0 }, cancelled)
  }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: What is searched

  private static let kinds: [(String, Query, SearchOptions)] = [
    ("a frequent word and a prefix", Query(text: "w0 w1"), SearchOptions()),
    ("some of many words", Query(text: "w0 w1 w2 w3 w4 w5 w6 w7 ", match: .any), SearchOptions()),
    ("a short prefix", Query(text: "w1 w"), SearchOptions(completions: 10)),
    ("facet counts", Query(text: "w"), SearchOptions(facets: ["few", "many", "several"], facetLimit: 100)),
    ("suggestions", Query(tokens: [.facet("few", "f1")], text: "v1"), SearchOptions(suggestions: 20)),
    ("an order by number", Query(), SearchOptions(order: .field("number", descending: true))),
    ("an order by key", Query(text: "w0"), SearchOptions(order: .field(nil, descending: false))),
    (
      "ranges and exclusions",
      Query(
        tokens: [.range("number", 10...900_000), .noneOf("few", ["f2", "f3"]), .plain("w2"), .plain("f1")],
        text: "w0"), SearchOptions(facets: ["many"])
    ),
    ("suggested numbers", Query(text: "number:"), SearchOptions(suggestions: 10)),
    (
      "one of many values", Query(tokens: [.anyOf("many", (0..<20_000).map { "m\($0)" })], text: "w"),
      SearchOptions()
    ),
    ("a deep page", Query(text: "w0 w1", match: .any), SearchOptions(limit: 1_000, offset: 200_000)),
    ("a long page", Query(text: "w0"), SearchOptions(limit: .max)),
    ("a long page in order", Query(), SearchOptions(limit: .max, order: .field("number", descending: false))),
  ]

  /// Documents of words and values whose frequencies fall as 1/n, in some segments, every fiftieth deleted.
  private func makeIndex(_ folder: String) throws -> SearchIndex {
    let schema = Schema(
      text: ["text": 1], facets: ["few", "many", "several"], numbers: ["number"], key: "id",
      storesDocuments: false)
    let index = try SearchIndex.create(at: folder, schema: schema)
    var random = SeededGenerator(seed: seed)
    try index.write { writer in
      for number in 0..<documents {
        let words = (0..<12).map { _ in "w\(Self.rank(below: 200_000, using: &random))" }
        let several = (0..<4).map { _ in #""v\#(Self.rank(below: 50_000, using: &random))""# }
        try writer.add(
          json: """
            {"id":"\(number)","text":"\(words.joined(separator: " "))","few":"f\(number % 9)",\
            "many":"m\(Self.rank(below: 100_000, using: &random))","several":[\(several.joined(separator: ","))],\
            "number":\(Int.random(in: 0..<1_000_000, using: &random))}
            """)
        if number == documents / 2 { try writer.commit() }
      }
      for number in stride(from: 0, to: documents, by: 50) { try writer.delete("\(number)") }
    }
    return index
  }

  /// A number below `count`, small ones more often: about as many of each power of two.
  private static func rank(below count: Int, using random: inout SeededGenerator) -> Int {
    min(count - 1, Int(exp(Double.random(in: 0...log(Double(count)), using: &random))) - 1)
  }
}

/// Where a thread leaves its outcome.
private final class Slot<Value: Sendable>: Sendable {
  let value: Guarded<Value>
  init(_ value: Value) { self.value = Guarded(value) }
}
