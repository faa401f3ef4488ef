import CVector

/// The documents that are in at least one of several lists, the best of them scored, window by window.
///
/// In a window of documents the lists that could not lift a document into the best, even together, are left out
/// (MaxScore: Turtle & Flood 1995; in windows with block bounds as in Lucene 10); the others are summed up in a row
/// of scores. Documents that may enter the best are then scored anew, all lists in the order of the query, so that
/// their scores do not depend on how they were found.
struct Disjunction: ~Copyable {
  /// In the order of the query.
  private let clauses: Clauses
  /// Required lists that do not score.
  private let filters: Clauses
  private let context: SegmentContext

  private let scores: UnsafeMutablePointer<Float>
  private let touched: UnsafeMutablePointer<UInt64>
  private let docs: UnsafeMutablePointer<DocNumber>
  private let slots: UnsafeMutablePointer<UInt32>
  private let frequencies: UnsafeMutablePointer<UInt32>
  private let sums: UnsafeMutablePointer<Float>
  private let side: BatchScratch
  private let bounds: UnsafeMutablePointer<Float>
  private var isDamaged = false

  /// Documents of a window: their scores fill half of a first-level cache.
  private static let windowSize = 4096
  private static let windowWords = windowSize / 64
  /// Rounding of a sum in another order stays far below this.
  private static let slack: Float = 1 + 1e-5

  init(
    clauses: Clauses, filters: Clauses,
    context: SegmentContext
  ) {
    self.clauses = clauses
    self.filters = filters
    self.context = context
    let scratch = context.scratch
    scores = scratch.allocate(Float.self, Self.windowSize)
    touched = scratch.zeros(UInt64.self, Self.windowWords)
    docs = scratch.allocate(DocNumber.self, Self.windowSize + 16)
    slots = scratch.allocate(UInt32.self, Self.windowSize + 8)
    frequencies = scratch.allocate(UInt32.self, PostingListFormat.pageSize + 8)
    sums = scratch.allocate(Float.self, PostingListFormat.pageSize + 8)
    side = BatchScratch(scratch)
    bounds = scratch.allocate(Float.self, clauses.count)
  }

  mutating func run(top: inout TopHits, sink: inout MatchSink) throws(TesseraError) {
    let windows = (context.documents + Self.windowSize - 1) / Self.windowSize
    let best = windows > 2 && top.capacity > 0 ? bestWindow(windows) : -1
    if best >= 0 { visit(best, &top, &sink) }
    for window in 0..<windows where window != best { visit(window, &top, &sink) }
    let all = [clauses, filters]
    if isDamaged || all.contains(where: { $0.contains { $0.probe.isDamaged } }) { throw context.damaged() }
  }

  private func range(_ window: Int) -> (first: DocNumber, last: DocNumber) {
    let first = window * Self.windowSize
    return (DocNumber(first), DocNumber(min(first + Self.windowSize, context.documents) - 1))
  }

  private func bestWindow(_ windows: Int) -> Int {
    var best = 0
    var bestBound: Float = -1
    for window in 0..<windows {
      let bound = boundSum(window)
      if bound > bestBound { (best, bestBound) = (window, bound) }
    }
    return best
  }

  /// Sets `bounds` for the window and gives their sum.
  private func boundSum(_ window: Int) -> Float {
    let (first, last) = range(window)
    var sum: Float = 0
    for index in clauses.indices {
      bounds[index] = clauses[index].bound(from: first, through: last)
      sum += bounds[index]
    }
    return sum
  }

  private mutating func visit(_ window: Int, _ top: inout TopHits, _ sink: inout MatchSink) {
    let (first, last) = range(window)
    let sum = boundSum(window)
    if !sink.seesAll, !top.admits(bound: sum * Self.slack, from: context.base + first) { return sink.skip() }
    // Lists whose bounds together admit nothing are looked up only where the others have found a document.
    var leftOut: Float = 0
    var essential = Array(clauses.indices)
    if !sink.seesAll {
      essential.sort { bounds[$0] < bounds[$1] }
      while essential.count > 1,
        !top.admits(bound: (leftOut + bounds[essential[0]]) * Self.slack, from: context.base + first)
      {
        leftOut += bounds[essential.removeFirst()]
        sink.skip()
      }
    }
    scores.update(repeating: 0, count: Self.windowSize)
    let floor = sink.seesAll ? -1 : top.scoreFloor
    for index in essential where addWindow(of: index, first, last, floor: floor) { sink.skip() }
    collect(first: first, leftOut: leftOut, &top, &sink)
  }

