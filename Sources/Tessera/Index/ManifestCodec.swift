/// A manifest as bytes.
///
/// ```
/// magic (8), format version (4), reserved (4), generation (8), the rest in order of `encode`, checksum (8)
/// ```
/// Magic and version keep their places in all versions, and the checksum covers all before it and comes last.
enum ManifestCodec {
  static let version: UInt32 = 1
  static let magic = ByteWriter.magic("TsrMani\n")

  // What an index may have; no reader takes more, so that wild numbers cost nothing.
  static let maximumSegments = 1 << 16
  static let maximumSchemaBytes = 64 << 20
  static let maximumNameBytes = 255
  /// Document numbers have 32 bits, and the highest stands for the end.
  static let maximumDocuments = Int(UInt32.max) - 1

  /// Bytes and words of a segment: with so many segments, their sum fits 63 bits.
  static let maximumBytes = 1 << 46
  static let maximumCounter: UInt64 = 1 << 62

  static func encode(_ manifest: Manifest) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(magic)
    writer.append(version)
    writer.append(UInt32(0))
    writer.append(manifest.generation)
    writer.append(manifest.nextFileNumber)
    writer.append(manifest.nextAutomaticKey)
    writer.append(UInt64(manifest.textRulesVersion))
    writer.appendCounted(Array(manifest.icuVersion.utf8))
    writer.appendCounted(manifest.schema)
    writer.appendVarint(UInt64(manifest.segments.count))
    for segment in manifest.segments { encode(segment, &writer) }
    writer.append(Checksum.of(writer.bytes))
    return writer.bytes
  }

  private static func encode(_ segment: Manifest.Segment, _ writer: inout ByteWriter) {
    writer.appendCounted(Array(segment.name.utf8))
    writer.appendVarint(UInt64(segment.documentCount))
    writer.appendVarint(UInt64(segment.byteCount))
    writer.append(segment.fingerprint)
    writer.appendVarint(segment.textLength)
    writer.append(UInt8(segment.deletions == nil ? 0 : 1))
    guard let deletions = segment.deletions else { return }
    writer.appendCounted(Array(deletions.name.utf8))
    writer.appendVarint(UInt64(deletions.count))
    writer.append(deletions.fingerprint)
  }

  /// - Throws: `.corrupt`; `.unsupportedVersion` for a manifest that is whole but of another version.
  static func decode(_ bytes: [UInt8], path: String) throws(TesseraError) -> Manifest {
    var reader = try openReader(bytes, path: path)
    let generation = try reader.read(UInt64.self)
    let nextFileNumber = try reader.read(UInt64.self)
    let nextAutomaticKey = try reader.read(UInt64.self)
    let rules = try reader.read(UInt64.self)
    let icu = try reader.readCounted("the ICU version", limit: maximumNameBytes)
    let schema = try reader.readCounted("the schema", limit: maximumSchemaBytes)
    var manifest = Manifest(
      schema: schema, textRulesVersion: Int(clamping: rules), icuVersion: String(decoding: icu, as: UTF8.self)
    )
    manifest.generation = generation
    manifest.nextFileNumber = nextFileNumber
    manifest.nextAutomaticKey = nextAutomaticKey
    for _ in 0..<(try reader.readCount("segments", limit: maximumSegments)) {
      manifest.segments.append(try decodeSegment(&reader))
    }
    try check(manifest, reader)
    return manifest
  }

  /// Checks magic, checksum and version, in this order: a damaged version is damage.
  private static func openReader(_ bytes: [UInt8], path: String) throws(TesseraError) -> ByteReader {
    let end = max(0, bytes.count - Checksum.size)
    var reader = ByteReader([UInt8](bytes[..<end]), file: path, part: "the manifest")
    guard try reader.read() == magic else { throw reader.corrupt("this is no manifest of Tessera") }
    var tail = ByteReader([UInt8](bytes[end...]), file: path, part: "the manifest")
    guard try tail.read() == Checksum.of(reader.bytes) else { throw reader.corrupt("the checksum is wrong") }
    let found = try reader.read(UInt32.self)
    guard found == version else {
      throw .unsupportedVersion(file: path, "index", found: found, known: version)
    }
    _ = try reader.read(UInt32.self)
    return reader
  }

  private static func decodeSegment(_ reader: inout ByteReader) throws(TesseraError) -> Manifest.Segment {
    var segment = Manifest.Segment(
      name: try decodeName(&reader),
      documentCount: try reader.readCount("documents", limit: maximumDocuments),
      byteCount: try reader.readCount("bytes", limit: .max),
      fingerprint: try reader.read(),
      textLength: try reader.readVarint())
    switch try reader.read(UInt8.self) {
    case 0: break
    case 1:
      segment.deletions = Manifest.Deletions(
        name: try decodeName(&reader),
        count: try reader.readCount("deleted documents", limit: segment.documentCount),
        fingerprint: try reader.read())
    case let other: throw reader.corrupt("\(other) instead of 0 or 1")
    }
    return segment
  }

  /// A name of a file in the index's own folder: nothing that leads elsewhere.
  private static func decodeName(_ reader: inout ByteReader) throws(TesseraError) -> String {
    let bytes = try reader.readCounted("a file name", limit: maximumNameBytes)
    let name = String(decoding: bytes, as: UTF8.self)
    guard Manifest.isOwnName(name, suffixes: [Manifest.segmentSuffix, Manifest.deletionsSuffix]) else {
      throw reader.corrupt("\(name.debugDescription) is no name of a file here")
    }
    return name
  }

  /// What readers and writers count on without looking: no sum of these overflows, no counter ends.
  private static func check(_ manifest: Manifest, _ reader: ByteReader) throws(TesseraError) {
    guard reader.isAtEnd else { throw reader.corrupt("more bytes than a manifest has") }
    let counters = [manifest.generation, manifest.nextFileNumber, manifest.nextAutomaticKey]
    guard counters.allSatisfy({ $0 <= maximumCounter }) else {
      throw reader.corrupt("a counter is at its end")
    }
    let names = manifest.segments.map(\.name) + manifest.segments.compactMap { $0.deletions?.name }
    guard names.count == Set(names).count else { throw reader.corrupt("a file is named twice") }
    // Or else a writer would give a new file the name of a live one.
    guard names.allSatisfy({ Manifest.number(of: $0).map { $0 < manifest.nextFileNumber } ?? false }) else {
      throw reader.corrupt("a file has a number that is yet to be given")
    }
    guard
      manifest.segments.allSatisfy({ $0.byteCount <= maximumBytes && $0.textLength <= UInt64(maximumBytes) })
    else { throw reader.corrupt("sizes that no segment has") }
    let documents = manifest.segments.reduce(0) { $0 + $1.documentCount }
    guard documents <= maximumDocuments else {
      throw reader.corrupt("more than \(maximumDocuments) documents")
    }
  }
}
