import CVector

/// What every list of one search in one segment needs besides the lists: where documents are numbered from, how
/// long they are, and which are out whatever the lists say. A class, since one reference is cheaper to hand on than what
/// it holds.
final class SegmentContext {
  let segment: SearchableSegment
  let scratch: ScratchMemory
  let documents: Int
  /// Length codes by document, and norms by length code.
  let lengths: UnsafePointer<UInt8>
  let norms: UnsafePointer<Float>
  // One search has it, and all that changes them is over before any list is read: checking that on each access would
  // cost more than the access.

  /// Bitmaps of documents that do not match: deleted ones, those with a value that no hit may have.
  @exclusivity(unchecked) private(set) var excluded: [UnsafePointer<UInt64>] = []
  /// Ordinals of which every hit has one, where looking up each candidate is cheaper than a bitmap.
  @exclusivity(unchecked) private(set) var ranges: [(column: OrdinalColumn, ordinals: Range<UInt32>)] = []
  /// Whether documents are out whatever the lists say.
  @exclusivity(unchecked) private(set) var takesAway = false

  var base: DocNumber { segment.base }
  /// Of a segment that has any.
  var lastDoc: DocNumber { DocNumber(truncatingIfNeeded: documents &- 1) }

  /// The first and the last document that a word of a bitmap stands for.
  @inline(__always)
  func docs(ofWord word: Int) -> (first: DocNumber, last: DocNumber) {
    let first = DocNumber(truncatingIfNeeded: word &* 64)
    return (first, min(first &+ 63, lastDoc))
  }

  init(_ segment: SearchableSegment, norms: UnsafePointer<Float>, scratch: ScratchMemory)
    throws(TesseraError)
  {
    self.segment = segment
    self.scratch = scratch
    self.norms = norms
    documents = segment.reader.documentCount
    lengths = try segment.reader.checkedLengths()
    if let deleted = segment.deleted { exclude(deleted.words) }
  }

  /// Says that the documents of a bitmap do not match.
  func exclude(_ words: UnsafePointer<UInt64>) {
    excluded.append(words)
    takesAway = true
  }

  /// Says that every hit has one of these ordinals.
  func require(_ ordinals: Range<UInt32>, of column: OrdinalColumn) {
    ranges.append((column, ordinals))
    takesAway = true
  }

  /// Keeps the documents that may match, with their slots; returns how many.
  @inline(__always)
  func filter(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>, _ count: Int
  ) -> Int {
    takesAway ? filterSlowly(docs, slots, count) : count
  }

  @inline(never)
  private func filterSlowly(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>, _ count: Int
  ) -> Int {
    var count = count
    for words in excluded { count = cvector_filter_bits(docs, slots, count, words, 0) }
    for (column, ordinals) in ranges {
      var kept = 0
      for index in 0..<count where contains(docs[index], in: ordinals, of: column) {
        (docs[kept], slots[kept]) = (docs[index], slots[index])
        kept += 1
      }
      count = kept
    }
    return count
  }

  private func contains(_ doc: DocNumber, in ordinals: Range<UInt32>, of column: OrdinalColumn)
    -> Bool
  {
    do throws(TesseraError) {
      return try column.contains(doc, in: ordinals)
    } catch {
      scratch.note(error)
      return false
    }
  }

  func damaged() -> TesseraError {
    segment.reader.damaged("a list that was searched contradicts itself")
  }
}

/// A segment as a snapshot sees it. A class, since one reference is cheaper to hand on than what it holds.
final class SearchableSegment: Sendable {
  let reader: SegmentReader
  /// nil when none is deleted.
  let deleted: DeletedDocuments?
  /// The number in the snapshot of the segment's first ordinal.
  let base: DocNumber
  /// The codebook's bounds, scaled to the snapshot's average length.
  let impacts: FixedFloats
  /// Champions up to this frequency hold the best (see `ChampionLists`).
  let strictFrequency: UInt32

  init(reader: SegmentReader, deleted: DeletedDocuments?, base: DocNumber, averageLength: Double) {
    self.reader = reader
    self.deleted = deleted
    self.base = base
    let scale = reader.codebook.scale(to: averageLength)
    impacts = FixedFloats(reader.codebook.impacts.map { $0 * scale })
    strictFrequency = LengthNorms(averageLength: averageLength).strictFrequency(
      limit: ChampionSelection.strictFrequency)
  }

  /// Whether one of its documents has this number in the snapshot.
  func has(_ doc: DocNumber) -> Bool { doc >= base && doc - base < reader.documentCount }

  /// A hit in one of its documents, with its key.
  func hit(_ hit: RankedHit, scratch: ScratchMemory) throws(TesseraError) -> Hit {
    Hit(key: try reader.keys.key(of: hit.doc - base, scratch: scratch), score: hit.score, doc: hit.doc)
  }
}

/// Numbers at one place in memory as long as the object lives.
final class FixedFloats: Sendable {
  nonisolated(unsafe) let base: UnsafePointer<Float>

  init(_ values: [Float]) {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, values.count))
    memory.initialize(from: values, count: values.count)
    base = UnsafePointer(memory)
  }

  deinit { base.deallocate() }
}
