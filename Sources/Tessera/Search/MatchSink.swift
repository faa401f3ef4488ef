/// What becomes of the matches besides the best of them: counted, their facet values tallied, put in order.
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
  private var tallies: [FacetTally] = []
  private(set) var order: FieldOrder?

  private let scratch: ScratchMemory

  init(needsAll: Bool, wanted: Int, scratch: ScratchMemory) {
    self.needsAll = needsAll
    self.scratch = scratch
    self.wanted = wanted
  }

  /// Whether the next match must come in even if it cannot enter the best.
  @inline(__always)
  var seesAll: Bool { needsAll || (count < wanted && !isCounted) }

  /// Whether all matches are wanted, and in no order: `MatchCounter` then finds them without scores.
  var countsAll: Bool { order == nil && (needsAll || wanted == .max) }

  /// Whether it is not enough to know how many they are.
  var hasTallies: Bool { !tallies.isEmpty }

  /// Takes a number of matches that need not be shown.
  mutating func add(count number: Int) { count &+= number }

  /// Takes the matches of a bitmap, of which there are `number`.
  mutating func add(bitmap: UnsafePointer<UInt64>, wordCount: Int, count number: Int) {
    count &+= number
    if number == 0 { return }
    do throws(TesseraError) {
      for tally in tallies {
        try tally.add(bitmap: bitmap, wordCount: wordCount, count: number, scratch: scratch)
      }
    } catch {
      scratch.note(error)
    }
  }

  mutating func beginSegment(tallies: [FacetTally] = [], order: FieldOrder? = nil) {
    self.tallies = tallies
    self.order = order
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
    if tallies.isEmpty && order == nil { return }
    let batch = UnsafeBufferPointer(start: docs, count: number)
    do throws(TesseraError) {
      for tally in tallies { try tally.add(batch) }
      try order?.add(batch)
    } catch {
      scratch.note(error)
    }
  }
}
