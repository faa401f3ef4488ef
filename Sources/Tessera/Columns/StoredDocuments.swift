import CCompression

/// The whole documents of a segment as JSON, each at hand on its own. Documents are given by their ordinals
/// (`DocumentOrder`).
///
/// Documents stand together in blocks of some 16 KiB, each block a zstd frame of its own. On films and laws
/// (Debian's zstd 1.5.4) 32 KiB blocks are 5 to 8 % smaller but take twice as long for one document, and levels
/// above 1 save 2 to 4 % for half the speed.
///
/// ```
/// documents        blocks, one behind the other; one that is as long as its contents is not compressed
/// documentOffsets  for each block: place in `documents` (8), first document (4), bytes of its contents (4);
///                  then one more such row for the end
/// block contents   for each document: its length (4); then the documents
/// ```
struct StoredDocuments: Sendable {
  /// Bytes of contents at which a block is full.
  static let blockSize = 16 << 10
  static let level: Int32 = 1
  /// A document has at most 1 GiB.
  static let maximumDocumentSize = 1 << 30
  /// Bytes of a row of `documentOffsets`.
  static let rowSize = 16

  private let documents: SectionBytes
  private let offsets: SectionBytes
  /// How many documents and blocks there are.
  let count: Int
  let blockCount: Int

  /// - Complexity: O(1).
  init(documents: SectionBytes, offsets: SectionBytes) throws(TesseraError) {
    let end = offsets.count - Self.rowSize
    try offsets.check(at: end, count: Self.rowSize)
    guard offsets.count % Self.rowSize == 0, offsets.u64(at: end) == UInt64(documents.count) else {
      throw offsets.corrupt(at: end, "the last row does not end where the documents do")
    }
    self.documents = documents
    self.offsets = offsets
    blockCount = end / Self.rowSize
    count = Int(offsets.u32(at: end + 8))
    try offsets.check(at: 0, count: Self.rowSize)
    guard blockCount <= count, offsets.u64(at: 0) == 0, offsets.u32(at: 8) == 0 else {
      throw offsets.corrupt(at: 0, "\(blockCount) blocks of \(count) documents do not begin with the first")
    }
  }

  /// A copy of a document; to read several, use a `StoredDocumentsReader`.
  ///
  /// - Throws: `.corrupt`, also when there is no such document.
  func document(_ doc: DocNumber) throws(TesseraError) -> [UInt8] {
    let reader = StoredDocumentsReader(self)
    let bytes = try reader.document(doc)
    return withExtendedLifetime(reader) { [UInt8](bytes) }
  }

  /// A block's place in `documents`, its documents, and the bytes of its contents.
  struct Block {
    var place: Range<Int>
    var docs: Range<DocNumber>
    var size: Int
    var isCompressed: Bool { place.count != size }
  }

  /// - Precondition: there is such a block.
  func block(_ number: Int) throws(TesseraError) -> Block {
    assert(number >= 0 && number < blockCount)
    let row = number * Self.rowSize
    try offsets.check(at: row, count: 2 * Self.rowSize)
    let (start, end) = (offsets.u64(at: row), offsets.u64(at: row + Self.rowSize))
    let (first, next) = (offsets.u32(at: row + 8), offsets.u32(at: row + Self.rowSize + 8))
    let size = Int(offsets.u32(at: row + 12))
    guard start < end, end <= UInt64(documents.count), first < next, next <= count,
      size >= 4 * Int(next - first), size <= Self.maximumDocumentSize + 2 * Self.blockSize
    else {
      throw offsets.corrupt(
        at: row, "block \(number), documents \(first) to \(next) at bytes \(start) to \(end), cannot be")
    }
    return Block(place: Int(start)..<Int(end), docs: first..<next, size: size)
  }

  /// The number of the block that has a document.
  ///
  /// - Complexity: O(log blocks).
  func blockNumber(of doc: DocNumber) throws(TesseraError) -> Int {
    guard doc < count else {
      throw offsets.corrupt(at: offsets.count, "document \(doc) of \(count) is wanted")
    }
    // The first document of block `low` is not after `doc`, that of `high` is; it ends since they draw nearer.
    var (low, high) = (0, blockCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      try offsets.check(at: middle * Self.rowSize, count: Self.rowSize)
      if offsets.u32(at: middle * Self.rowSize + 8) <= doc { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes of a block as they are on disk.
  func frame(_ block: Block) throws(TesseraError) -> UnsafeRawBufferPointer {
    try documents.check(block.place)
    return documents.bytes(block.place)
  }

  /// Puts the contents of a block to `target`, which has room for `block.size` bytes.
  func decompress(_ block: Block, to target: UnsafeMutableRawPointer) throws(TesseraError) {
    let frame = try frame(block)
    guard block.isCompressed else {
      return target.copyMemory(from: frame.baseAddress!, byteCount: frame.count)
    }
    let size = ccompression_zstd_decompress(target, block.size, frame.baseAddress, frame.count)
    guard size == block.size else { throw damaged(block, "a compressed block is damaged") }
  }

  /// The error for a document that does not read back.
  func unreadable(_ doc: DocNumber, _ detail: String) -> TesseraError {
    documents.corrupt(at: 0, "document \(doc) of the segment is no document: \(detail)")
  }

  func damaged(_ block: Block, _ detail: String) -> TesseraError {
    documents.corrupt(at: block.place.lowerBound, detail)
  }
}
