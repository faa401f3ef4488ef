/// A segment that goes into a merge: which of its documents live on, and under which number and ordinal.
///
/// The merged segment is numbered by length too. Of one length come first the documents of the first source: so the
/// documents that a source has of a length stay together, and its numbers ascend as they did.
struct MergeSource {
  let reader: SegmentReader
  let deleted: DeletedDocuments?
  let liveCount: Int
  /// The ordinal of its first living document in the merged segment.
  private let ordinalBase: DocNumber
  /// Its first document of each length code; then how many it has.
  private let starts: [DocNumber]
  /// What is added to the number of a document of a length, less the deleted ones before it, modulo 2^32.
  private let shifts: [DocNumber]
  private let lengths: UnsafePointer<UInt8>
  /// For each word of the deletion bitmap, the deleted documents before it, and all of them; empty when none is
  /// deleted.
  private let deletedBefore: [UInt32]
  /// The same by ordinal.
  private let goneOrdinals: OrdinalSet?
  private let goneBefore: [UInt32]

  /// One that does not know yet where its documents go.
  private init(
    _ reader: SegmentReader, _ deleted: DeletedDocuments?, starts: [DocNumber], ordinalBase: Int
  ) throws(TesseraError) {
    self.reader = reader
    self.deleted = deleted.flatMap { $0.count > 0 ? $0 : nil }
    self.starts = starts
    self.ordinalBase = DocNumber(ordinalBase)
    liveCount = reader.documentCount - (deleted?.count ?? 0)
    lengths = try reader.checkedLengths()
    shifts = []
    guard let deleted = self.deleted else {
      (deletedBefore, goneOrdinals, goneBefore) = ([], nil, [])
      return
    }
    deletedBefore = Self.counts(UnsafeBufferPointer(start: deleted.words, count: deleted.wordCount))
    let gone = try OrdinalSet(deleted, in: reader.order)
    goneOrdinals = gone
    goneBefore = gone.words.withUnsafeBufferPointer { Self.counts($0) }
  }

  private init(_ source: MergeSource, shifts: [DocNumber]) {
    reader = source.reader
    deleted = source.deleted
    liveCount = source.liveCount
    ordinalBase = source.ordinalBase
    starts = source.starts
    self.shifts = shifts
    lengths = source.lengths
    deletedBefore = source.deletedBefore
    goneOrdinals = source.goneOrdinals
    goneBefore = source.goneBefore
  }

  /// The segments of a merge, in their order.
  static func sources(
    _ segments: [(reader: SegmentReader, deleted: DeletedDocuments?)]
  ) throws(TesseraError) -> [MergeSource] {
    var sources: [MergeSource] = []
    var documents = 0
    for (reader, deleted) in segments {
      let source = try MergeSource(
        reader, deleted, starts: try starts(of: reader), ordinalBase: documents)
      documents += source.liveCount
      sources.append(source)
    }
    var shifts = [[DocNumber]](repeating: [], count: sources.count)
    var next: DocNumber = 0
    for code in 0..<LengthRuns.codes {
      for (index, source) in sources.enumerated() {
        let first = source.starts[code]
        shifts[index].append(next &- (first - source.deletedCount(before: first)))
        next += source.liveCount(ofLength: code)
      }
    }
    return zip(sources, shifts).map { MergeSource($0, shifts: $1) }
  }

  /// The first document of each length code, and how many documents there are.
  private static func starts(of reader: SegmentReader) throws(TesseraError) -> [DocNumber] {
    let lengths = UnsafeBufferPointer(start: try reader.checkedLengths(), count: reader.documentCount)
    for (length, next) in zip(lengths, lengths.dropFirst()) where length > next {
      throw reader.damaged("the documents are not in the order of their lengths")
    }
    return LengthRuns.starts(of: lengths).map { DocNumber($0) }
  }

  /// How many bits are set before each word, and in all.
  private static func counts(_ words: UnsafeBufferPointer<UInt64>) -> [UInt32] {
    var before: [UInt32] = [0]
    before.reserveCapacity(words.count + 1)
    for word in words { before.append(before.last! + UInt32(word.nonzeroBitCount)) }
    return before
  }

  // MARK: Documents

  @inline(__always)
  func isLive(_ doc: DocNumber) -> Bool {
    guard let deleted else { return true }
    return !deleted.contains(doc)
  }

  /// The number in the merged segment of a living document.
  @inline(__always)
  func merged(_ doc: DocNumber) -> DocNumber {
    shifts[Int(lengths[Int(doc)])] &+ (doc &- deletedCount(before: doc))
  }

  @inline(__always)
  private func deletedCount(before doc: DocNumber) -> DocNumber {
    guard let deleted else { return 0 }
    let word = Int(doc >> 6)
    if word == deleted.wordCount { return deletedBefore[word] }
    let inWord = (deleted.words[word] & ((1 << UInt64(doc & 63)) - 1)).nonzeroBitCount
    return deletedBefore[word] + UInt32(inWord)
  }

  /// The documents of a length, deleted ones too.
  func docs(ofLength code: Int) -> Range<DocNumber> { starts[code]..<starts[code + 1] }

  func liveCount(ofLength code: Int) -> DocNumber {
    let docs = docs(ofLength: code)
    let deleted = deletedCount(before: docs.upperBound) - deletedCount(before: docs.lowerBound)
    return DocNumber(docs.count) - deleted
  }

  // MARK: Ordinals

  func isLive(ordinal: DocNumber) -> Bool { !(goneOrdinals?.contains(ordinal) ?? false) }

  /// The ordinal in the merged segment of a living document.
  func merged(ordinal: DocNumber) -> DocNumber {
    guard let goneOrdinals else { return ordinalBase + ordinal }
    let word = Int(ordinal >> 6)
    let inWord = (goneOrdinals.words[word] & ((1 << UInt64(ordinal & 63)) - 1)).nonzeroBitCount
    return ordinalBase + ordinal - goneBefore[word] - UInt32(inWord)
  }
}

extension [MergeSource] {
  /// Calls `body` with all living documents in the order of the merged segment, each with the place of its source.
  func forEachDocument(
    _ body: (Int, DocNumber) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    for code in 0..<LengthRuns.codes {
      for (index, source) in enumerated() {
        for doc in source.docs(ofLength: code) where source.isLive(doc) { try body(index, doc) }
      }
    }
  }
}
