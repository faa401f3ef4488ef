import CVector

/// A set of a segment's documents as a bitmap in scratch memory.
struct DocumentSet {
  let words: UnsafeMutablePointer<UInt64>
  let documents: Int
  let wordCount: Int

  /// The empty set.
  init(documents: Int, scratch: ScratchMemory) {
    self.documents = documents
    wordCount = PostingListFormat.pageCount(documents: documents) * PostingListFormat.wordsPerPage
    words = scratch.zeros(UInt64.self, wordCount)
  }

  /// All documents.
  init(all documents: Int, scratch: ScratchMemory) {
    self.init(documents: documents, scratch: scratch)
    words.update(repeating: .max, count: documents / 64)
    if documents % 64 > 0 { words[documents / 64] = (1 << UInt64(documents % 64)) - 1 }
  }

  var count: Int { cvector_bit_count(words, wordCount) }

  func insert(_ doc: DocNumber) { words[Int(doc >> 6)] |= 1 << UInt64(doc & 63) }

  /// Adds the documents of a list without frequencies.
  func formUnion(_ lists: ListSection, _ entry: TermEntry, scratch: ScratchMemory) throws(TesseraError) {
    try lists.bytes.check(at: entry.offset, count: entry.byteCount)
    var decoder = ListDecoder(scratch)
    try decoder.decodeDocs(lists, entry.documentCount, offset: entry.offset, byteCount: entry.byteCount) {
      docs, count in
      for index in 0..<count { insert(docs[index]) }
    }
  }

  /// The set as a list that only filters; nil when it is empty.
  func list() -> PostingList? {
    let count = self.count
    return count == 0 ? nil : PostingList(words: words, count: count, documents: documents)
  }
}
