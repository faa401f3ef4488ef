import Foundation
import Tessera
import TestSupport
import Testing

/// The tool killed in the middle of its work: what is left is a commit, whole.
@Suite("Killing the tool")
struct KillTests {
  /// How often the tool is killed; `TESSERA_KILLS=100` kills more.
  static let killCount = SafetyRun.count("TESSERA_KILLS", short: 20, long: 1_000)
  static let documentCount = 400

  @Test(
    "an index whose writer is killed again and again holds the commit before or the one after, to readers too"
  )
  func leavesCommit() throws {
    try withTemporaryDirectory { folder in
      var random = SeededGenerator(seed: 1)
      var generation = 0
      try write(generation, to: folder)
      #expect(try Tool.run(Self.indexing, in: folder).status == 0)
      let duration = try measured { try Tool.run(Self.indexing, in: folder) }
      let readers = (0..<2).map { Reader(of: folder + "/index", seed: $0) }
      var (before, after) = (0, 0)
      for _ in 0..<Self.killCount {
        try write(generation + 1, to: folder)
        let command = Int.random(in: 0..<4, using: &random) == 0 ? "tessera merge index" : Self.indexing
        try kill(command, after: .random(in: 0...(1.2 * duration), using: &random), in: folder)
        let found = try committedGeneration(in: folder)
        #expect(found == generation || (found == generation + 1 && command == Self.indexing))
        if found == generation { before += 1 } else { after += 1 }
        generation = found
      }
      let reads = try readers.map { try $0.stop() }
      SafetyRun.figure(
        "\(Self.killCount) kills of a writer: \(before) left the commit before, \(after) the one after, each whole; "
          + "\(reads.count) readers opened \(reads.reduce(0, +)) snapshots meanwhile, all whole and none older than the last"
      )
      // Whoever writes next clears away what the killed ones left.
      try write(generation, to: folder)
      #expect(try Tool.run("\(Self.indexing) && tessera merge index", in: folder).status == 0)
      #expect(try committedGeneration(in: folder) == generation)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/index")
      #expect(names.count <= 3, "more than manifest, lock and one segment: \(names)")
    }
  }

  private static let indexing = "tessera index index documents.jsonl --id id --text title"

  /// Each generation replaces the same documents, so that a mixture of two would show.
  private func write(_ generation: Int, to folder: String) throws {
    let lines = (0..<Self.documentCount).map { #"{"id": \#($0), "title": "tile generation\#(generation)"}"# }
    try lines.joined(separator: "\n").write(
      toFile: folder + "/documents.jsonl", atomically: true, encoding: .utf8)
  }

  private func measured<Result>(_ body: () throws -> Result) throws -> Double {
    let start = Date()
    _ = try body()
    return -start.timeIntervalSinceNow
  }

  private func kill(_ command: String, after seconds: Double, in folder: String) throws {
    let process = Tool.process("exec \(command) >/dev/null 2>&1", in: folder)
    try Tool.start(process)
    Thread.sleep(forTimeInterval: seconds)
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func committedGeneration(in folder: String) throws -> Int {
    let snapshot = try SearchIndex.open(at: folder + "/index").snapshot()
    #expect(snapshot.verify().isEmpty)
    return try generation(of: snapshot, documents: Self.documentCount)
  }
}

/// The generation that all documents are of.
private func generation(of snapshot: IndexSnapshot, documents: Int) throws -> Int {
  guard snapshot.documentCount == documents else { throw Disagreement("\(snapshot.documentCount) documents") }
  var generations: Set<String> = []
  try snapshot.forEachDocument { (_, json) throws(TesseraError) in
    generations.insert(String(json?.split(separator: "generation").last?.prefix { $0.isNumber } ?? ""))
  }
  guard generations.count == 1, let generation = generations.first.flatMap({ Int($0) }) else {
    throw Disagreement("documents of \(generations) together")
  }
  // The terms say the same as the documents.
  let page = try snapshot.search(Query(text: "tile generation\(generation) "))
  guard page.total.value == documents else { throw Disagreement("\(page.total) of generation \(generation)") }
  return generation
}

/// A thread that reads the newest commit again and again, and now and then one that it has held for long.
private final class Reader: Sendable {
  private struct State {
    var isStopped = false
    var reads = 0
    var failure: (any Error)?
  }

  private let state = Guarded(State())
  private let isDone = DispatchSemaphore(value: 0)

  init(of folder: String, seed: Int) {
    Thread.detachNewThread { [self] in
      do { try read(folder, seed: seed) } catch { state.withLock { $0.failure = error } }
      isDone.signal()
    }
  }

  private func read(_ folder: String, seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let index = try SearchIndex.open(at: folder)
    var last = 0
    var held: (snapshot: IndexSnapshot, generation: Int)?
    while !state.withLock({ $0.isStopped }) {
      let snapshot = try index.snapshot()
      let found = try generation(of: snapshot, documents: KillTests.documentCount)
      guard found >= last else { throw Disagreement("generation \(found) after \(last)") }
      last = found
      if let held, try generation(of: held.snapshot, documents: KillTests.documentCount) != held.generation {
        throw Disagreement("a snapshot of generation \(held.generation) has changed")
      }
      if held == nil || Int.random(in: 0..<50, using: &random) == 0 { held = (snapshot, found) }
      state.withLock { $0.reads += 1 }
      Thread.sleep(forTimeInterval: .random(in: 0...0.01, using: &random))
    }
  }

  /// Ends it and says how many snapshots it has read; throws what it has met.
  func stop() throws -> Int {
    state.withLock { $0.isStopped = true }
    isDone.wait()
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.reads
    }
  }
}
