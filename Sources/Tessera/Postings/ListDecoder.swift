import CVector

/// Decodes whole lists, of any form, block by block, until the search is ended.
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
  ///
  /// - Parameter checksFrequencies: whether frequencies that are not from 1 to 2³¹ - 1 are an error. They do no harm
  ///   to a search, but who writes them again counts on it.
  @inline(__always)
  mutating func decode(
    _ lists: ListSection, _ documentCount: UInt32, offset: Int, byteCount: Int,
    checksFrequencies: Bool = false, _ body: Batch
  ) throws(TesseraError) {
    let count = Int(documentCount)
    if PostingListFormat.form(count: count, documents: lists.documents) == .short {
      let bytes = UnsafeBufferPointer(start: lists.pointer(offset), count: byteCount)
      guard
        ShortList.decode(
          bytes, count: count, documents: lists.documents, docs: docs, frequencies: frequencies)
      else { throw lists.damaged(offset) }
      if checksFrequencies, !areFrequenciesSound(count) { throw lists.damaged(offset) }
      body(docs, frequencies, 0, count)
    } else {
      let list = try lists.longList(count: count, offset: offset, byteCount: byteCount)
      try decodeLong(list, lists, offset, checksFrequencies, body)
    }
  }

  /// Calls `body` with the documents alone, up to 512 at a time. The caller has checked the bytes.
  @inline(__always)
  mutating func decodeDocs(
    _ lists: ListSection, _ documentCount: UInt32, offset: Int, byteCount: Int,
    _ body: (_ docs: UnsafeMutablePointer<UInt32>, _ count: Int) -> Void
  ) throws(TesseraError) {
    let count = Int(documentCount)
    if PostingListFormat.form(count: count, documents: lists.documents) == .short {
      let bytes = UnsafeBufferPointer(start: lists.pointer(offset), count: byteCount)
      guard
        ShortList.decode(
          bytes, count: count, documents: lists.documents, docs: docs, frequencies: nil)
      else { throw lists.damaged(offset) }
      body(docs, count)
    } else {
      let list = try lists.longList(count: count, offset: offset, byteCount: byteCount)
      for block in 0..<list.blockCount {
        try scratch.check()
        guard let size = decodeDocs(ofBlock: block, of: list) else { throw lists.damaged(offset) }
        body(docs, size)
      }
    }
  }

  private func decodeDocs(ofBlock block: Int, of list: PostingList) -> Int? {
    if list.form == .packed {
      return list.decodeBlock(block, into: docs) ? list.blockLength(block) : nil
    }
    let first = block * PostingListFormat.wordsPerPage
    let words = min(PostingListFormat.wordsPerPage, (list.documents + 63) / 64 - first)
    let size = cvector_bits(
      list.words + first, words, DocNumber(block * PostingListFormat.pageSize), docs)
    SearchCounters.readWords(words, postings: size)
    return size == 0 || docs[size - 1] < list.documents ? size : nil
  }

  private mutating func decodeLong(
    _ list: PostingList, _ lists: ListSection, _ offset: Int, _ checksFrequencies: Bool, _ body: Batch
  ) throws(TesseraError) {
    var from = 0
    for block in 0..<list.blockCount {
      try scratch.check()
      guard let size = decodeBlock(block, of: list), from + size <= list.count else {
        throw lists.damaged(offset)
      }
      if checksFrequencies, !areFrequenciesSound(size) { throw lists.damaged(offset) }
      body(docs, frequencies, from, size)
      from += size
    }
    guard from == list.count else { throw lists.damaged(offset) }
  }

  private func decodeBlock(_ block: Int, of list: PostingList) -> Int? {
    guard let size = decodeDocs(ofBlock: block, of: list) else { return nil }
    if !list.hasFrequencies {
      frequencies.update(repeating: 1, count: size)
      return size
    }
    let isSound =
      list.form == .packed
      ? list.decodeFrequencies(ofBlock: block, into: frequencies)
      : list.decodeFrequencies(ofPage: block, count: size, into: frequencies)
    return isSound ? size : nil
  }

  private func areFrequenciesSound(_ count: Int) -> Bool {
    var bits: UInt32 = 0
    for index in 0..<count { bits |= frequencies[index] | (frequencies[index] &- 1) }
    return bits <= UInt32(Int32.max)
  }
}
