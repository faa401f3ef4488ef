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
/// Before the sweep a few blocks with the highest bounds are visited, so that the sweep begins with a good worst. Of a
/// block that is visited, only those documents are looked up in the other lists that the lead's own score, with all
/// that the others can add there, lets into the best.
struct Conjunction: ~Copyable {
  /// In the order of the query: scores are summed in this order, always, so that equal documents are equal.
  let clauses: Clauses
  let lead: Int
  var covered: ListProbe?
  /// The other clauses, bitmaps first, for they are asked at next to no cost, then fewest documents first.
  let filters: ScratchArray<Int>
  let context: SegmentContext

  let docs: UnsafeMutablePointer<DocNumber>
  let slots: UnsafeMutablePointer<UInt32>
  let frequencies: UnsafeMutablePointer<UInt32>
  let sums: UnsafeMutablePointer<Float>
  let side: BatchScratch
  var isDamaged = false
  /// Of several required words the one with the greatest weight.
  let worthiest: Int?

  /// - Parameter covered: a list whose documents are scored elsewhere, and only shown to the sink here.
  /// - Precondition: there is a clause.
  init(clauses: Clauses, except covered: ListProbe? = nil, context: SegmentContext) {
    self.init(
      clauses: clauses, except: covered, context: context, memory: Memory(context.scratch))
  }

  /// What the matches of a block or page are put in; serves one conjunction after the other.
  struct Memory: BitwiseCopyable {
    let docs: UnsafeMutablePointer<DocNumber>
    let slots: UnsafeMutablePointer<UInt32>
    let frequencies: UnsafeMutablePointer<UInt32>
    let sums: UnsafeMutablePointer<Float>
    let side: BatchScratch

    init(_ scratch: ScratchMemory) {
      let size = PostingListFormat.pageSize + 16
      docs = scratch.allocate(DocNumber.self, size)
      slots = scratch.allocate(UInt32.self, size)
      frequencies = scratch.allocate(UInt32.self, size)
      sums = scratch.allocate(Float.self, size)
      side = BatchScratch(scratch)
    }
  }

  init(clauses: Clauses, except covered: ListProbe?, context: SegmentContext, memory: Memory) {
    self.covered = covered
    self.clauses = clauses
    self.context = context
    (lead, filters) = Self.order(clauses, context.scratch)
    worthiest = Self.worthiest(of: clauses)
    (docs, slots, frequencies, sums, side) = (
      memory.docs, memory.slots, memory.frequencies, memory.sums, memory.side
    )
  }

  /// The clause with the fewest documents; then the bitmaps and then the others, each fewest documents first.
  private static func order(_ clauses: Clauses, _ scratch: ScratchMemory) -> (
    lead: Int, filters: ScratchArray<Int>
  ) {
    let order = ListsByForm(clauses.count, scratch: scratch) { clauses[$0].list }
    let array = order.arrayCount > 0 ? order.array(0) : nil
    let bitmap = order.bitmapCount > 0 ? order.bitmap(0) : nil
    // A bitmap of several values may have fewer documents than a list.
    let lead =
      if let array, let bitmap {
        clauses[bitmap].list.count < clauses[array].list.count ? bitmap : array
      } else { array ?? bitmap ?? 0 }
    var filters = ScratchArray<Int>(capacity: clauses.count, scratch: scratch)
    for number in 0..<order.bitmapCount where order.bitmap(number) != lead {
      filters.append(order.bitmap(number))
    }
    for number in 0..<order.arrayCount where order.array(number) != lead {
      filters.append(order.array(number))
    }
    return (lead, filters)
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

  /// Visits all matches that the sink wants to see, and inserts the best.
  mutating func run(top: inout TopHits, sink: inout MatchSink) throws(TesseraError) {
    if !sink.seesAll && top.capacity == 0 { return sink.skip() }
    let list = clauses[lead].list
    let scores = self.scores
    if !sink.seesAll, scores, top.scoreFloor > 0,
      !top.admits(bound: wholeBound(), from: 0, through: context.lastDoc)
    {
      return sink.skip()
    }
    let prunes = scores && top.capacity > 0 && list.form != .unpacked
    switch list.form {
    case _ where !scores && top.capacity > 0: try sweepUnscored(&top, &sink)
    case .dense where prunes: sweepPages(&top, &sink)
    case .packed where prunes: sweepBlocks(&top, &sink)
    case .dense:
      for page in 0..<list.blockCount where !context.scratch.isStopped && !isDone(top, sink) {
        let count = matchesOfPage(page, words: .max)
        take(count, bound: .infinity, &top, &sink)
      }
    case .unpacked where clauses.count == 1 && scores && !sink.seesAll && !context.takesAway:
      sweepUnpacked(&top, &sink)
    case .packed, .unpacked:
      for block in 0..<list.arrayBlockCount where !context.scratch.isStopped && !isDone(top, sink) {
        let count = matchesOfBlock(block)
        take(count, bound: .infinity, &top, &sink)
      }
    }
    if isDone(top, sink) { sink.skip() }
    if areAnyDamaged { throw context.damaged() }
  }

  /// Whether only so many matches were wanted as were seen.
  private func isDone(_ top: borrowing TopHits, _ sink: borrowing MatchSink) -> Bool {
    top.capacity == 0 && !sink.seesAll
  }

  /// Whether bytes contradicted each other.
  var areAnyDamaged: Bool { isDamaged || covered?.isDamaged ?? false || clauses.areDamaged }

  /// At most what any document can score.
  private func wholeBound() -> Float {
    var sum: Float = 0
    for index in clauses.indices where clauses[index].scores {
      sum += clauses[index].bound(from: 0, through: DocNumber(context.documents - 1))
      clauses[index].boundHint = 0
    }
    return sum
  }
}
