import Foundation
import TestSupport
import Testing

@testable import Tessera

/// A writer that goes on after a call to the disk has failed: each call of one write in turn.
@Suite("A writer after a failure")
struct WriterFailureTests {
  private static let folder = "/index"

  /// An index of two segments, `a0` to `a3` and `b0` to `b3`.
  private static let prepared: FaultyFileSystem = {
    let disk = FaultyFileSystem()
    let index = try! SearchIndex.create(
      at: folder, schema: Schema(text: ["title": 1], facets: ["genre"], key: "id"), files: disk)
    for name in ["a", "b"] {
      try! index.write { writer in for number in 0..<4 { try add("\(name)\(number)", to: writer) } }
    }
    return disk
  }()

  private static let before = Set(["a", "b"].flatMap { name in (0..<4).map { "\(name)\($0)" } })

  private static func add(_ key: String, to writer: IndexWriter) throws {
    try writer.add(json: #"{"id": "\#(key)", "title": "tile \#(key)", "genre": "g"}"#)
  }

  /// The keys of a whole index.
  private func keys(on disk: FaultyFileSystem) throws -> Set<String> {
    let snapshot = try SearchIndex.open(at: Self.folder, files: disk).snapshot()
    if let damage = snapshot.verify().first { throw damage }
    var keys: Set<String> = []
    try snapshot.forEachDocument { (key, _) throws(TesseraError) in keys.insert(key) }
    return keys
  }

  /// Runs a write with each of its calls failing; `body` says what the index then has to hold, one of these.
  private func forEachFailure(
    _ body: (SearchIndex, FaultyFileSystem) throws -> [Set<String>]
  ) throws {
    var call = 0
    while true {
      let disk = Self.prepared.copy()
      let index = try SearchIndex.open(at: Self.folder, files: disk)
      disk.setFault(.failure, at: call)
      let expected = try body(index, disk)
      let hasFailed = disk.failureCount > 0
      let after = disk.copy()
      #expect(expected.contains(try keys(on: after)), "call \(call)")
      try SearchIndex.open(at: Self.folder, files: after).write { _ in }
      let manifest = try Manifest.load(from: Self.folder, files: after)
      #expect(Set(after.contents(of: Self.folder).keys) == manifest.fileNames.union([Manifest.fileName]))
      if !hasFailed { return }
      call += 1
    }
  }

  /// Commits, and once more where that fails.
  private func commit(_ writer: IndexWriter) throws {
    do { try writer.commit() } catch { try writer.commit() }
  }

  @Test("deletes from two segments: the deletion files have names of their own")
  func deletesFromTwo() throws {
    let after = Self.before.subtracting(["a1", "b2"])
    try forEachFailure { index, disk in
      do {
        try index.write { writer in
          try writer.delete("a1")
          try writer.delete("b2")
          try commit(writer)
        }
        return [after]
      } catch { return [Self.before] }
    }
  }

  @Test("merges at the second try")
  func merges() throws {
    try forEachFailure { index, disk in
      do {
        try index.write { writer in
          try writer.delete("a1")
          try writer.mergeAll()
          try commit(writer)
        }
        let whole = try SearchIndex.open(at: Self.folder, files: disk.copy()).snapshot()
        #expect(whole.segments.count == 1)
        return [Self.before.subtracting(["a1"])]
      } catch { return [Self.before] }
    }
  }

  @Test("commits nothing without the documents that could not be written")
  func losesNothing() throws {
    var losses = 0
    try forEachFailure { index, disk in
      do {
        try index.write { writer in
          try Self.add("c", to: writer)
          try? writer.commit()
          try Self.add("d", to: writer)
          try commit(writer)
        }
        return [Self.before.union(["c", "d"])]
      } catch let error as TesseraError {
        if error.detail.contains("documents of this write are lost") { losses += 1 }
        return [Self.before, Self.before.union(["c"])]
      }
    }
    #expect(losses > 0)
  }

  @Test("that goes on after a commit which may be on the disk leaves its files there")
  func keepsFilesOfDoubtfulCommit() throws {
    let (first, second) = (Self.before.union(["c"]), Self.before.union(["c", "d"]))
    try forEachFailure { index, disk in
      struct Dropped: Error {}
      var returned = Self.before
      do {
        try index.write { writer in
          try Self.add("c", to: writer)
          if (try? writer.commit()) != nil { returned = first }
          try Self.add("d", to: writer)
          try writer.mergeAll()
          // Everything but the step that makes the commit.
          try writer.flush()
          throw Dropped()
        }
      } catch {}
      return [returned, first]
    }
    try forEachFailure { index, disk in
      do {
        try index.write { writer in
          try Self.add("c", to: writer)
          try? writer.commit()
          try Self.add("d", to: writer)
          try writer.mergeAll()
          try commit(writer)
        }
        return [second]
      } catch { return [Self.before, first] }
    }
  }

  @Test("that is dropped on a full disk leaves no file behind")
  func leavesNothing() throws {
    var call = 0
    while true {
      let disk = Self.prepared.copy()
      let index = try SearchIndex.open(at: Self.folder, files: disk)
      disk.setFault(.full, at: call)
      do {
        try index.write { writer in
          for key in ["a1", "b2"] { try writer.delete(key) }
          try Self.add("c", to: writer)
        }
        if disk.failureCount == 0 { return }
      } catch {
        #expect(disk.contents(of: Self.folder) == Self.prepared.contents(of: Self.folder), "call \(call)")
      }
      call += 1
    }
  }

  @Test("that died while an index was made is in nobody's way")
  func diedWhileMaking() throws {
    let schema = Schema(text: ["title": 1], key: "id")
    for call in 0..<20 {
      let disk = FaultyFileSystem(.crash, at: call)
      _ = try? SearchIndex.create(at: Self.folder, schema: schema, files: disk)
      for seed in 0..<4 {
        var random = SeededGenerator(seed: seed)
        let after = disk.afterPowerLoss(using: &random)
        let index =
          try (try? SearchIndex.open(at: Self.folder, files: after))
          ?? SearchIndex.create(at: Self.folder, schema: schema, files: after)
        try index.write { writer in try Self.add("a", to: writer) }
        #expect(try index.snapshot().documentCount == 1, "call \(call)")
      }
    }
  }

  @Test("verifying reads a page again that was found good before")
  func verifiesAnew() throws {
    try withTemporaryDirectory { parent in
      let folder = parent + "/index"
      let index = try SearchIndex.create(at: folder, schema: Schema(text: ["title": 1], key: "id"))
      try index.write { writer in
        try Self.add("a", to: writer)
        try Self.add("b", to: writer)
      }
      try index.write { writer in _ = try writer.delete("b") }
      let snapshot = try index.snapshot()
      #expect(snapshot.verify().isEmpty)
      for segment in snapshot.segments {
        let path = folder + "/" + segment.name
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: 100)
        let byte = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: 100)
        try file.write(contentsOf: [byte ^ 1])
        try file.close()
      }
      #expect(!snapshot.verify().isEmpty)
    }
  }
}
