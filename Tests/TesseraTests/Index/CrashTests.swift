import TestSupport
import Testing

@testable import Tessera

/// Writes that end in the middle, on a disk that keeps no more than it promises.
@Suite("A crash while writing")
struct CrashTests {
  private static let folder = "/index"

  @Test("leaves the commit before or the one after, whole, and the next writer goes on", arguments: 0..<12)
  func leavesCommit(seed: Int) throws { try checkFaults(.crash, seed: seed) }

  @Test("a call that fails leaves the commit before or the one after, whole", arguments: 0..<12)
  func survivesFailure(seed: Int) throws { try checkFaults(.failure, seed: seed) }

  private func checkFaults(_ fault: DiskFault, seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let history = TinyHistory(documentLimit: 30, using: &random)
    let searches = (0..<6).map { _ in TinySearch(using: &random) }
    let disk = FaultyFileSystem()
    _ = try play(history, on: disk)
    for _ in 0..<12 {
      let call = Int.random(in: 0..<disk.callCount, using: &random)
      let faulty = FaultyFileSystem(fault, at: call)
      let states = try play(history, on: faulty)
      let after = fault == .crash ? faulty.afterPowerLoss(using: &random) : faulty
      let place: Comment = "seed \(seed), call \(call)"
      guard let index = try? SearchIndex.open(at: Self.folder, files: after) else {
        #expect(states.isEmpty, place)
        continue
      }
      let found = states.isEmpty ? nil : states.first { agrees(index, $0, searches) }
      #expect(found != nil || states.isEmpty, "neither commit: \(place)")
      try goOn(index, from: found, searches, place)
    }
  }

  private typealias State = ReferenceIndex<PlainText>

  /// Plays a history until a call fails.
  ///
  /// - Returns: the states that the disk may then hold: the last commit, and the one that was under way.
  ///   None when the index was never made.
  private func play(_ history: TinyHistory, on disk: FaultyFileSystem) throws -> [State] {
    var states: [State] = []
    do {
      var twin = try TwinIndex(
        SearchIndex.create(at: Self.folder, schema: history.schema, files: disk), text: PlainText())
      states = [twin.reference]
      for write in history.writes {
        states = [twin.reference, try twin.reference.after(write)]
        try twin.apply(write) { try SearchIndex.open(at: Self.folder, files: disk) }
        states = [twin.reference]
      }
    } catch is TesseraError {
    }
    return states
  }

  private func agrees(_ index: SearchIndex, _ state: State, _ searches: [TinySearch]) -> Bool {
    do {
      let snapshot = try index.snapshot()
      var state = state
      try state.follow(snapshot.segments)
      guard snapshot.documentCount == state.liveDocuments.count, snapshot.verify().isEmpty else {
        return false
      }
      for search in searches {
        try checkAgreement(
          snapshot.search(search.query, options: search.options),
          with: state.search(search.query, options: search.options), options: search.options, text: state.text
        )
      }
      return true
    } catch {
      return false
    }
  }

  /// One more write, and only live files are left.
  private func goOn(_ index: SearchIndex, from state: State?, _ searches: [TinySearch], _ place: Comment)
    throws
  {
    var state = state ?? State(schema: index.schema, text: PlainText())
    let document = #"{"id": "new", "title": "ab a"}"#
    try index.write { writer in try writer.add(json: document) }
    try state.add(json: document)
    state.commit()
    #expect(agrees(index, state, searches), place)
    let manifest = try Manifest.load(from: Self.folder, files: index.files)
    #expect(try manifest.leftovers(in: Self.folder, files: index.files).isEmpty, place)
  }
}
