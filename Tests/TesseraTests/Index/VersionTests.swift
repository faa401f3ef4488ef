import TestSupport
import Testing

@testable import Tessera

/// Indexes of format versions that are not ours, whole otherwise.
@Suite("Another format version")
struct VersionTests {
  @Test(
    "of the manifest, a segment or a deletion file is refused by name, both versions told, and nothing is touched",
    arguments: ["manifest", ".segment", ".deleted"], [UInt32(0), 2, 7, .max])
  func isRefused(suffix: String, version: UInt32) throws {
    let subject = try DamageSubject.first { $0.names.contains { $0.hasSuffix(".deleted") } }
    let name = try #require(subject.names.first { $0.hasSuffix(suffix) })
    let disk = subject.disk(with: try changes(to: name, of: subject, version: version))
    let before = disk.contents(of: DamageSubject.folder)
    let uses: [() throws -> Void] = [
      { _ = try SearchIndex.open(at: DamageSubject.folder, files: disk).snapshot() },
      {
        try SearchIndex.open(at: DamageSubject.folder, files: disk).write { writer in
          try writer.add(json: #"{"id": "new", "title": "ab"}"#)
        }
      },
    ]
    for use in uses {
      let error = try #require(throws: TesseraError.self) { try use() }
      #expect(
        error.kind == .unsupportedVersion && error.file == DamageSubject.folder + "/" + name, "\(error)")
      #expect(error.detail.contains("version \(version)") && error.detail.contains("version 1"), "\(error)")
      #expect(error.detail.contains(version > 1 ? "use a newer Tessera" : "index again"), "\(error)")
    }
    #expect(disk.contents(of: DamageSubject.folder) == before)
  }

  /// The files with a version in one of them, and all checksums right.
  private func changes(
    to name: String, of subject: DamageSubject, version: UInt32
  ) throws -> [String: [UInt8]?] {
    var bytes = subject.files[name]!
    if name == Manifest.fileName {
      withUnsafeBytes(of: version.littleEndian) { bytes.replaceSubrange(8..<12, with: $0) }
      bytes.removeLast(Checksum.size)
      withUnsafeBytes(of: Checksum.of(bytes).littleEndian) { bytes.append(contentsOf: $0) }
      return [name: bytes]
    }
    var manifest = try subject.manifest
    if let place = manifest.segments.firstIndex(where: { $0.name == name }) {
      var segment = try ForgedSegment(bytes)
      segment.setVersion(version)
      bytes = segment.bytes
      manifest.segments[place].fingerprint = segment.fingerprint
    } else {
      let place = manifest.segments.firstIndex { $0.deletions?.name == name }!
      withUnsafeBytes(of: version.littleEndian) { bytes.replaceSubrange(8..<12, with: $0) }
      let fingerprint = Checksum.of(Array(bytes[..<56])) ^ Checksum.of(Array(bytes[64...]))
      withUnsafeBytes(of: fingerprint.littleEndian) { bytes.replaceSubrange(56..<64, with: $0) }
      manifest.segments[place].deletions!.fingerprint = fingerprint
    }
    return [name: bytes, Manifest.fileName: ManifestCodec.encode(manifest)]
  }
}
