/// The postings of one term, or the documents of one value, collected from several segments.
///
/// What a source has of a list ascends in the merged segment as it did; the lists of the sources are merged by the
/// stretches in which one has no other in between: those of one length, or longer.
struct MergedList: ~Copyable {
  private(set) var docs = Buffer<DocNumber>()
  private(set) var frequencies = Buffer<UInt32>()
  /// Where the postings of each source end.
  private var ends = Buffer<Int>()
  private var heads = Buffer<Int>()
  private var mergedDocs = Buffer<DocNumber>()
  private var mergedFrequencies = Buffer<UInt32>()
  private let scratch = ScratchMemory()
  private var decoder: ListDecoder

  init() { decoder = ListDecoder(scratch) }

  mutating func removeAll() {
    docs.removeAll()
    frequencies.removeAll()
    ends.removeAll()
  }

  /// Appends the living postings of a list.
  mutating func append(_ lists: ListSection, _ entry: TermEntry, _ source: MergeSource) throws(TesseraError) {
    try lists.bytes.check(at: entry.offset, count: entry.byteCount)
    let count = Int(entry.documentCount)
    guard count > 0, count <= lists.documents else { throw lists.damaged(entry.offset) }
    let targetDocs = docs.appendUninitialized(count)
    let targetFrequencies = frequencies.appendUninitialized(count)
    var kept = 0
    try decoder.decode(lists, entry.documentCount, offset: entry.offset, byteCount: entry.byteCount) {
      docs, frequencies, _, size in
      for index in 0..<size where source.isLive(docs[index]) {
        (targetDocs[kept], targetFrequencies[kept]) = (source.merged(docs[index]), frequencies[index])
        kept += 1
      }
    }
    docs.removeLast(count - kept)
    frequencies.removeLast(count - kept)
    if kept > 0 { ends.append(docs.count) }
  }

  /// Puts all postings in order, when they are appended.
  ///
  /// - Complexity: O(*p* + *r* *s*) for *p* postings in *r* stretches of *s* sources.
  mutating func sort() {
    if isSorted { return }
    heads.removeAll()
    heads.append(0)
    for source in 1..<ends.count { heads.append(ends[source - 1]) }
    mergedDocs.removeAll()
    mergedFrequencies.removeAll()
    let targetDocs = mergedDocs.appendUninitialized(docs.count)
    let targetFrequencies = mergedFrequencies.appendUninitialized(docs.count)
    var place = 0
    while place < docs.count {
      let (source, limit) = next()
      var head = heads[source]
      // Up to the first document of another source; one is taken at least.
      repeat {
        (targetDocs[place], targetFrequencies[place]) = (docs[head], frequencies[head])
        place += 1
        head += 1
      } while head < ends[source] && docs[head] < limit
      heads[source] = head
    }
    swap(&docs, &mergedDocs)
    swap(&frequencies, &mergedFrequencies)
  }

  private var isSorted: Bool {
    for source in 0..<max(1, ends.count) - 1 where docs[ends[source] - 1] > docs[ends[source]] {
      return false
    }
    return true
  }

  /// The source with the lowest document of those not yet taken, and the lowest of the others.
  private func next() -> (source: Int, limit: DocNumber) {
    var (source, lowest, limit) = (0, DocNumber.max, DocNumber.max)
    for index in 0..<ends.count where heads[index] < ends[index] {
      let doc = docs[heads[index]]
      if doc < lowest {
        (source, lowest, limit) = (index, doc, lowest)
      } else if doc < limit {
        limit = doc
      }
    }
    return (source, limit)
  }
}
