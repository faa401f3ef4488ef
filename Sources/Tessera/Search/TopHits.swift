import CVector

/// One of the best documents, by its place in the order of addition.
struct RankedHit: BitwiseCopyable {
  let score: Float
  let doc: DocNumber
}

/// The best documents so far: up to sixteen keys that are compared all at once, or a heap whose root is the worst.
///
/// A score and a document are one integer, score first and then the lower number, so that one comparison orders them
/// and the result does not depend on the order in which documents come.
///
/// Of equal scores the lower ordinal wins (`DocumentOrder`), not the lower document. In a small segment that is the same.
/// In a large one it is among documents of one length. So keys have documents at first; only when documents of several
/// lengths with the same score compete for the last place all are given their ordinals, and in the end those that are
/// left.
struct TopHits {
  /// How many are kept.
  let capacity: Int
  private(set) var count = 0
  /// A hit enters when its key is greater.
  var floor: UInt64
  let keys: UnsafeMutablePointer<UInt64>
  /// The number in the snapshot of the segment's first document.
  private(set) var base: DocNumber = 0
  /// How documents of the current segment are numbered; nil where ordinals are numbers.
  private(set) var large: LargeSegment?

  // A key, and what it is made of.

  @inline(__always)
  static func key(rank: UInt32, doc: DocNumber) -> UInt64 { UInt64(rank) << 32 | UInt64(~doc) }

