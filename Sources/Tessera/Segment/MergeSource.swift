/// A segment that goes into a merge: which of its documents live on, and under which number and ordinal.
///
/// A merged segment that is large is numbered by length: for each length first the documents of the first source, then
/// those of the next. Another one has the sources one behind the other. Either way it consists of *runs*, one for each
/// length or one in all, and the documents that a source has of a run stay together. Their numbers ascend as they did,
/// where the source is numbered in that way too; else their new numbers are in a table.
final class MergeSource {
  let reader: SegmentReader
  let deleted: DeletedDocuments?
  let liveCount: Int
  let lengths: UnsafePointer<UInt8>
  /// The ordinal of its first living document in the merged segment.
  private let ordinalBase: DocNumber
  /// For each word of the deletion bitmap, the deleted documents before it, and all of them; empty when none is
  /// deleted.
  private let deletedBefore: [UInt32]
  /// The same by ordinal.
  private let goneOrdinals: OrdinalSet?
  private let goneBefore: [UInt32]

  /// Its documents as they come in the merged segment; nil where they come as they did.
  private let sequence: [DocNumber]?
  /// Where each run begins among them; then how many there are.
  private let starts: [Int]
  /// What is added to the number of a document of a run, less the deleted ones before it, modulo 2^32; empty where there
  /// is a sequence.
  private var shifts: [DocNumber] = []
  /// By document the new number; empty where there is no sequence.
  private var numbers: [DocNumber] = []

  /// One that does not know yet where its documents go.
  private init(
    _ reader: SegmentReader, _ deleted: DeletedDocuments?, byLength: Bool, ordinalBase: Int
  ) throws(TesseraError) {
    self.reader = reader
    self.deleted = deleted.flatMap { $0.count > 0 ? $0 : nil }
    self.ordinalBase = DocNumber(ordinalBase)
    liveCount = reader.documentCount - (deleted?.count ?? 0)
    lengths = try reader.checkedLengths()
    let lengths = UnsafeBufferPointer(start: lengths, count: reader.documentCount)
    sequence = byLength ? Self.byLength(reader, lengths) : try Self.byOrdinal(reader)
    starts = byLength ? try reader.lengths.runs().starts : [0, lengths.count]
    if sequence != nil { numbers = [DocNumber](repeating: 0, count: lengths.count) }
    guard let deleted = self.deleted else {
      (deletedBefore, goneOrdinals, goneBefore) = ([], nil, [])
      return
    }
    deletedBefore = Self.counts(UnsafeBufferPointer(start: deleted.words, count: deleted.wordCount))
    let gone = try OrdinalSet(deleted, in: reader.order)
    goneOrdinals = gone
    goneBefore = gone.words.withUnsafeBufferPointer { Self.counts($0) }
  }

  /// The segments of a merge, in their order.
  ///
  /// - Parameter byLength: whether the merged segment is numbered by length.
  static func sources(
    _ segments: [(reader: SegmentReader, deleted: DeletedDocuments?)], byLength: Bool
  ) throws(TesseraError) -> [MergeSource] {
    var sources: [MergeSource] = []
    var documents = 0
    for (reader, deleted) in segments {
      let source = try MergeSource(reader, deleted, byLength: byLength, ordinalBase: documents)
      documents += source.liveCount
      sources.append(source)
    }
    var next: DocNumber = 0
    for run in 0..<sources.runCount {
      for index in sources.indices { sources[index].number(run, from: &next) }
    }
    return sources
  }

  /// Gives the living documents of a run their new numbers, from `next` on.
  private func number(_ run: Int, from next: inout DocNumber) {
    let places = places(ofRun: run)
    guard let sequence else {
      let (first, end) = (DocNumber(places.lowerBound), DocNumber(places.upperBound))
      let before = deletedCount(before: first)
      shifts.append(next &- (first - before))
      next += end - first - (deletedCount(before: end) - before)
      return
    }
    for place in places where isLive(sequence[place]) {
      numbers[Int(sequence[place])] = next
      next += 1
    }
  }

