import CVector

/// Decodes whole lists, of any form, block by block.
struct ListDecoder {
  private let docs: UnsafeMutablePointer<UInt32>
  private let frequencies: UnsafeMutablePointer<UInt32>

  /// Keeps the memory.
  private let scratch: ScratchMemory

  init(_ scratch: ScratchMemory) {
    self.scratch = scratch
    docs = scratch.allocate(UInt32.self, PostingListFormat.pageSize + 8)
    frequencies = scratch.allocate(UInt32.self, PostingListFormat.pageSize + 8)
  }

  typealias Batch = (
    _ docs: UnsafeMutablePointer<UInt32>, _ frequencies: UnsafeMutablePointer<UInt32>, _ from: Int,
    _ count: Int
  ) -> Void

  /// Calls `body` with up to 512 postings at a time and how many came before.
  ///
  /// Lists without frequencies give ones. The caller has checked the bytes.
  @inline(__always)
  mutating func decode(
    _ lists: ListSection, _ documentCount: UInt32, offset: Int, byteCount: Int, _ body: Batch
  ) throws(TesseraError) {
    let count = Int(documentCount)
    if PostingListFormat.form(count: count, documents: lists.documents) == .short {
      let bytes = UnsafeBufferPointer(start: lists.pointer(offset), count: byteCount)
      guard
        ShortList.decode(
          bytes, count: count, documents: lists.documents, docs: docs, frequencies: frequencies)
      else { throw lists.damaged(offset) }
      body(docs, frequencies, 0, count)
    } else {
      try decodeLong(lists.longList(count: count, offset: offset, byteCount: byteCount), lists, offset, body)
    }
  }

  private mutating func decodeLong(
    _ list: PostingList, _ lists: ListSection, _ offset: Int, _ body: Batch
  ) throws(TesseraError) {
    var from = 0
    for block in 0..<list.blockCount {
      guard let size = decodeBlock(block, of: list), from + size <= list.count else {
        throw lists.damaged(offset)
      }
      body(docs, frequencies, from, size)
      from += size
    }
    guard from == list.count else { throw lists.damaged(offset) }
  }

  private func decodeBlock(_ block: Int, of list: PostingList) -> Int? {
    if list.form == .packed {
      guard list.decodeBlock(block, into: docs) else { return nil }
      let size = list.blockLength(block)
      if !list.hasFrequencies {
        frequencies.update(repeating: 1, count: size)
        return size
      }
      return list.decodeFrequencies(ofBlock: block, into: frequencies) ? size : nil
    }
    let first = block * PostingListFormat.wordsPerPage
    let words = min(PostingListFormat.wordsPerPage, (list.documents + 63) / 64 - first)
    let size = cvector_bits(list.words + first, words, DocNumber(block * PostingListFormat.pageSize), docs)
    SearchCounters.readWords(words, postings: size)
    guard size == 0 || docs[size - 1] < list.documents else { return nil }
    if !list.hasFrequencies {
      frequencies.update(repeating: 1, count: size)
      return size
    }
    return list.decodeFrequencies(ofPage: block, count: size, into: frequencies) ? size : nil
  }
}
