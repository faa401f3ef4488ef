/// The postings of one term, or the documents of one value, collected from several segments.
///
/// What a source has of a list mostly ascends in the merged segment as it did; the lists of the sources are then merged
/// by the stretches in which one has no other in between: those of one length, or longer. Where one of the sources is
/// numbered in another way than the merged segment, which happens once in a document's life, all are sorted.
struct MergedList: ~Copyable {
  private(set) var docs = Buffer<DocNumber>()
  private(set) var frequencies = Buffer<UInt32>()
  /// Where the postings of each source end.
  private var ends = Buffer<Int>()
  /// Whether the postings of each source ascend.
  private var areAscending = true
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
    areAscending = true
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
      kept += source.map(docs, frequencies, size, to: targetDocs + kept, targetFrequencies + kept)
    }
    docs.removeLast(count - kept)
    frequencies.removeLast(count - kept)
    if kept > 0 { ends.append(docs.count) }
    if !source.keepsOrder { areAscending = false }
  }

  /// Puts all postings in order, when they are appended.
  ///
  /// - Complexity: O(*p* + *r* *s*) for *p* postings in *r* stretches of *s* sources.
  mutating func sort() {
    if !areAscending { return sortByDigits() }
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

// MARK: Other numbers

extension MergedList {
  /// Of fewer postings each is put where it belongs.
  private static let fewPostings = 32
  private static let digitBits: UInt32 = 9

  /// Sorts by the digits of the documents, the lowest first (radix sort).
  private mutating func sortByDigits() {
    if docs.count <= Self.fewPostings { return sortFew() }
    var all: DocNumber = 0
    for doc in docs.elements { all |= doc }
    mergedDocs.removeAll()
    mergedFrequencies.removeAll()
    _ = mergedDocs.appendUninitialized(docs.count)
    _ = mergedFrequencies.appendUninitialized(docs.count)
    var shift: UInt32 = 0
    while shift < 32, all >> shift != 0 {
      distribute(by: shift)
      swap(&docs, &mergedDocs)
      swap(&frequencies, &mergedFrequencies)
      shift += Self.digitBits
    }
  }

  /// Puts the postings in the order of a digit, those with the same one as they were.
  private mutating func distribute(by shift: UInt32) {
    let mask: UInt32 = 1 << Self.digitBits - 1
    heads.removeAll()
    heads.append(repeating: 0, count: 1 << Int(Self.digitBits))
    let (heads, count) = (heads.base, docs.count)
    let (docs, frequencies) = (docs.base, frequencies.base)
    let (targetDocs, targetFrequencies) = (mergedDocs.base, mergedFrequencies.base)
    for index in 0..<count { heads[Int(docs[index] >> shift & mask)] += 1 }
    var start = 0
    for digit in 0...Int(mask) { (heads[digit], start) = (start, start + heads[digit]) }
    for index in 0..<count {
      let digit = Int(docs[index] >> shift & mask)
      let place = heads[digit]
      heads[digit] = place + 1
      (targetDocs[place], targetFrequencies[place]) = (docs[index], frequencies[index])
    }
  }

  private mutating func sortFew() {
    let (docs, frequencies, count) = (docs.base, frequencies.base, docs.count)
    for index in 0..<count {
      let (doc, frequency) = (docs[index], frequencies[index])
      var place = index
      while place > 0, docs[place - 1] > doc {
        (docs[place], frequencies[place]) = (docs[place - 1], frequencies[place - 1])
        place -= 1
      }
      (docs[place], frequencies[place]) = (doc, frequency)
    }
  }
}
