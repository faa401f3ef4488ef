import CCompression

/// Writes the documents of a segment in the order of their ordinals.
struct StoredDocumentsWriter {
  private let documents: SectionWriter
  private let offsets: SectionWriter
  private var lengths: [UInt32] = []
  private var texts: [UInt8] = []
  private var contents: [UInt8] = []
  private var frame: [UInt8] = []
  /// How many documents were appended.
  private(set) var count = 0

  init(documents: SectionWriter, offsets: SectionWriter) {
    self.documents = documents
    self.offsets = offsets
  }

  /// - Throws: `.limitExceeded` for a document over 1 GiB.
  mutating func append(_ document: UnsafeBufferPointer<UInt8>) throws(TesseraError) {
    guard document.count <= StoredDocuments.maximumDocumentSize else {
      throw TesseraError(
        .limitExceeded,
        "a document of \(document.count) bytes, at most \(StoredDocuments.maximumDocumentSize) can be stored; "
          + "split it or store no documents")
    }
    // Keeps a huge document apart, so that its neighbours stay cheap to read.
    if document.count >= StoredDocuments.blockSize { endBlock() }
    lengths.append(UInt32(document.count))
    texts.append(contentsOf: document)
    count += 1
    if size >= StoredDocuments.blockSize { endBlock() }
  }

  /// Appends the documents of another segment that `isKept` holds for.
  ///
  /// Blocks of which all are kept are copied as they are, some 20 times faster than compressing them again.
  mutating func append(
    _ other: StoredDocuments, where isKept: (DocNumber) -> Bool
  ) throws(TesseraError) {
    let reader = StoredDocumentsReader(other)
    for number in 0..<other.blockCount {
      let block = try other.block(number)
      // A small block, as at the end of a segment, is filled up instead.
      if block.size >= StoredDocuments.blockSize / 2 && block.docs.allSatisfy(isKept) {
        try copy(block, of: other)
      } else {
        for doc in block.docs where isKept(doc) { try append(reader.document(doc)) }
      }
    }
  }

  mutating func finish() {
    endBlock()
    appendRow(size: 0)
  }

  /// Bytes of the contents of the block being filled.
  private var size: Int { texts.count + 4 * lengths.count }

  private mutating func copy(_ block: StoredDocuments.Block, of other: StoredDocuments) throws(TesseraError) {
    let frame = try other.frame(block)
    endBlock()
    appendRow(size: block.size)
    documents.append(frame)
    count += block.docs.count
  }

  private mutating func endBlock() {
    guard !lengths.isEmpty else { return }
    contents.removeAll(keepingCapacity: true)
    for length in lengths { withUnsafeBytes(of: length.littleEndian) { contents.append(contentsOf: $0) } }
    contents.append(contentsOf: texts)
    appendRow(size: contents.count, docs: lengths.count)
    appendFrame()
    lengths.removeAll(keepingCapacity: true)
    // What a huge document took is given back.
    let isHuge = texts.count > 64 * StoredDocuments.blockSize
    if isHuge { (contents, frame) = ([], []) }
    texts.removeAll(keepingCapacity: !isHuge)
  }

  /// Writes `contents` compressed, or as they are where that is no longer or there is no memory to compress.
  private mutating func appendFrame() {
    let bound = ccompression_zstd_bound(contents.count)
    if frame.count < bound { frame = [UInt8](repeating: 0, count: bound) }
    let size = ccompression_zstd_compress(
      &frame, frame.count, contents, contents.count, StoredDocuments.level)
    if size < contents.count {
      frame.withUnsafeBytes { documents.append(UnsafeRawBufferPointer(rebasing: $0[..<size])) }
    } else {
      documents.append(contents)
    }
  }

  /// The row of the block that comes next, whose `docs` documents are counted already.
  private func appendRow(size: Int, docs: Int = 0) {
    offsets.append(UInt64(documents.count))
    offsets.append(UInt32(count - docs))
    offsets.append(UInt32(size))
  }
}
