/// What becomes of the matches besides the best of them: counted, collected, put in order.
struct MatchSink {
  /// Whether every match is wanted; otherwise only `wanted` of them.
  let needsAll: Bool
  /// How many matches are to be counted.
  let wanted: Int
  private(set) var count = 0
  /// Whether the matches of the current segment were counted without looking at them.
  private var isCounted = false
  /// Set when matches were left out because they could not enter the best.
  private(set) var hasSkipped = false
  private(set) var order: FieldOrder?
  /// Where the matches of the current segment are put together.
  private var collected: DocumentSet?
  /// The same as documents, ascending, where they were found so.
  private(set) var docs: UnsafeMutableBufferPointer<DocNumber>?

  init(needsAll: Bool, wanted: Int) {
    self.needsAll = needsAll
    self.wanted = wanted
  }

  /// Wants none: for a search for the best alone.
  static var none: MatchSink { MatchSink(needsAll: false, wanted: 0) }

  /// Whether the next match must come in even if it cannot enter the best.
  @inline(__always)
  var seesAll: Bool { needsAll || (count < wanted && !isCounted) }

  /// How many matches must come in still, `.max` when all.
  var missing: Int { needsAll ? .max : seesAll ? wanted - count : 0 }

  /// Whether all matches are wanted, and in no order: `MatchCounter` then finds them without scores.
  var countsAll: Bool { order == nil && (needsAll || wanted == .max) }

  /// Whether it is not enough to know how many they are.
  var collects: Bool { collected != nil }

  /// Takes a number of matches that need not be shown.
  mutating func add(count number: Int) { count &+= number }

  /// Takes the matches of a bitmap, of which there are `number`.
  mutating func add(bitmap: UnsafePointer<UInt64>, wordCount: Int, count number: Int) {
    count &+= number
    if number == 0 { return }
    if let collected { for word in 0..<wordCount { collected.words[word] |= bitmap[word] } }
  }

  /// Takes all matches of a segment, which stay where they are until the search is over.
  ///
  /// - Parameter docs: with room for sixteen more.
  mutating func add(all docs: UnsafeMutablePointer<DocNumber>, _ number: Int) {
    add(docs, number)
    self.docs = UnsafeMutableBufferPointer(start: docs, count: number)
  }

  /// - Parameter collected: takes all matches of the segment.
  mutating func beginSegment(order: FieldOrder? = nil, collecting collected: DocumentSet? = nil) {
    self.order = order
    self.collected = collected
    docs = nil
    isCounted = false
  }

  /// Says how many matches the segment has, so that none need be looked at to be counted.
  mutating func addCounted(_ number: Int) {
    if needsAll { return }
    count += number
    isCounted = true
  }

  /// Says that matches may have been left out.
  @inline(__always)
  mutating func skip() { if !isCounted { hasSkipped = true } }

  @inline(__always)
  mutating func add(_ docs: UnsafeMutablePointer<DocNumber>, _ number: Int) {
    if !isCounted { count &+= number }
    if let collected { for index in 0..<number { collected.insert(docs[index]) } }
    if let order { order.add(UnsafeBufferPointer(start: docs, count: number)) }
  }
}
