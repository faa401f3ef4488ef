import TestSupport
import Testing

@testable import Tessera

@Suite("A manifest")
struct ManifestTests {
  private func randomManifest(seed: Int) -> Manifest {
    var random = SeededGenerator(seed: seed)
    var manifest = Manifest(
      schema: (0..<Int.random(in: 0..<300, using: &random)).map { UInt8($0 & 255) }, textRulesVersion: seed,
      icuVersion: "72.1")
    manifest.generation = random.next() >> 2
    manifest.nextAutomaticKey = random.next() >> 2
    for _ in 0..<Int.random(in: 0..<20, using: &random) {
      var segment = Manifest.Segment(
        name: manifest.makeSegmentName(), documentCount: Int.random(in: 0..<1_000_000, using: &random),
        byteCount: Int.random(in: 0..<1 << 40, using: &random), fingerprint: random.next(),
        textLength: random.next() >> 20)
      if Bool.random(using: &random) {
        let count = Int.random(in: 0...segment.documentCount, using: &random)
        segment.deletions = Manifest.Deletions(
          name: manifest.makeDeletionsName(), count: count, fingerprint: random.next())
      }
      manifest.segments.append(segment)
    }
    return manifest
  }

  @Test("comes back as it was written", arguments: 0..<100)
  func roundTrip(seed: Int) throws {
    let manifest = randomManifest(seed: seed)
    #expect(try ManifestCodec.decode(ManifestCodec.encode(manifest), path: "manifest") == manifest)
  }

  @Test("with a flipped byte or cut short is refused", arguments: 0..<300)
  func damage(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = ManifestCodec.encode(randomManifest(seed: seed))
    let place = Int.random(in: 0..<bytes.count, using: &random)
    if seed % 2 == 0 {
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    } else {
      bytes.removeSubrange(place...)
    }
    let error = try #require(throws: TesseraError.self) { try ManifestCodec.decode(bytes, path: "manifest") }
    #expect(error.kind == .corrupt)
  }

  @Test("with wild bytes and a right checksum decodes or throws, and never traps", arguments: 0..<2000)
  func hostile(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = [UInt8](ManifestCodec.encode(randomManifest(seed: seed % 50)).dropLast(8))
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 16..<bytes.count, using: &random)
      bytes[place] = Bool.random(using: &random) ? 0xFF : UInt8.random(in: 0...255, using: &random)
    }
    var writer = ByteWriter()
    writer.append(bytes)
    writer.append(Checksum.of(bytes))
    guard var manifest = try? ManifestCodec.decode(writer.bytes, path: "manifest") else { return }
    // What writers do with one.
    manifest.generation += 1
    manifest.nextAutomaticKey += 1_000_000
    _ = (manifest.makeSegmentName(), manifest.documentCount, manifest.byteCount)
  }

  @Test("of another version is refused by name, both versions told")
  func version() throws {
    var bytes = [UInt8](ManifestCodec.encode(randomManifest(seed: 1)).dropLast(8))
    bytes[8] = 2
    var writer = ByteWriter()
    writer.append(bytes)
    writer.append(Checksum.of(bytes))
    let error = try #require(throws: TesseraError.self) {
      try ManifestCodec.decode(writer.bytes, path: "manifest")
    }
    #expect(error.kind == .unsupportedVersion)
    #expect(error.detail.contains("version 2") && error.detail.contains("version 1"))
  }

  @Test(
    "names nothing outside its folder",
    arguments: ["../1.segment", "/1.segment", "x.segment", "1", "1.segment/"])
  func foreignNames(name: String) throws {
    var manifest = randomManifest(seed: 0)
    manifest.segments = [
      Manifest.Segment(name: name, documentCount: 1, byteCount: 1, fingerprint: 1, textLength: 1)
    ]
    #expect(throws: TesseraError.self) {
      try ManifestCodec.decode(ManifestCodec.encode(manifest), path: "manifest")
    }
  }

  @Test("missing means that there is no index")
  func missing() throws {
    let folder = try TemporaryDirectory()
    for path in [folder.path, folder.path + "/nowhere"] {
      let error = try #require(throws: TesseraError.self) {
        try Manifest.load(from: path, files: SystemFileSystem())
      }
      #expect(error.kind == .notFound)
    }
  }

  @Test("is read again when its files went away meanwhile, and a file that is lost is damage")
  func race() throws {
    let (files, folder) = (SystemFileSystem(), try TemporaryDirectory())
    var manifest = Manifest(schema: [], textRulesVersion: 1, icuVersion: "72.1")
    manifest.generation = 1
    try manifest.commit(in: folder.path, files: files)
    var tries = 0
    let generation = try Manifest.openNewest(in: folder.path, files: files) { (found) throws(TesseraError) in
      tries += 1
      guard tries > 1 else {
        var next = found
        next.generation += 1
        try next.commit(in: folder.path, files: files)
        throw TesseraError(.notFound, "a file the writer removed")
      }
      return found.generation
    }
    #expect(generation == 2 && tries == 2)
    let error = try #require(throws: TesseraError.self) {
      try Manifest.openNewest(in: folder.path, files: files) { (_) throws(TesseraError) in
        throw TesseraError(.notFound, file: "1.segment", "gone")
      }
    }
    #expect(error.kind == .corrupt && error.file == "1.segment")
  }
}
