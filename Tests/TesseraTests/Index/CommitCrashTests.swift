import TestSupport
import Testing

@testable import Tessera

/// A small life of an index's files: each commit adds a segment and replaces the deletion file of the
/// first, so that an older commit has a file that the newer one has not.
private struct Life {
  let folder = "/index"
  let files: any FileSystem
  /// Commits that returned, and commits that were tried.
  var committed: UInt64 = 0
  var tried: UInt64 = 0

  mutating func run(commits: Int) throws {
    try files.makeFolder(folder)
    let lock = try WriterLock(folder: folder, files: files)
    defer { _ = lock }
    var manifest = Manifest(schema: [1], textRulesVersion: 1, icuVersion: "72.1")
    if try files.size(of: folder + "/manifest") != nil {
      try Manifest.removeLeftovers(in: folder, files: files)
      manifest = try Manifest.load(from: folder, files: files)
    }
    for _ in 0..<commits {
      try deleteOne(&manifest)
      try addSegment(&manifest)
      manifest.generation += 1
      tried = manifest.generation
      try manifest.commit(in: folder, files: files)
      committed = manifest.generation
      for name in try manifest.leftovers(in: folder, files: files) { try files.unlink(folder + "/" + name) }
    }
  }

  private func addSegment(_ manifest: inout Manifest) throws {
    let name = manifest.makeSegmentName()
    let writer = try SegmentFileWriter(path: folder + "/" + name, files: files)
    writer.section(SectionID(.lists)).append(
      [UInt8](repeating: UInt8(truncatingIfNeeded: manifest.generation), count: 3000))
    writer.section(SectionID(.terms)).append([UInt8](repeating: 3, count: 300_000))
    let size = try writer.finish()
    let file = try SegmentFile.open(path: folder + "/" + name, files: files)
    manifest.segments.append(
      Manifest.Segment(
        name: name, documentCount: 1000, byteCount: size, fingerprint: file.fingerprint, textLength: 5))
  }

  private func deleteOne(_ manifest: inout Manifest) throws {
    guard !manifest.segments.isEmpty else { return }
    let deleted = DeletedDocuments(documentCount: 1000).adding([DocNumber(manifest.generation)])
    let name = manifest.makeDeletionsName()
    try deleted.write(to: folder + "/" + name, files: files)
    manifest.segments[0].deletions = Manifest.Deletions(
      name: name, count: 1, fingerprint: deleted.fingerprint)
  }

  /// Opens the newest commit and reads all of it.
  static func readAll(_ files: any FileSystem) throws -> UInt64 {
    try Manifest.openNewest(in: "/index", files: files) { (manifest) throws(TesseraError) in
      for segment in manifest.segments {
        let file = try segment.openFile(in: "/index", files: files)
        if let error = file.verify().first { throw error }
        _ = try segment.openDeletions(in: "/index", files: files)
      }
      return manifest.generation
    }
  }
}

@Suite("A commit")
struct CommitCrashTests {
  private static let callCount: Int = {
    let files = FaultyFileSystem()
    var life = Life(files: files)
    try! life.run(commits: 3)
    return files.callCount
  }()

  @Test("is there as a whole or not at all after the power fails at any call", arguments: 0..<callCount)
  func powerLoss(call: Int) throws {
    let files = FaultyFileSystem(.crash, at: call)
    var life = Life(files: files)
    #expect(throws: TesseraError.self) { try life.run(commits: 3) }
    for seed in 0..<3 {
      var random = SeededGenerator(seed: seed)
      let after = files.afterPowerLoss(using: &random)
      try expectGoesOn(life, after)
    }
  }

  @Test(
    "is there as a whole or not at all when any call fails, and the next writer goes on",
    arguments: 0..<callCount)
  func failure(call: Int) throws {
    let files = FaultyFileSystem(.failure, at: call)
    var life = Life(files: files)
    do { try life.run(commits: 3) } catch {}
    try expectGoesOn(life, files)
  }

  @Test("survives that a call fails and the power too, under the next writer", arguments: 0..<callCount)
  func failureThenPowerLoss(call: Int) throws {
    for later in [4, 9] {
      let files = FaultyFileSystem(.failure, at: call)
      var life = Life(files: files)
      do { try life.run(commits: 3) } catch {}
      files.setFault(.crash, at: later)
      var next = Life(files: files)
      do { try next.run(commits: 1) } catch {}
      life.tried = max(life.tried, next.tried)
      for seed in 0..<3 {
        var random = SeededGenerator(seed: seed)
        try expectGoesOn(life, files.afterPowerLoss(using: &random))
      }
    }
  }

  private func expectGoesOn(_ life: Life, _ files: FaultyFileSystem) throws {
    var found: UInt64 = 0
    if life.committed > 0 || (try? Manifest.load(from: "/index", files: files)) != nil {
      found = try Life.readAll(files)
      #expect((life.committed...max(life.tried, life.committed)).contains(found))
    }
    var next = Life(files: files)
    try next.run(commits: 2)
    #expect(try Life.readAll(files) == found + 2)
    let manifest = try Manifest.load(from: "/index", files: files)
    #expect(Set(try files.list("/index")) == manifest.fileNames.union(["manifest"]))
  }
}
