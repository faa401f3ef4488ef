import CSimdJSON

/// A piece of a file, about a megabyte, with the places of the documents in it; never changes.
///
/// Cheap to make, so that one thread cuts a file into batches and others read the documents.
package final class DocumentBatch: @unchecked Sendable {
  /// Where a document stands. What is no document stands here too: whoever reads it finds out.
  package struct Entry: Hashable {
    /// Bytes from the start of the batch.
    package var start: Int
    package var count: Int
    /// In the file; column as in `TextPlace`.
    package var line: Int
    package var column: Int
  }

  /// The file's path, or `standard input`.
  package let file: String
  package let entries: [Entry]
  /// Bytes of the file that were read when this batch was made, compressed as they may be; for a progress bar.
  package let bytesRead: Int
  /// Bytes of the file; nil for a pipe.
  package let totalBytes: Int?
  /// How many bytes of text stand before the batch in the file, decompressed.
  package let offset: Int

  private let block: TextBlock
  /// Where the batch begins in the block.
  private let start: Int

  init(_ block: TextBlock, start: Int, entries: [Entry], offset: Int, of text: InputText) {
    self.block = block
    self.start = start
    self.entries = entries
    self.offset = offset
    file = text.name
    bytesRead = text.bytesRead
    totalBytes = text.totalBytes
  }

  /// All bytes of the batch, and some behind it that belong to the next.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: block.bytes[start...]) }

  /// The bytes of a document, with `csimdjson_padding` readable bytes behind it; valid as long as the batch.
  package func bytes(of entry: Entry) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[entry.start..<entry.start + entry.count])
  }
}

/// Memory with room for a stretch of text and the padding that the parser wants behind it.
final class TextBlock {
  private let memory: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(capacity: capacity + Int(csimdjson_padding))
  }

  deinit { memory.deallocate() }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    assert(count + bytes.count <= capacity)
    (memory + count).update(from: start, count: bytes.count)
    count += bytes.count
  }

  /// Fills what room is left; false when the text ended before.
  func fill(from text: InputText) throws(TesseraError) -> Bool {
    let room = capacity - count
    let read = try text.read(into: UnsafeMutableRawBufferPointer(start: memory + count, count: room))
    count += read
    // Defined bytes behind the text, so that a run never depends on what the memory held before.
    (memory + count).update(repeating: 0, count: Int(csimdjson_padding))
    return read == room
  }
}
