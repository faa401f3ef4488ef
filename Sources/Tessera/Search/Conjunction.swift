import CVector

/// A list of a query in one segment.
struct Clause {
  var probe: ListProbe
  /// The weight of its word, 0 when it only filters.
  let weight: Float
  /// Bounds on the impact by bound code, scaled to the snapshot's average length.
  let impacts: UnsafePointer<Float>
  /// Where the last bound was looked for.
  var boundHint = 0

  var list: PostingList { probe.list }
  var scores: Bool { weight > 0 }

  /// At most what documents of a range can get from it.
  @inline(__always)
  mutating func bound(from first: DocNumber, through last: DocNumber) -> Float {
    let code = list.boundCode(from: first, through: last, hint: &boundHint)
    // A list without bounds: no impact reaches 1.
    return list.bounds == nil ? weight : weight * impacts[Int(code)]
  }
}

/// The documents that are in all required lists, the best of them scored: one list leads, block by block, the
/// others filter each block's documents, and blocks whose bounds together cannot reach the worst of the best are
/// left out (block-max pruning of conjunctions: Ding & Suel 2011).
///
/// Before the sweep a few blocks with the highest bounds are visited, so that the sweep begins with a good worst.
struct Conjunction: ~Copyable {
  /// In the order of the query: scores are summed in this order, always, so that equal documents are equal.
  private let clauses: Clauses
  private let lead: Int
  private var covered: ListProbe?
  /// The other clauses, fewest documents first, in scratch memory.
  private let filters: UnsafeMutableBufferPointer<Int>
  private let context: SegmentContext

  private let docs: UnsafeMutablePointer<DocNumber>
  private let slots: UnsafeMutablePointer<UInt32>
  private let frequencies: UnsafeMutablePointer<UInt32>
  private let sums: UnsafeMutablePointer<Float>
  private let side: BatchScratch
  private var isDamaged = false
  /// Of several required words the one with the greatest weight.
  private let worthiest: Int?

  /// Of fewer documents each is simply scored.
  private static let fewDocs = 8
  /// Blocks visited before the sweep, when the lead has more than twice as many.
  private static let seedBlocks = 8

  /// - Parameter covered: a list whose documents are scored elsewhere, and only shown to the sink here.
  /// - Precondition: there is a clause.
  init(
    clauses: Clauses, except covered: ListProbe? = nil, context: SegmentContext
  ) {
    self.covered = covered
    self.clauses = clauses
    self.context = context
    let order = Self.byLength(clauses, context.scratch)
    lead = order[0]
    filters = UnsafeMutableBufferPointer(rebasing: order[1...])
    worthiest = Self.worthiest(of: clauses)
    let size = PostingListFormat.pageSize + 16
    docs = context.scratch.allocate(DocNumber.self, size)
    slots = context.scratch.allocate(UInt32.self, size)
    frequencies = context.scratch.allocate(UInt32.self, size)
    sums = context.scratch.allocate(Float.self, size)
    side = BatchScratch(context.scratch)
  }

