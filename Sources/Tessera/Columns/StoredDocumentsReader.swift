import Glibc

/// Reads documents one after the other; neighbours in a block are decompressed together.
final class StoredDocumentsReader {
  private let documents: StoredDocuments
  private var block: StoredDocuments.Block?
  private var contents: UnsafeMutableRawPointer?
  private var capacity = 0
  /// Where each document of the block begins in `contents`, and where the last one ends.
  private var starts: [Int] = []

  init(_ documents: StoredDocuments) {
    self.documents = documents
  }

  deinit { free(contents) }

  /// A document's bytes, valid until the next call or until the reader goes.
  ///
  /// - Throws: `.corrupt`, also when there is no such document.
  func document(_ doc: DocNumber) throws(TesseraError) -> UnsafeBufferPointer<UInt8> {
    if block?.docs.contains(doc) != true { try load(documents.blockNumber(of: doc)) }
    guard let block, let contents, block.docs.contains(doc) else {
      throw documents.damaged(
        try documents.block(0), "the blocks are not in order: document \(doc) is in none")
    }
    let index = Int(doc - block.docs.lowerBound)
    let bytes = UnsafeRawBufferPointer(
      start: contents + starts[index], count: starts[index + 1] - starts[index])
    return bytes.bindMemory(to: UInt8.self)
  }

  private func load(_ number: Int) throws(TesseraError) {
    block = nil
    let block = try documents.block(number)
    let contents = try reserve(block)
    try documents.decompress(block, to: contents)
    starts.removeAll(keepingCapacity: true)
    var start = 4 * block.docs.count
    for index in 0..<block.docs.count {
      starts.append(start)
      start += Int(UInt32(littleEndian: contents.load(fromByteOffset: 4 * index, as: UInt32.self)))
      guard start <= block.size else { throw documents.damaged(block, "a document is longer than its block") }
    }
    guard start == block.size else { throw documents.damaged(block, "a block is longer than its documents") }
    starts.append(start)
    self.block = block
  }

  /// Room for a block's contents. Sizes come from the file, so that too large a one is an error here.
  private func reserve(_ block: StoredDocuments.Block) throws(TesseraError) -> UnsafeMutableRawPointer {
    if let contents, capacity >= block.size { return contents }
    free(contents)
    capacity = max(block.size, 2 * StoredDocuments.blockSize)
    contents = malloc(capacity)
    guard let contents else {
      capacity = 0
      throw TesseraError(
        .io, "there is no memory for a document of \(block.size) bytes; give the process more")
    }
    return contents
  }
}