  /// Whether no document between two can reach `floor`, whatever lists it is in. What one list leaves out for that
  /// reason, the others may leave in: it does not count any more.
  @inline(__always)
  private func isHopeless(from first: DocNumber, through last: DocNumber, floor: Float) -> Bool {
    if floor <= 0 { return false }
    var sum: Float = 0
    for index in clauses.indices { sum += clauses[index].bound(from: first, through: last) }
    return sum * Self.slack < floor
  }

  // MARK: Adding a list's postings

  /// Adds the postings of a list in the window to the scores, but for those that cannot matter; says whether there
  /// were any of these.
  private mutating func addWindow(of index: Int, _ first: DocNumber, _ last: DocNumber, floor: Float) -> Bool
  {
    let list = clauses[index].list
    switch list.form {
    case .unpacked:
      var place = AscendingDocs.firstPlace(in: list.docs, list.count, notBefore: first, from: 0)
      while place < list.count, list.docs[place] <= last {
        add(list.docs[place], frequency: list.offsets[place], clauses[index].weight, first)
        place += 1
      }
      return false
    case .packed: return addBlocks(of: index, first, last, floor: floor)
    case .dense: return addPages(of: index, first, last, floor: floor)
    }
  }

  private mutating func addBlocks(of index: Int, _ first: DocNumber, _ last: DocNumber, floor: Float) -> Bool
  {
    let list = clauses[index].list
    let weight = clauses[index].weight
    var hasSkipped = false
    var block = list.block(of: first, from: clauses[index].boundHint)
    while block < list.blockCount, block == 0 || list.docs[block - 1] < last {
      let begin = max(first, block == 0 ? 0 : list.docs[block - 1] + 1)
      if isHopeless(from: begin, through: max(begin, min(last, list.docs[block])), floor: floor) {
        hasSkipped = true
      } else {
        let count = list.blockLength(block)
        guard list.decodeBlock(block, into: side.docs),
          list.decodeFrequencies(ofBlock: block, into: frequencies)
        else {
          isDamaged = true
          return hasSkipped
        }
        for place in 0..<count where side.docs[place] >= first && side.docs[place] <= last {
          add(side.docs[place], frequency: frequencies[place], weight, first)
        }
      }
      block += 1
    }
    return hasSkipped
  }

  private mutating func addPages(of index: Int, _ first: DocNumber, _ last: DocNumber, floor: Float) -> Bool {
    let list = clauses[index].list
    let weight = clauses[index].weight
    var hasSkipped = false
    for page in Int(first) / PostingListFormat.pageSize...Int(last) / PostingListFormat.pageSize {
      var count = wantedDocs(ofPage: page, list, floor: floor)
      if count < 0 {
        hasSkipped = true
        count = -count - 1
      }
      if count == 0 { continue }
      let isSound = list.frequencies(
        ofPage: page, side.docs, count, ranks: side.slots, into: frequencies)
      guard isSound else {
        isDamaged = true
        return hasSkipped
      }
      for place in 0..<count { add(side.docs[place], frequency: frequencies[place], weight, first) }
    }
    return hasSkipped
  }

