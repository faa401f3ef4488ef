import TestSupport
import Testing

@testable import Tessera

@Suite("A segment file")
struct SegmentFileTests {
  let files = SystemFileSystem()

  @Test("gives back each section as it was written, also interleaved and spilled", arguments: 0..<12)
  func roundTrip(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryDirectory()
    let path = folder.path + "/a.segment"
    let writer = try SegmentFileWriter(path: path, files: files)
    var expected: [SectionID: [UInt8]] = [:]
    for _ in 0..<Int.random(in: 0..<40, using: &random) {
      let id = SectionID(.facetLists, field: Int.random(in: 0..<5, using: &random))
      let count = Int.random(in: 0..<(Bool.random(using: &random) ? 100 : 400_000), using: &random)
      let bytes = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: count)
      writer.section(id).append(bytes)
      writer.section(id).append(UInt32(count))
      expected[id, default: []] += bytes + withUnsafeBytes(of: UInt32(count).littleEndian) { [UInt8]($0) }
    }
    let size = try writer.finish()
    #expect(try files.list(folder.path) == ["a.segment"])
    #expect(try files.size(of: path) == size)
    let file = try SegmentFile.open(path: path, files: files)
    #expect(file.sections.count == expected.count)
    #expect(file.verify().isEmpty)
    for (id, bytes) in expected {
      let section = try file.requiredSection(id)
      try section.checkAll()
      #expect([UInt8](section.bytes(0..<section.count)) == bytes)
      #expect(section.start % 64 == 0)
    }
    #expect(file.section(SectionID(.terms)) == nil)
  }

  /// A file of a few pages, and its bytes.
  private func sample(_ path: String, seed: Int) throws -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let writer = try SegmentFileWriter(path: path, files: files)
    for (kind, count) in [(SectionKind.terms, 1000), (.lists, 150_000), (.keys, 0), (.norms, 70_000)] {
      let section = writer.section(SectionID(kind))
      for _ in 0..<count / 8 { section.append(random.next()) }
    }
    _ = try writer.finish()
    return try files.map(path).copied()
  }

  /// All sections and the file's own opinion of itself, or an error.
  private func contents(_ path: String) throws -> [SectionID: [UInt8]] {
    let file = try SegmentFile.open(path: path, files: files)
    var contents: [SectionID: [UInt8]] = [:]
    for (id, count) in file.sections {
      let section = try file.requiredSection(id)
      try section.check(0..<count)
      contents[id] = [UInt8](section.bytes(0..<count))
    }
    return contents
  }

  @Test(
    "with a flipped byte gives an error or the right bytes, and verify finds every one", arguments: 0..<100)
  func flippedByte(seed: Int) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/a.segment"
    var bytes = try sample(path, seed: 7)
    let expected = try contents(path)
    var random = SeededGenerator(seed: seed)
    // Header, tables and footer are small: half of the flips go there.
    let place =
      Bool.random(using: &random)
      ? Int.random(in: 0..<bytes.count, using: &random)
      : bytes.count - 1 - Int.random(in: 0..<250, using: &random)
    bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    try files.write(bytes, to: path)
    do {
      let file = try SegmentFile.open(path: path, files: files)
      #expect(!file.verify().isEmpty, "byte \(place)")
      #expect(try contents(path) == expected)
    } catch let error as TesseraError {
      #expect(error.kind == .corrupt)
      #expect(error.file == path)
    }
  }

  @Test("cut short anywhere does not open", arguments: 0..<30)
  func cut(seed: Int) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/a.segment"
    let bytes = try sample(path, seed: 7)
    var random = SeededGenerator(seed: seed)
    try files.write([UInt8](bytes[..<Int.random(in: 0..<bytes.count, using: &random)]), to: path)
    let error = try #require(throws: TesseraError.self) { try SegmentFile.open(path: path, files: files) }
    #expect(error.kind == .corrupt)
  }

  @Test("of another format version is refused by name")
  func version() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/a.segment"
    var bytes = try sample(path, seed: 7)
    bytes[SegmentFormat.Header.version] = 9
    let sum = Checksum.of([UInt8](bytes[..<SegmentFormat.Header.checksum]))
    withUnsafeBytes(of: sum.littleEndian) {
      bytes.replaceSubrange(SegmentFormat.Header.checksum..<64, with: $0)
    }
    try files.write(bytes, to: path)
    let error = try #require(throws: TesseraError.self) { try SegmentFile.open(path: path, files: files) }
    #expect(error.kind == .unsupportedVersion)
    #expect(error.detail.contains("version 9") && error.detail.contains("version 1"))
  }

  @Test("checks wild ranges without a trap")
  func wildRanges() throws {
    let section = SectionBytes([UInt8](repeating: 1, count: 100))
    for (offset, count) in [
      (-1, 1), (0, 101), (101, 0), (Int.max, Int.max), (Int.min, 5), (5, -1), (50, Int.max),
    ] {
      #expect(throws: TesseraError.self) { try section.check(at: offset, count: count) }
    }
    for (offset, count) in [(0, 0), (0, 100), (100, 0), (99, 1)] {
      try section.check(at: offset, count: count)
    }
  }

  @Test("that was not finished leaves nothing behind")
  func abandoned() throws {
    let folder = try TemporaryDirectory()
    do {
      let writer = try SegmentFileWriter(path: folder.path + "/a.segment", files: files)
      writer.section(SectionID(.lists)).append([UInt8](repeating: 1, count: 1_000_000))
      #expect(try files.list(folder.path) == ["a.segment.spill.tmp"])
    }
    #expect(try files.list(folder.path) == [])
  }
}
