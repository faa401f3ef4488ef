import CVector

/// The best documents so far: up to sixteen keys that are compared all at once, or a heap whose root is the worst.
///
/// A score and a document are one integer, score first and then the lower document, so that one comparison orders
/// them and the result does not depend on the order in which documents come.
struct TopHits {
  /// How many are kept.
  let capacity: Int
  private(set) var count = 0
  /// A hit enters when its key is greater.
  private(set) var floor: UInt64
  private let keys: UnsafeMutablePointer<UInt64>

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

  /// - Parameter score: not negative, so that its bits ascend with it.
  @inline(__always)
  static func key(score: Float, doc: DocNumber) -> UInt64 {
    UInt64(score.bitPattern) << 32 | UInt64(~doc)
  }

  /// Whether a document from `doc` on with at most this score could enter.
  @inline(__always)
  func admits(bound: Float, from doc: DocNumber) -> Bool {
    Self.key(score: bound, doc: doc) > floor
  }

  /// The score below which no document enters; 0 while there is room.
  var scoreFloor: Float { Float(bitPattern: UInt32(truncatingIfNeeded: floor >> 32)) }

  /// The rank of the worst of the best; 0 while there is room.
  var rankFloor: UInt32 { UInt32(truncatingIfNeeded: floor >> 32) }

  @inline(__always)
  mutating func insert(score: Float, doc: DocNumber) {
    let key = Self.key(score: score, doc: doc)
    if key > floor { insert(key) }
  }

  /// The same for an order other than by score: the highest rank is the best.
  @inline(__always)
  mutating func insert(rank: UInt32, doc: DocNumber) {
    let key = UInt64(rank) << 32 | UInt64(~doc)
    if key > floor { insert(key) }
  }

  @inline(never)
  private mutating func insert(_ key: UInt64) {
    if isFew {
      count = min(count + 1, capacity)
      floor = cvector_replace_least(keys, key)
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
  func doc(at place: Int) -> DocNumber { ~UInt32(truncatingIfNeeded: keys[place]) }

  /// The rank at a place, once they are sorted.
  func rank(at place: Int) -> Int { Int(keys[place] >> 32) }

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
    scores: UnsafeMutablePointer<Float>, docs: UnsafePointer<DocNumber>, _ count: Int, base: DocNumber,
    places: UnsafeMutablePointer<UInt32>
  ) {
    let padded = (count + 15) & ~15
    (scores + count).update(repeating: -1, count: padded - count)
    let found = cvector_scores_at_least(scores, padded, scoreFloor, 0, places)
    for index in 0..<found {
      let place = Int(places[index])
      insert(score: scores[place], doc: base + docs[place])
    }
  }

  /// Best first; the heap is used up.
  mutating func sorted(_ scratch: ScratchMemory) -> [(score: Float, doc: DocNumber)] {
    sortBestFirst(scratch)
    return (0..<count).map {
      (
        Float(bitPattern: UInt32(truncatingIfNeeded: keys[$0] >> 32)),
        ~UInt32(truncatingIfNeeded: keys[$0])
      )
    }
  }

  /// Best first; the heap is used up.
  mutating func ranked(_ scratch: ScratchMemory) -> [(rank: UInt32, doc: DocNumber)] {
    sortBestFirst(scratch)
    return (0..<count).map {
      (UInt32(truncatingIfNeeded: keys[$0] >> 32), ~UInt32(truncatingIfNeeded: keys[$0]))
    }
  }

  /// Puts the best first, and uses the heap up: takes the heap's root, the worst, again and again.
  ///
  /// - Parameter scratch: that of the search; when it is ended, so is the sorting.
  mutating func sortBestFirst(_ scratch: ScratchMemory) {
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