  /// The clauses, fewest documents first.
  private static func byLength(
    _ clauses: Clauses, _ scratch: ScratchMemory
  ) -> UnsafeMutableBufferPointer<Int> {
    let order = UnsafeMutableBufferPointer(
      start: scratch.allocate(Int.self, clauses.count), count: clauses.count)
    for index in 0..<clauses.count {
      var place = index
      while place > 0, clauses[order[place - 1]].list.count > clauses[index].list.count {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = index
    }
    return order
  }

  /// Of several words the one with the greatest weight.
  private static func worthiest(of clauses: Clauses) -> Int? {
    var words = 0
    var best = 0
    for index in 0..<clauses.count where clauses[index].scores {
      if words == 0 || clauses[index].weight >= clauses[best].weight { best = index }
      words += 1
    }
    return words < 2 ? nil : best
  }

  private var scores: Bool {
    for index in 0..<clauses.count where clauses[index].scores { return true }
    return false
  }

  private var isAnyDamaged: Bool {
    for index in 0..<clauses.count where clauses[index].probe.isDamaged { return true }
    return isDamaged || covered?.isDamaged ?? false
  }

  /// Visits all matches that the sink wants to see, and inserts the best.
  mutating func run(top: inout TopHits, sink: inout MatchSink) throws(TesseraError) {
    if !sink.seesAll && top.capacity == 0 { return sink.skip() }
    let list = clauses[lead].list
    if !sink.seesAll && scores && !top.admits(bound: wholeBound(), from: context.base) {
      return sink.skip()
    }
    let prunes = scores && top.capacity > 0 && list.form != .unpacked
    switch list.form {
    case .dense where prunes: sweepPages(&top, &sink)
    case .packed where prunes: sweepBlocks(&top, &sink)
    case .dense:
      for page in 0..<list.blockCount {
        visit(page: page, words: .max, bound: .infinity, &top, &sink)
      }
    case .unpacked where clauses.count == 1 && scores && !sink.seesAll && !context.takesAway:
      sweepUnpacked(&top, &sink)
    case .packed, .unpacked:
      let blocks = (list.count + PostingListFormat.blockSize - 1) / PostingListFormat.blockSize
      for block in 0..<blocks { visit(block: block, bound: .infinity, &top, &sink) }
    }
    if isAnyDamaged { throw context.damaged() }
  }

  /// At most what any document can score.
  private func wholeBound() -> Float {
    var sum: Float = 0
    for index in clauses.indices where clauses[index].scores {
      sum += clauses[index].bound(from: 0, through: DocNumber(context.documents - 1))
      clauses[index].boundHint = 0
    }
    return sum
  }

  private mutating func sweepBlocks(_ top: inout TopHits, _ sink: inout MatchSink) {
    let list = clauses[lead].list
    let bounds = blockBounds(list.blockCount) { list.docs[$0] }
    for block in seeds(bounds, list.blockCount) {
      visit(block: block, bound: bounds[block], &top, &sink)
      bounds[block] = -1
    }
    for block in 0..<list.blockCount where bounds[block] >= 0 {
      let first = block == 0 ? 0 : list.docs[block - 1] + 1
      if sink.seesAll || top.admits(bound: bounds[block], from: context.base + first) {
        visit(block: block, bound: bounds[block], &top, &sink)
      } else {
        sink.skip()
      }
    }
  }

  /// A single list that stands decoded has no bounds: all of it is scored, row by row, and only what reaches the best
  /// is looked at.
  private mutating func sweepUnpacked(_ top: inout TopHits, _ sink: inout MatchSink) {
    sink.skip()
    let list = clauses[lead].list
    let size = PostingListFormat.pageSize
    for start in stride(from: 0, to: list.count, by: size) {
      let count = min(size, list.count - start)
      let padded = (count + 15) & ~15
      sums.update(repeating: 0, count: count)
      (sums + count).update(repeating: -1, count: padded - count)
      cvector_score(
        list.docs + start, list.offsets + start, count, context.lengths, context.norms,
        clauses[lead].weight,
        sums)
      var found = cvector_scores_at_least(sums, padded, top.scoreFloor, 0, slots)
      for index in 0..<found { docs[index] = list.docs[start + Int(slots[index])] }
      if covered != nil { found = covered!.exclude(docs, slots, found, scratch: side) }
      for index in 0..<found {
        top.insert(score: sums[Int(slots[index])], doc: context.base + docs[index])
      }
    }
  }

  /// As `sweepBlocks`, with a bound for each word of the bitmap; what is left of a page is visited in one go.
  private mutating func sweepPages(_ top: inout TopHits, _ sink: inout MatchSink) {
    let list = clauses[lead].list
    let perPage = PostingListFormat.wordsPerPage
    let wordCount = (list.documents + 63) / 64
    let bounds = blockBounds(wordCount) { DocNumber(min(($0 + 1) * 64, list.documents) - 1) }
    for word in seeds(bounds, wordCount) {
      visit(
        page: word / perPage, words: 1 << UInt8(word % perPage), bound: bounds[word], &top, &sink)
      bounds[word] = -1
    }
    for page in 0..<list.blockCount {
      var words: UInt8 = 0
      var greatest: Float = -1
      for word in page * perPage..<min((page + 1) * perPage, wordCount) where bounds[word] >= 0 {
        if sink.seesAll
          || top.admits(bound: bounds[word], from: context.base + DocNumber(word * 64))
        {
          words |= 1 << UInt8(word % perPage)
          greatest = max(greatest, bounds[word])
        } else {
          sink.skip()
        }
      }
      if words != 0 { visit(page: page, words: words, bound: greatest, &top, &sink) }
    }
  }

  /// For each block of the lead, given by its last document, at most what a document in it can score.
  private func blockBounds(
    _ blocks: Int, last: (Int) -> DocNumber
  ) -> UnsafeMutablePointer<Float> {
    let bounds = context.scratch.allocate(Float.self, blocks)
    bounds.update(repeating: 0, count: blocks)
    let end = DocNumber(context.documents - 1)
    for index in clauses.indices where clauses[index].scores {
      var first: DocNumber = 0
      for block in 0..<blocks {
        let last = min(last(block), end)
        bounds[block] += clauses[index].bound(from: min(first, last), through: last)
        first = last &+ 1
      }
    }
    return bounds
  }

  /// The blocks with the highest bounds.
  private func seeds(_ bounds: UnsafeMutablePointer<Float>, _ blocks: Int) -> [Int] {
    guard blocks > 2 * Self.seedBlocks else { return [] }
    var best: [Int] = []
    var least: Float = -1
    for block in 0..<blocks where bounds[block] > least {
      best.append(block)
      if best.count > Self.seedBlocks {
        let worst = best.indices.min { bounds[best[$0]] < bounds[best[$1]] }!
        best.remove(at: worst)
      }
      if best.count == Self.seedBlocks { least = best.map { bounds[$0] }.min()! }
    }
    return best.sorted { bounds[$0] > bounds[$1] }
  }

  // MARK: A block of the lead

  private mutating func visit(
    block: Int, bound: Float, _ top: inout TopHits, _ sink: inout MatchSink
  ) {
    take(matchesOfBlock(block), bound: bound, &top, &sink)
  }

  /// - Parameter words: a bit for each word of the page that is to be visited.
  private mutating func visit(
    page: Int, words: UInt8, bound: Float, _ top: inout TopHits, _ sink: inout MatchSink
  ) {
    take(matchesOfPage(page, words), bound: bound, &top, &sink)
  }

  /// Shows the matches to the sink and scores those that may be among the best.
  private mutating func take(
    _ count: Int, bound: Float, _ top: inout TopHits, _ sink: inout MatchSink
  ) {
    if count == 0 { return }
    let kept = context.filter(docs, slots, count)
    if kept == 0 { return }
    sink.add(docs, kept)
    guard top.admits(bound: bound, from: context.base + docs[0]) else { return }
    var hopeful = kept > Self.fewDocs && bound < .infinity ? keepHopeful(kept, top) : kept
    if covered != nil { hopeful = covered!.exclude(docs, slots, hopeful, scratch: side) }
    if hopeful > 0 { score(hopeful, &top) }
  }

  /// Keeps the documents that the worthiest word, with all that the others could add between the first and the last
  /// document, lets into the best; the other words' frequencies are then read for these alone.
  private mutating func keepHopeful(_ count: Int, _ top: borrowing TopHits) -> Int {
    guard let first = worthiest, top.scoreFloor > 0 else { return count }
    var others: Float = 0
    for index in clauses.indices where index != first && clauses[index].scores {
      others += clauses[index].bound(from: docs[0], through: docs[count - 1])
    }
    // The sum is made in another order than the score's; rounding stays far below this.
    others *= 1 + 1e-5
    guard others < top.scoreFloor else { return count }
    sums.update(repeating: others, count: count)
    clauses[first].probe.frequencies(docs, slots, count, into: frequencies)
    cvector_score(
      docs, frequencies, count, context.lengths, context.norms, clauses[first].weight, sums)
    let floor = top.scoreFloor * (1 - 1e-5)
    var kept = 0
    for index in 0..<count {
      (docs[kept], slots[kept]) = (docs[index], slots[index])
      kept += sums[index] >= floor ? 1 : 0
    }
    return kept
  }

  /// Decodes a block of the lead and keeps what all others have.
  private mutating func matchesOfBlock(_ block: Int) -> Int {
    let list = clauses[lead].list
    var count: Int
    if list.form == .unpacked {
      let start = block * PostingListFormat.blockSize
      count = min(PostingListFormat.blockSize, list.count - start)
      docs.update(from: list.docs + start, count: count)
    } else {
      count = list.blockLength(block)
      guard list.decodeBlock(block, into: docs) else {
        isDamaged = true
        return 0
      }
    }
    clauses[lead].probe.remember(block: block)
    for slot in 0..<count { slots[slot] = UInt32(truncatingIfNeeded: slot) }
    for filter in filters {
      count = clauses[filter].probe.filter(docs, slots, count)
      if count == 0 { return 0 }
    }
    return count
  }

  /// Intersects a page of bitmaps, and keeps what the other lists have.
  private mutating func matchesOfPage(_ page: Int, _ wanted: UInt8) -> Int {
    let perPage = PostingListFormat.wordsPerPage
    let first = page * perPage
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: perPage) { words in
      let list = clauses[lead].list
      let wordCount = min(perPage, (list.documents + 63) / 64 - first)
      for word in 0..<wordCount {
        words[word] = wanted & (1 << UInt8(word)) == 0 ? 0 : list.word(first + word)
      }
      for filter in filters where clauses[filter].list.form == .dense {
        let other = clauses[filter].list.words + first
        for word in 0..<wordCount { words[word] &= other[word] }
      }
      let base = DocNumber(page * PostingListFormat.pageSize)
      var count = cvector_bits(words.baseAddress!, wordCount, base, docs)
      for slot in 0..<count { slots[slot] = UInt32(truncatingIfNeeded: slot) }
      for filter in filters where count > 0 && clauses[filter].list.form != .dense {
        count = clauses[filter].probe.filter(docs, slots, count)
      }
      return count
    }
  }

  private mutating func score(_ count: Int, _ top: inout TopHits) {
    sums.update(repeating: 0, count: count)
    for index in clauses.indices where clauses[index].scores {
      clauses[index].probe.frequencies(docs, slots, count, into: frequencies)
      cvector_score(
        docs, frequencies, count, context.lengths, context.norms, clauses[index].weight, sums)
    }
    for index in 0..<count { top.insert(score: sums[index], doc: context.base + docs[index]) }
  }
}
