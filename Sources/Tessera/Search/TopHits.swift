/// The best documents so far: a heap of fixed size whose root is the worst of them.
///
/// A score and a document are one integer, score first and then the lower ordinal (`DocumentOrder`), so that one
/// comparison orders them and the result does not depend on the order in which documents come. Ordinals are looked up
/// only for documents that reach the worst of the best.
struct TopHits {
  /// How many are kept.
  let capacity: Int
  private(set) var count = 0
  /// A hit enters when its key is greater.
  private(set) var floor: UInt64
  private let keys: UnsafeMutablePointer<UInt64>
  private let scratch: ScratchMemory
  /// How the documents of the current segment are numbered; nil where a document's ordinal is its number.
  private var order: DocumentOrder?
  /// The length codes of the segment's documents.
  private var lengths: UnsafePointer<UInt8>?
  private var documents: DocNumber = 0
  /// The number in the snapshot of the segment's first ordinal.
  private var base: DocNumber = 0

  init(capacity: Int, scratch: ScratchMemory) {
    self.capacity = capacity
    self.scratch = scratch
    keys = scratch.allocate(UInt64.self, capacity + 1)
    floor = capacity == 0 ? .max : 0
  }

  /// Says that the documents to come are of this segment.
  mutating func beginSegment(_ context: SegmentContext) {
    base = context.base
    lengths = context.lengths
    documents = DocNumber(context.documents)
    order = context.segment.reader.order.isIdentity ? nil : context.segment.reader.order
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

  /// Whether a document of a range could have a lower ordinal than the worst of the best has.
  @inline(never)
  private func admitsEqual(_ first: DocNumber, _ last: DocNumber) -> Bool {
    if floor == 0 { return true }
    // Of one length, ordinals ascend.
    if let lengths, order != nil {
      // Documents of a list may be any number until it is decoded.
      guard first <= last, last < documents else { return true }
      if lengths[Int(first)] != lengths[Int(last)] { return base < worstOrdinal }
    }
    return base + ordinal(of: first) < worstOrdinal
  }

  /// The ordinal of the worst of the best, counted through the snapshot.
  private var worstOrdinal: DocNumber { ~UInt32(truncatingIfNeeded: floor) }

  private func ordinal(of doc: DocNumber) -> DocNumber {
    guard let order else { return doc }
    do throws(TesseraError) {
      return try order.ordinal(of: doc)
    } catch {
      scratch.note(error)
      return 0
    }
  }

  /// The score below which no document enters; 0 while there is room.
  var scoreFloor: Float { Float(bitPattern: UInt32(truncatingIfNeeded: floor >> 32)) }

  /// The rank of the worst of the best; 0 while there is room.
  var rankFloor: UInt32 { UInt32(truncatingIfNeeded: floor >> 32) }

  /// - Parameter score: not negative, so that its bits ascend with it.
  @inline(__always)
  mutating func insert(score: Float, doc: DocNumber) {
    if score.bitPattern >= rankFloor { insertReaching(score.bitPattern, doc) }
  }

  /// The same, and whether it entered.
  mutating func insertLast(score: Float, doc: DocNumber) -> Bool {
    let before = (count, floor)
    insert(score: score, doc: doc)
    return before != (count, floor)
  }

  @inline(never)
  private mutating func insertReaching(_ rank: UInt32, _ doc: DocNumber) {
    insert(rank: rank, doc: base + ordinal(of: doc))
  }

  /// Inserts what is ordered by any rank, the highest first, and of equal ones by number.
  @inline(__always)
  mutating func insert(rank: UInt32, doc: DocNumber) {
    let key = UInt64(rank) << 32 | UInt64(~doc)
    if key > floor { insert(key) }
  }

  @inline(never)
  private mutating func insert(_ key: UInt64) {
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

  /// Best first; the heap is used up.
  mutating func sorted() -> [(score: Float, doc: DocNumber)] {
    sortBestFirst()
    return (0..<count).map {
      (
        Float(bitPattern: UInt32(truncatingIfNeeded: keys[$0] >> 32)),
        ~UInt32(truncatingIfNeeded: keys[$0])
      )
    }
  }

  /// Best first; the heap is used up.
  mutating func ranked() -> [(rank: UInt32, doc: DocNumber)] {
    sortBestFirst()
    return (0..<count).map {
      (UInt32(truncatingIfNeeded: keys[$0] >> 32), ~UInt32(truncatingIfNeeded: keys[$0]))
    }
  }

  /// Puts the best first, and uses the heap up: takes the heap's root, the worst, again and again.
  mutating func sortBestFirst() {
    var left = count
    while left > 1 {
      left -= 1
      let last = keys[left]
      keys[left] = keys[0]
      sift(last, from: 0, left)
    }
  }
}
