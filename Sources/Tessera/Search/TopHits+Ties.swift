/// What `TopHits` needs of a large segment, where the order of documents is not that of their ordinals.
final class LargeSegment {
  let order: DocumentOrder
  /// Length codes by document.
  let lengths: UnsafePointer<UInt8>
  let documents: DocNumber
  let scratch: ScratchMemory
  /// Whether keys of the segment have ordinals.
  var isResolved = false
  /// The length of all documents of the segment that have the score of the worst; nil when it is not known.
  var tied: TiedLength?

  enum TiedLength: Equatable {
    case none
    case one(UInt8)
    case several
  }

  init(
    _ order: DocumentOrder, _ lengths: UnsafePointer<UInt8>, documents: Int, scratch: ScratchMemory
  ) {
    (self.order, self.lengths, self.documents) = (order, lengths, DocNumber(documents))
    self.scratch = scratch
  }

  convenience init(_ context: SegmentContext) {
    self.init(
      context.segment.reader.order, context.lengths, documents: context.documents,
      scratch: context.scratch)
  }

  func ordinal(of doc: DocNumber) -> DocNumber {
    do throws(TesseraError) {
      return try order.ordinal(of: doc)
    } catch {
      scratch.note(error)
      return 0
    }
  }
}

// Equal scores.
extension TopHits {
  /// The number of the worst of the best.
  private var worst: DocNumber { Self.doc(of: floor) }

  /// Whether a document of a range could come before the worst of the best, which has the same score.
  @inline(never)
  func admitsEqual(_ first: DocNumber, _ last: DocNumber) -> Bool {
    if floor == 0 { return true }
    if worst < base { return false }
    guard let large else { return base + first < worst }
    // Documents of a list may be any number until it is decoded.
    guard first <= last, last < large.documents else { return true }
    // Of one length, ordinals ascend.
    let length = large.lengths[Int(first)]
    let isOneLength = length == large.lengths[Int(last)]
    if large.isResolved { return base + (isOneLength ? large.ordinal(of: first) : 0) < worst }
    return !isOneLength || tiedLength(large) != .one(length) || base + first < worst
  }

  /// Inserts a document of a large segment that reaches the worst of the best.
  mutating func insert(_ key: UInt64, of large: LargeSegment) {
    if !large.isResolved, isFull, key >> 32 == floor >> 32, !isOfTied(key, large) { resolve() }
    if large.isResolved {
      let key = resolved(key, large)
      if key > floor { insert(key) }
      return
    }
    guard key > floor else { return }
    let (before, wasFull) = (floor, isFull)
    insert(key)
    // What had the score of the worst was of one length, this one too; only with another score it has to be found anew.
    if before >> 32 != floor >> 32 { large.tied = nil }
    // It may be that another should have gone.
    if wasFull, before >> 32 == floor >> 32, !isOfTied(before, large) {
      resolve()
      let again = resolved(before, large)
      if again > floor { insert(again) }
    }
  }

  /// Whether a document has the length of all that have the score of the worst, or is of an earlier segment, which is
  /// as good: those come first in any case.
  private func isOfTied(_ key: UInt64, _ large: LargeSegment) -> Bool {
    let number = Self.doc(of: key)
    guard number >= base else { return true }
    let tied = tiedLength(large)
    return tied == .none || tied == .one(large.lengths[Int(number - base)])
  }

  private func tiedLength(_ large: LargeSegment) -> LargeSegment.TiedLength {
    if let tied = large.tied { return tied }
    var found = LargeSegment.TiedLength.none
    for place in 0..<capacity where keys[place] >> 32 == floor >> 32 {
      let number = Self.doc(of: keys[place])
      guard number >= base else { continue }
      let length = LargeSegment.TiedLength.one(large.lengths[Int(number - base)])
      found = found == .none || found == length ? length : .several
    }
    large.tied = found
    return found
  }

  /// Gives all documents of the segment their ordinals.
  @inline(never)
  mutating func resolve() {
    guard let large, !large.isResolved else { return }
    large.isResolved = true
    // All ask for their lines before any waits for one.
    forEachUnresolved { large.order.prefetchRow(of: $0) }
    forEachUnresolved { large.order.prefetch($0) }
    var least = UInt64.max
    for place in 0..<capacity {
      if keys[place] != 0 { keys[place] = resolved(keys[place], large) }
      least = min(least, keys[place])
    }
    floor = capacity == 0 ? .max : least
  }

  /// Calls `body` with the documents of the segment.
  @inline(__always)
  private func forEachUnresolved(_ body: (DocNumber) -> Void) {
    for place in 0..<capacity where keys[place] != 0 {
      let number = Self.doc(of: keys[place])
      if number >= base { body(number - base) }
    }
  }

  /// A key of this segment, or an earlier one, with the ordinal for the document.
  private func resolved(_ key: UInt64, _ large: LargeSegment) -> UInt64 {
    let number = Self.doc(of: key)
    if number < base { return key }
    return Self.key(rank: Self.rank(of: key), doc: base + large.ordinal(of: number - base))
  }
}
