import TestSupport
import Testing

@testable import Tessera

/// Searches that are ended before they are done.
@Suite("Cancellation")
struct CancellationTests {
  private func withSnapshot(documents: Int = 3_000, _ body: (IndexSnapshot) throws -> Void) throws {
    var schema = Schema(text: ["title": 1], facets: ["genre"], numbers: ["year"], key: "id")
    schema.leastChampionPostings = .max
    try withTemporaryDirectory { folder in
      let index = try SearchIndex.create(at: folder, schema: schema)
      try index.write { writer in
        for number in 0..<documents {
          try writer.add(
            json: """
              {"id": "k\(number)", "title": "a\(number % 97) b\(number % 89) a", "genre": "g\(number % 7)",
              "year": \(number % 50)}
              """)
        }
      }
      try body(try index.snapshot())
    }
  }

  private static let queries = [
    Query(), Query(text: "a"), Query(text: "a1 b"), Query(text: "a b", match: .any),
    Query(text: "a1 b2 a ", match: .any),
    Query(tokens: [.facet("genre", "g1"), .range("year", 3...30)], text: "b"),
    Query(tokens: [.noneOf("genre", ["g1"])]),
  ]
  private static let options = [
    SearchOptions(suggestions: 10, completions: 10), SearchOptions(facets: ["genre"]),
    SearchOptions(order: .field("year", descending: true)),
  ]

  @Test("a search that was cancelled before it began throws, and the next one answers")
  func cancelledBefore() throws {
    try withSnapshot { snapshot in
      let cancelled = SearchCancellation()
      cancelled.cancel()
      #expect(cancelled.isCancelled)
      for query in Self.queries {
        for options in Self.options {
          let page = try snapshot.search(query, options: options)
          #expect(
            kind(of: { try snapshot.search(query, options: options, cancellation: cancelled) }) == .cancelled)
          #expect(try snapshot.search(query, options: options) == page)
          #expect(try snapshot.search(query, options: options, cancellation: SearchCancellation()) == page)
        }
      }
    }
  }

  @Test("a search whose time is up throws; a long budget changes nothing")
  func budget() throws {
    try withSnapshot { snapshot in
      let query = Query(text: "a b", match: .any)
      let options = SearchOptions(facets: ["genre"], suggestions: 10, completions: 10)
      let page = try snapshot.search(query, options: options)
      let long = SearchCancellation(budget: .seconds(3_600))
      #expect(try snapshot.search(query, options: options, cancellation: long) == page)
      #expect(!long.isCancelled)
      #expect(SearchCancellation(budget: .zero).isCancelled)
      #expect(SearchCancellation(budget: .seconds(-1)).isCancelled)
    }
  }

  @Test("a search cancelled at any point gives the whole answer or none")
  func cancelledMeanwhile() async throws {
    let directory = try TemporaryDirectory()
    let index = try SearchIndex.create(at: directory.path, schema: Schema(text: ["t": 1], facets: ["f"]))
    try index.write { writer in
      for number in 0..<5_000 {
        try writer.add(json: #"{"t": "a\#(number % 700) b", "f": "v\#(number % 90)"}"#)
      }
    }
    let snapshot = try index.snapshot()
    let options = SearchOptions(facets: ["f"], suggestions: 10, completions: 10)
    let query = Query(text: "b a")
    let page = try snapshot.search(query, options: options)
    for round in 0..<200 {
      let cancellation = SearchCancellation()
      async let found = Task.detached {
        Result { try snapshot.search(query, options: options, cancellation: cancellation) }
      }.value
      for _ in 0..<round { await Task.yield() }
      cancellation.cancel()
      switch await found {
      case .success(let answer): #expect(answer == page)
      case .failure(let error): #expect((error as? TesseraError)?.kind == .cancelled)
      }
    }
  }

  @Test("a search ended at each of the places where it can be gives the whole answer or none")
  func endedAtEachPlace() throws {
    try withSnapshot { snapshot in
      for query in Self.queries {
        for options in Self.options { try endAtEachPlace(query, options, snapshot) }
      }
    }
  }

  @Test("the same over random histories", arguments: 0..<AgreementTests.seedCount / 6)
  func endedAtEachPlace(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let history = TinyHistory(documentLimit: seed.isMultiple(of: 10) ? 2_000 : 100, using: &random)
    try withTemporaryDirectory { folder in
      var twin = try TwinIndex(folder: folder, schema: history.schema, text: PlainText())
      for write in history.writes { try twin.apply(write) }
      let snapshot = try twin.engine.snapshot()
      for number in 0..<8 {
        let search =
          number.isMultiple(of: 2)
          ? TinySearch(using: &random)
          : TinySearch(suggestingAmong: TinyCorpus.plainWords, using: &random)
        try endAtEachPlace(search.query, search.options, snapshot)
      }
    }
  }

  private func endAtEachPlace(_ query: Query, _ options: SearchOptions, _ snapshot: IndexSnapshot) throws {
    let page = try snapshot.search(query, options: options)
    for looks in 0... {
      let flag = StopFlag(afterLooks: looks)
      do {
        let found = try snapshot.search(query, options: options, cancellation: SearchCancellation(flag))
        #expect(found == page, "ended after \(looks) looks: \(query) \(options)")
      } catch {
        #expect(error.kind == .cancelled)
      }
      if !flag.isRaised(checksClock: false) { return }
    }
  }

  @Test("of searches at the same time the newest answers")
  func newestWins() async throws {
    let directory = try TemporaryDirectory()
    let index = try SearchIndex.create(at: directory.path, schema: Schema(text: ["t": 1], facets: ["f"]))
    try index.write { writer in
      for number in 0..<2_000 { try writer.add(json: #"{"t": "a\#(number % 70)", "f": "v\#(number % 9)"}"#) }
    }
    let snapshot = try index.snapshot()
    let latest = LatestSearch()
    let texts = ["a", "a1", "a12"]
    let pages = try texts.map { try snapshot.search(Query(text: $0)) }
    // One after the other nothing is cancelled.
    for (text, page) in zip(texts, pages) {
      #expect(try latest.search(Query(text: text), in: snapshot) == page)
    }
    latest.cancel()
    await withTaskGroup(of: Void.self) { group in
      for round in 0..<300 {
        group.addTask {
          let which = round % texts.count
          do {
            #expect(try latest.search(Query(text: texts[which]), in: snapshot) == pages[which])
          } catch {
            #expect((error as? TesseraError)?.kind == .cancelled)
          }
        }
      }
    }
    #expect(try latest.search(Query(text: texts[0]), in: snapshot) == pages[0])
  }

  private func kind(of body: () throws -> SearchPage) -> TesseraError.Kind? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? TesseraError)?.kind
    }
  }
}
