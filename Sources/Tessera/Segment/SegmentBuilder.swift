/// A segment being made in memory: documents go in, a file comes out.
///
/// One thread uses a builder; several builders work side by side.
final class SegmentBuilder {
  /// The most bytes of fields a document may have; room for one more is always kept.
  static let maximumDocumentBytes = 512 << 20
  /// At most so many bytes of other documents are added between two looks at what `hasRoom` and `byteCount` say.
  static let uncheckedBytes = 64 << 10

  private let schema: Schema
  private let file: SegmentFileWriter
  private let weights: [UInt32]
  private var content: SegmentContent

  /// - Parameter path: of the segment file, which appears with `finish`.
  init(schema: Schema, path: String, files: any FileSystem) throws(TesseraError) {
    self.schema = schema
    file = try SegmentFileWriter(path: path, files: files)
    weights = schema.text.map { UInt32(clamping: $0.weight) }
    content = SegmentContent(schema: schema)
    if schema.storesDocuments {
      content.stored = StoredDocumentsWriter(
        documents: file.section(SectionID(.documents)), offsets: file.section(SectionID(.documentOffsets)))
    }
  }

  var documents: Int { content.lengths.count }

  /// Bytes of memory it holds, and needs to finish.
  var byteCount: Int { content.byteCount }

  /// Whether all documents of one more batch still have their places in this segment.
  var hasRoom: Bool {
    // A batch has at most twice the bytes of the longest document, and a document two bytes or more.
    documents < SegmentStatistics.maximumDocuments - JSONDocumentReader.maxDocumentBytes
      && content.hasRoom(for: Self.maximumDocumentBytes + Self.uncheckedBytes)
  }

  /// Adds a document; one with the same key that came before is deleted.
  ///
  /// - Throws: `.limitExceeded` when the document cannot be stored; nothing of it is added then.
  func add(_ fields: borrowing DocumentFields) throws(TesseraError) {
    guard fields.bytes.count <= Self.maximumDocumentBytes else {
      throw TesseraError(
        .limitExceeded,
        "a document of \(fields.bytes.count) bytes of fields, at most \(Self.maximumDocumentBytes) can be added; "
          + "split it")
    }
    try content.add(fields, weights: weights)
  }

  /// The documents that were replaced by later ones with their key, by ordinal.
  var replaced: [DocNumber] { content.keys.replaced }

  /// Automatic keys from here on are not among the keys that callers gave.
  var firstFreeNumber: UInt64 { content.keys.firstFreeNumber }

  /// Whether a document with this key was added, and deletes it.
  func delete(key: [UInt8]) -> Bool { content.keys.delete(key) }

  /// Writes the segment.
  ///
  /// - Parameters:
  ///   - firstAutomaticKey: the number of the first document without a key of its own; each takes one.
  ///   - memoryBudget: bytes that it may hold; more than it holds make it faster.
  ///   - leastPass: of tests, how many postings are turned round at a time where memory is short.
  /// - Returns: its size in bytes and how many automatic keys it took.
  func finish(
    firstAutomaticKey: UInt64, memoryBudget: Int = 0, leastPass: Int = PostingLog.leastPass
  ) throws(TesseraError) -> (byteCount: Int, automaticKeys: Int) {
    let automaticKeys = try content.write(
      to: file, schema: schema, firstAutomaticKey: firstAutomaticKey, leastPass: leastPass,
      spareMemory: memoryBudget - content.byteCount)
    return (try file.finish(), automaticKeys)
  }

  /// Removes what was written.
  func abandon() { file.abandon() }
}