  /// The documents in the order of their lengths; nil where that is their own.
  private static func byLength(
    _ reader: SegmentReader, _ lengths: UnsafeBufferPointer<UInt8>
  ) -> [DocNumber]? {
    if reader.lengths.areRuns || zip(lengths, lengths.dropFirst()).allSatisfy({ $0 <= $1 }) { return nil }
    let order = LengthOrder(lengths)
    return withExtendedLifetime(order) { Array(order.ordinals.elements) }
  }

  /// The documents in the order of addition; nil where that is their own.
  private static func byOrdinal(_ reader: SegmentReader) throws(TesseraError) -> [DocNumber]? {
    if reader.order.isIdentity { return nil }
    var docs = [DocNumber](repeating: .max, count: reader.documentCount)
    try reader.order.forEach(in: 0..<DocNumber(docs.count)) { docs[Int($1)] = $0 }
    if docs.contains(.max) { throw reader.damaged("two documents have the same ordinal") }
    return docs
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

  /// Whether new numbers ascend with the old ones.
  var keepsOrder: Bool { sequence == nil }

  /// The number in the merged segment of a living document.
  @inline(__always)
  func merged(_ doc: DocNumber) -> DocNumber {
    if !numbers.isEmpty { return numbers[Int(doc)] }
    let shift = shifts.count == 1 ? shifts[0] : shifts[Int(lengths[Int(doc)])]
    return shift &+ (doc &- deletedCount(before: doc))
  }

  /// Writes the living ones of some postings under their new numbers; gives how many there are.
  func map(
    _ docs: UnsafePointer<DocNumber>, _ frequencies: UnsafePointer<UInt32>, _ count: Int,
    to targetDocs: UnsafeMutablePointer<DocNumber>, _ targetFrequencies: UnsafeMutablePointer<UInt32>
  ) -> Int {
    if deleted == nil {
      targetFrequencies.update(from: frequencies, count: count)
      if numbers.isEmpty, shifts.count == 1 {
        let shift = shifts[0]
        for index in 0..<count { targetDocs[index] = docs[index] &+ shift }
      } else if numbers.isEmpty {
        shifts.withUnsafeBufferPointer { shifts in
          for index in 0..<count { targetDocs[index] = docs[index] &+ shifts[Int(lengths[Int(docs[index])])] }
        }
      } else {
        numbers.withUnsafeBufferPointer { numbers in
          for index in 0..<count { targetDocs[index] = numbers[Int(docs[index])] }
        }
      }
      return count
    }
    var kept = 0
    for index in 0..<count where isLive(docs[index]) {
      (targetDocs[kept], targetFrequencies[kept]) = (merged(docs[index]), frequencies[index])
      kept += 1
    }
    return kept
  }

  @inline(__always)
  private func deletedCount(before doc: DocNumber) -> DocNumber {
    guard let deleted else { return 0 }
    let word = Int(doc >> 6)
    if word == deleted.wordCount { return deletedBefore[word] }
    let inWord = (deleted.words[word] & ((1 << UInt64(doc & 63)) - 1)).nonzeroBitCount
    return deletedBefore[word] + UInt32(inWord)
  }

  var runCount: Int { starts.count - 1 }

  func places(ofRun run: Int) -> Range<Int> { starts[run]..<starts[run + 1] }

  /// The document at a place in the order of the merged segment.
  func doc(at place: Int) -> DocNumber { sequence?[place] ?? DocNumber(place) }

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
  /// All have as many.
  fileprivate var runCount: Int { first?.runCount ?? 0 }

  /// Calls `body` with all living documents in the order of the merged segment, each with the place of its source.
  @inline(__always)
  func forEachDocument(
    _ body: (Int, DocNumber) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    for run in 0..<runCount {
      for index in indices {
        let source = self[index]
        for place in source.places(ofRun: run) {
          let doc = source.doc(at: place)
          if source.isLive(doc) { try body(index, doc) }
        }
      }
    }
  }
}
