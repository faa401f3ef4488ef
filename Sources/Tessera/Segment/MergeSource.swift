/// A segment that goes into a merge: which of its documents live on, and under which number.
struct MergeSource {
  let reader: SegmentReader
  let deleted: DeletedDocuments?
  /// The number of its first living document in the merged segment.
  let base: DocNumber
  let liveCount: Int
  /// For each word of the deletion bitmap, the deleted documents before it; empty when none is deleted.
  private let deletedBefore: [UInt32]

  init(reader: SegmentReader, deleted: DeletedDocuments?, base: DocNumber) {
    self.reader = reader
    self.deleted = deleted.flatMap { $0.count > 0 ? $0 : nil }
    self.base = base
    liveCount = reader.documentCount - (deleted?.count ?? 0)
    var before: [UInt32] = []
    if let deleted = self.deleted {
      var sum: UInt32 = 0
      for word in 0..<deleted.wordCount {
        before.append(sum)
        sum += UInt32(deleted.words[word].nonzeroBitCount)
      }
    }
    deletedBefore = before
  }

  @inline(__always)
  func isLive(_ doc: DocNumber) -> Bool {
    guard let deleted else { return true }
    return !deleted.contains(doc)
  }

  /// The number in the merged segment of a living document.
  @inline(__always)
  func merged(_ doc: DocNumber) -> DocNumber {
    guard let deleted else { return base + doc }
    let word = Int(doc >> 6)
    let inWord = (deleted.words[word] & ((1 << UInt64(doc & 63)) - 1)).nonzeroBitCount
    return base + doc - deletedBefore[word] - UInt32(inWord)
  }
}

/// The postings of one term, or the documents of one value, collected from several segments.
struct MergedList: ~Copyable {
  private(set) var docs = Buffer<DocNumber>()
  private(set) var frequencies = Buffer<UInt32>()
  private let scratch = ScratchMemory()
  private var decoder: ListDecoder

  init() { decoder = ListDecoder(scratch) }

  mutating func removeAll() {
    docs.removeAll()
    frequencies.removeAll()
  }

  /// Appends the living postings of a list.
  mutating func append(_ lists: ListSection, _ entry: TermEntry, _ source: MergeSource) throws(TesseraError) {
    try lists.bytes.check(at: entry.offset, count: entry.byteCount)
    let count = Int(entry.documentCount)
    guard count > 0, count <= lists.documents else { throw lists.damaged(entry.offset) }
    let targetDocs = docs.appendUninitialized(count)
    let targetFrequencies = frequencies.appendUninitialized(count)
    var kept = 0
    try decoder.decode(
      lists, entry.documentCount, offset: entry.offset, byteCount: entry.byteCount, checksFrequencies: true
    ) { docs, frequencies, _, size in
      for index in 0..<size where source.isLive(docs[index]) {
        (targetDocs[kept], targetFrequencies[kept]) = (source.merged(docs[index]), frequencies[index])
        kept += 1
      }
    }
    docs.removeLast(count - kept)
    frequencies.removeLast(count - kept)
  }
}
