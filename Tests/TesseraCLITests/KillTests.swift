import Foundation
import Tessera
import TestSupport
import Testing

/// The tool killed in the middle of its work: what is left is a commit, whole.
@Suite("Killing the tool")
struct KillTests {
  /// How often the tool is killed; `TESSERA_KILLS=100` kills more.
  static let killCount = ProcessInfo.processInfo.environment["TESSERA_KILLS"].flatMap(Int.init) ?? 20
  private static let documentCount = 400

  @Test("an index whose writer is killed again and again holds the commit before or the one after, whole")
  func leavesCommit() throws {
    try withTemporaryDirectory { folder in
      var random = SeededGenerator(seed: 1)
      var generation = 0
      try write(generation, to: folder)
      #expect(try Tool.run(Self.indexing, in: folder).status == 0)
      let duration = try measured { try Tool.run(Self.indexing, in: folder) }
      for _ in 0..<Self.killCount {
        try write(generation + 1, to: folder)
        let command = Int.random(in: 0..<4, using: &random) == 0 ? "tessera merge index" : Self.indexing
        try kill(command, after: .random(in: 0...(1.2 * duration), using: &random), in: folder)
        let found = try committedGeneration(in: folder)
        #expect(found == generation || (found == generation + 1 && command == Self.indexing))
        generation = found
      }
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

  /// The generation that all documents are of.
  private func committedGeneration(in folder: String) throws -> Int {
    let snapshot = try SearchIndex.open(at: folder + "/index").snapshot()
    #expect(snapshot.verify().isEmpty)
    #expect(snapshot.documentCount == Self.documentCount)
    var generations: Set<String> = []
    try snapshot.forEachDocument { (_, json) throws(TesseraError) in
      generations.insert(String(json?.split(separator: "generation").last?.prefix { $0.isNumber } ?? ""))
    }
    #expect(generations.count == 1, "documents of \(generations) together")
    return try #require(generations.first.flatMap { Int($0) })
  }
}