  @inline(__always)
  static func rank(of key: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: key >> 32) }

  @inline(__always)
  static func doc(of key: UInt64) -> DocNumber { ~DocNumber(truncatingIfNeeded: key) }

  init(capacity: Int, scratch: ScratchMemory) {
    self.capacity = capacity
    keys = scratch.allocate(UInt64.self, max(Self.few, capacity + 1))
    floor = capacity == 0 ? .max : 0
    if isFew {
      // Zeros are room, and what is beyond the capacity is never the least.
      keys.update(repeating: 0, count: capacity)
      (keys + capacity).update(repeating: .max, count: Self.few - capacity)
    }
  }

  /// So many are compared at once: a heap of so few would spend its time on guesses which way to go.
  private static let few = 16
  @inline(__always)
  private var isFew: Bool { capacity <= Self.few }

  /// Whether there is no more room.
  var isFull: Bool { count == capacity }

  /// Says that the documents to come are of this segment.
  mutating func beginSegment(_ context: SegmentContext) {
    beginSegment(
      base: context.base, context.segment.reader.order.isIdentity ? nil : LargeSegment(context))
  }

  /// Says that the documents to come are of the next segment.
  ///
  /// - Parameter base: how many documents the segments before have.
  mutating func beginSegment(base: DocNumber, _ large: LargeSegment?) {
    if self.large != nil { resolve() }
    self.base = base
    self.large = large
    // More than a few are compared one by one.
    if !isFew { large?.isResolved = true }
  }

  /// What there is at some moment, so that what is inserted afterwards can be taken out again.
  struct Saved: BitwiseCopyable {
    fileprivate let count: Int
    fileprivate let floor: UInt64
    fileprivate let keys: UnsafeMutablePointer<UInt64>
    fileprivate let isResolved: Bool
  }

  func saved(_ scratch: ScratchMemory) -> Saved {
    let size = max(Self.few, capacity + 1)
    let copy = scratch.allocate(UInt64.self, size)
    copy.update(from: keys, count: size)
    return Saved(count: count, floor: floor, keys: copy, isResolved: large?.isResolved ?? false)
  }

  /// Says that what scores less than this is of no use, until `requireNoScore`.
  mutating func requireScore(_ score: Float) {
    if score > 0 { floor = max(floor, Self.key(rank: score.bitPattern - 1, doc: 0)) }
  }

  /// Says that whatever is better than the worst of the best is of use.
  mutating func requireNoScore() {
    floor = !isFull ? 0 : isFew ? leastOfFew : keys[0]
  }

  /// Takes out what was inserted since: to be found again, with all that scores as much as the worst of it.
  ///
  /// - Parameter saved: of the same segment.
  mutating func takeOut(since saved: Saved) {
    // There are as many with the score of the worst as are kept, so that nothing enters which has less.
    let least = isFull ? scoreFloor : 0
    (count, floor) = (saved.count, saved.floor)
    requireScore(least)
    keys.update(from: saved.keys, count: max(Self.few, capacity + 1))
    large?.isResolved = saved.isResolved
    large?.tied = nil
  }

  /// Whether a document of a range with at most this score could enter.
  ///
  /// - Parameters:
  ///   - bound: not negative.
  ///   - first, last: documents of the segment.
  @inline(__always)
  func admits(bound: Float, from first: DocNumber, through last: DocNumber) -> Bool {
    let rank = bound.bitPattern
    return rank == rankFloor ? admitsEqual(first, last) : rank > rankFloor
  }

  /// The score below which no document enters; 0 while there is room.
  var scoreFloor: Float { Float(bitPattern: rankFloor) }

  /// The rank of the worst of the best; 0 while there is room.
  var rankFloor: UInt32 { Self.rank(of: floor) }

  /// - Parameters:
  ///   - score: not negative, so that its bits ascend with it.
  ///   - doc: of the segment.
  @inline(__always)
  mutating func insert(score: Float, doc: DocNumber) {
    let key = Self.key(rank: score.bitPattern, doc: base &+ doc)
    if key > floor || (large != nil && score.bitPattern == rankFloor) { insertOfSegment(key) }
  }

  /// The same, and whether it may have entered.
  mutating func insertNext(score: Float, doc: DocNumber) -> Bool {
    let before = (count, floor)
    insert(score: score, doc: doc)
    return before != (count, floor)
  }

  /// Inserts what is in an order other than by score, the highest rank first, and by any number then.
  @inline(__always)
  mutating func insert(rank: UInt32, doc: DocNumber) {
    let key = Self.key(rank: rank, doc: doc)
    if key > floor { insert(key) }
  }

  @inline(never)
  private mutating func insertOfSegment(_ key: UInt64) {
    if let large { insert(key, of: large) } else { insert(key) }
  }

  mutating func insert(_ key: UInt64) {
    if isFew {
      if isFull {
        floor = cvector_replace_least(keys, key)
      } else {
        // The room is zeros, of which any may be taken, and the last leaves no zero.
        keys[count] = key
        count += 1
        if isFull { floor = leastOfFew }
      }
      return
    }
    if count < capacity {
      var place = count
      count += 1
      while place > 0, keys[(place - 1) / 2] > key {
        keys[place] = keys[(place - 1) / 2]
        place = (place - 1) / 2
      }
      keys[place] = key
      if count == capacity { floor = keys[0] }
      return
    }
    sift(key, from: 0, count)
    floor = keys[0]
  }

  private var leastOfFew: UInt64 {
    var least = UInt64.max
    for place in 0..<capacity { least = min(least, keys[place]) }
    return least
  }

  /// Puts `key` where it belongs below an empty root.
  private func sift(_ key: UInt64, from root: Int, _ count: Int) {
    var place = root
    while true {
      var child = 2 * place + 1
      guard child < count else { break }
      if child + 1 < count, keys[child + 1] < keys[child] { child += 1 }
      guard keys[child] < key else { break }
      keys[place] = keys[child]
      place = child
    }
    keys[place] = key
  }

  /// The document at a place, once they are sorted.
  func doc(at place: Int) -> DocNumber { Self.doc(of: keys[place]) }

  /// Sums that are compared with the worst score are made in another order than scores; rounding stays far below this
  /// share.
  static let slack: Float = 1e-5

  /// The score that such a sum must reach for its document to enter.
  var sumFloor: Float { scoreFloor * (1 - Self.slack) }

  /// Keeps the documents, with their slots, whose bound may enter; returns how many.
  func keepHopeful(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>,
    bounds: UnsafePointer<Float>, _ count: Int
  ) -> Int {
    let floor = sumFloor
    var kept = 0
    for index in 0..<count {
      (docs[kept], slots[kept]) = (docs[index], slots[index])
      kept += bounds[index] >= floor ? 1 : 0
    }
    return kept
  }

  /// Inserts several documents, those few of them that may enter.
  ///
  /// - Parameters:
  ///   - scores: with room for as many as make `count` a multiple of 16.
  ///   - places: room for `count` and sixteen more.
  @inline(__always)
  mutating func insert(
    scores: UnsafeMutablePointer<Float>, docs: UnsafePointer<DocNumber>, _ count: Int,
    places: UnsafeMutablePointer<UInt32>
  ) {
    let padded = (count + 15) & ~15
    (scores + count).update(repeating: -1, count: padded - count)
    var found = cvector_scores_at_least(scores, padded, scoreFloor, 0, places)
    if found > 2 * capacity, capacity > 0 {
      // Most of so many would enter only to be pushed out again.
      let least = cvector_reached_by(scores, count, capacity)
      if least > scoreFloor { found = cvector_scores_at_least(scores, padded, least, 0, places) }
    }
    for index in 0..<found {
      let place = Int(places[index])
      insert(score: scores[place], doc: docs[place])
    }
  }

  /// Best first, with their ordinals, counted through the snapshot, in scratch memory; the heap is used up.
  mutating func sorted(_ scratch: ScratchMemory) -> ScratchArray<RankedHit> {
    if large != nil { resolve() }
    sortBestFirst(scratch)
    var sorted = ScratchArray<RankedHit>(capacity: count, scratch: scratch)
    for place in 0..<count {
      sorted.append(
        RankedHit(score: Float(bitPattern: Self.rank(of: keys[place])), doc: doc(at: place)))
    }
    return sorted
  }

  /// Best first; the heap is used up.
  mutating func ranked(_ scratch: ScratchMemory) -> [(rank: UInt32, doc: DocNumber)] {
    sortBestFirst(scratch)
    return (0..<count).map { (Self.rank(of: keys[$0]), doc(at: $0)) }
  }

  /// Puts the best first, and uses the heap up: takes the heap's root, the worst, again and again.
  ///
  /// - Parameter scratch: that of the search; when it is ended, so is the sorting.
  mutating func sortBestFirst(_ scratch: ScratchMemory) {
    if count == 0 { return }
    if isFew {
      (keys + capacity).update(repeating: 0, count: Self.few - capacity)
      return cvector_sort16(keys)
    }
    var left = count
    while left > 1 {
      if left & 1023 == 0, scratch.isStopped { return }
      left -= 1
      let last = keys[left]
      keys[left] = keys[0]
      sift(last, from: 0, left)
    }
  }
}