  /// Puts the documents of a page's words that may matter into `side.docs`: how many, or where words were left out
  /// that many and one more as a negative number.
  private mutating func wantedDocs(ofPage page: Int, _ list: PostingList, floor: Float) -> Int {
    let perPage = PostingListFormat.wordsPerPage
    let firstWord = page * perPage
    let wordCount = min(perPage, (list.documents + 63) / 64 - firstWord)
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: perPage) { words in
      var hasSkipped = false
      for word in 0..<wordCount {
        let begin = DocNumber((firstWord + word) * 64)
        let end = min(begin + 63, DocNumber(list.documents - 1))
        words[word] = list.word(firstWord + word)
        if words[word] != 0, isHopeless(from: begin, through: end, floor: floor) {
          words[word] = 0
          hasSkipped = true
        }
      }
      let base = DocNumber(page * PostingListFormat.pageSize)
      let count = cvector_bits(words.baseAddress!, wordCount, base, side.docs)
      return hasSkipped ? -count - 1 : count
    }
  }

  @inline(__always)
  private func add(_ doc: DocNumber, frequency: UInt32, _ weight: Float, _ first: DocNumber) {
    let place = Int(doc &- first)
    let norm = context.norms[Int(context.lengths[Int(doc)])]
    scores[place] += weight * LengthNorms.impact(frequency: frequency, norm: norm)
    touched[place >> 6] |= 1 &<< UInt64(place & 63)
  }

  // MARK: The documents found

  /// Shows the documents found to the sink, and scores those that may be among the best.
  private mutating func collect(
    first: DocNumber, leftOut: Float, _ top: inout TopHits, _ sink: inout MatchSink
  ) {
    let showsAll = sink.seesAll || top.scoreFloor == 0
    var count: Int
    if showsAll {
      count = filtered(cvector_bits(touched, Self.windowWords, first, docs))
      sink.add(docs, count)
      if top.capacity > 0 { count = keepHopeful(count, first, leftOut, top) }
    } else {
      let least = max(top.scoreFloor / Self.slack - leftOut, .leastNonzeroMagnitude)
      count = filtered(cvector_scores_at_least(scores, Self.windowSize, least, first, docs))
      sink.add(docs, count)
      sink.skip()
    }
    touched.update(repeating: 0, count: Self.windowWords)
    if top.capacity == 0 { return }
    var start = 0
    while start < count {
      let size = min(PostingListFormat.pageSize, count - start)
      score(docs + start, size, &top)
      start += size
    }
  }

  /// Keeps the documents that may be among the best of the window and of what came before.
  private func keepHopeful(
    _ count: Int, _ first: DocNumber, _ leftOut: Float, _ top: borrowing TopHits
  ) -> Int {
    let floor = max(top.scoreFloor, lowestOfBest(count, first: first, capacity: top.capacity))
    var kept = 0
    for index in 0..<count where (scores[Int(docs[index] - first)] + leftOut) * Self.slack >= floor {
      docs[kept] = docs[index]
      kept += 1
    }
    return kept
  }

  private mutating func filtered(_ count: Int) -> Int {
    if filters.isEmpty && !context.takesAway { return count }
    var kept = 0
    var start = 0
    while start < count {
      let size = min(PostingListFormat.pageSize, count - start)
      var left = size
      for slot in 0..<size { slots[slot] = UInt32(truncatingIfNeeded: slot) }
      for filter in filters.indices where left > 0 {
        left = filters[filter].probe.filter(docs + start, slots, left)
      }
      left = context.filter(docs + start, slots, left)
      for index in 0..<left { docs[kept + index] = docs[start + index] }
      kept += left
      start += size
    }
    return kept
  }

  /// A score that at least `capacity` documents of the window reach, 0 where it has not so many.
  private func lowestOfBest(_ count: Int, first: DocNumber, capacity: Int) -> Float {
    guard count > capacity else { return 0 }
    var best = TopHits(capacity: capacity, scratch: context.scratch)
    for index in 0..<count { best.insert(score: scores[Int(docs[index] - first)], doc: docs[index]) }
    return best.scoreFloor / Self.slack
  }

  private mutating func score(_ docs: UnsafeMutablePointer<DocNumber>, _ count: Int, _ top: inout TopHits) {
    sums.update(repeating: 0, count: count)
    for index in clauses.indices {
      clauses[index].probe.frequenciesOrZero(docs, count, scratch: side, into: frequencies)
      cvector_score(docs, frequencies, count, context.lengths, context.norms, clauses[index].weight, sums)
    }
    for index in 0..<count { top.insert(score: sums[index], doc: context.base + docs[index]) }
  }
}
