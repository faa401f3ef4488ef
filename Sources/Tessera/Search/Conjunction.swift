import CVector

/// A list of a query in one segment.
struct Clause {
  var probe: ListProbe
  /// The weight of its word, 0 when it only filters.
  let weight: Float
  /// Whether documents without it match all the same: the complete word of a prefix.
  let isOptional: Bool
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
  private let clauses: UnsafeMutableBufferPointer<Clause>
  private let lead: Int
  /// The required clauses but the lead, fewest documents first.
  private let filters: [Int]
  /// The lead is a bitmap: it is intersected with the other bitmaps page by page.
  private let isDense: Bool
  private let context: SegmentContext

  private let docs: UnsafeMutablePointer<DocNumber>
  private let slots: UnsafeMutablePointer<UInt32>
  private let frequencies: UnsafeMutablePointer<UInt32>
  private let sums: UnsafeMutablePointer<Float>
  private let side: BatchScratch
  private var isDamaged = false

  /// Blocks visited before the sweep, when the lead has more than twice as many.
  private static let seedBlocks = 8

  /// - Precondition: at least one clause is required.
  init(clauses: UnsafeMutableBufferPointer<Clause>, context: SegmentContext) {
    self.clauses = clauses
    self.context = context
    let required = clauses.indices.filter { !clauses[$0].isOptional }
      .sorted { clauses[$0].list.count < clauses[$1].list.count }
    lead = required[0]
    filters = Array(required.dropFirst())
    isDense = clauses[lead].list.form == .dense
    let size = PostingListFormat.pageSize + 8
    docs = context.scratch.allocate(DocNumber.self, size)
    slots = context.scratch.allocate(UInt32.self, size)
    frequencies = context.scratch.allocate(UInt32.self, size)
    sums = context.scratch.allocate(Float.self, size)
    side = BatchScratch(context.scratch)
  }

  private var scores: Bool { clauses.contains { $0.scores } }

  /// Visits all matches that the sink wants to see, and inserts the best.
  mutating func run(top: inout TopHits, sink: inout MatchSink) throws(TesseraError) {
    let list = clauses[lead].list
    let blocks =
      list.form == .unpacked
      ? (list.count + PostingListFormat.blockSize - 1) / PostingListFormat.blockSize : list.blockCount
    if !sink.seesAll && top.capacity == 0 { return sink.skip() }
    let prunes = scores && top.capacity > 0 && list.form != .unpacked
    if !prunes {
      for block in 0..<blocks { visit(block, bound: .infinity, &top, &sink) }
    } else {
      let bounds = blockBounds(blocks)
      for block in seeds(bounds, blocks) {
        visit(block, bound: bounds[block], &top, &sink)
        bounds[block] = -1
      }
      for block in 0..<blocks where bounds[block] >= 0 {
        if sink.seesAll || top.admits(bound: bounds[block], from: firstDoc(block)) {
          visit(block, bound: bounds[block], &top, &sink)
        } else {
          sink.skip()
        }
      }
    }
    if isDamaged || clauses.contains(where: { $0.probe.isDamaged }) { throw context.damaged() }
  }

  /// The first document that can stand in a block of the lead, as a number of the snapshot.
  private func firstDoc(_ block: Int) -> DocNumber {
    let list = clauses[lead].list
    if list.form == .dense { return context.base + DocNumber(block * PostingListFormat.pageSize) }
    return context.base + (block == 0 ? 0 : list.docs[block - 1] + 1)
  }

  /// For each block of the lead, at most what a document in it can score.
  private func blockBounds(_ blocks: Int) -> UnsafeMutablePointer<Float> {
    let bounds = context.scratch.allocate(Float.self, blocks)
    bounds.update(repeating: 0, count: blocks)
    let list = clauses[lead].list
    for index in clauses.indices where clauses[index].scores {
      var first: DocNumber = 0
      for block in 0..<blocks {
        let last =
          list.form == .dense
          ? DocNumber(min((block + 1) * PostingListFormat.pageSize, list.documents) - 1) : list.docs[block]
        bounds[block] += clauses[index].bound(
          from: min(first, last), through: min(last, DocNumber(list.documents - 1)))
        first = last &+ 1
      }
    }
    return bounds
  }

  /// The blocks with the highest bounds, in no order.
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
    return best.sorted()
  }

  // MARK: A block of the lead

  private mutating func visit(_ block: Int, bound: Float, _ top: inout TopHits, _ sink: inout MatchSink) {
    let count = isDense ? matchesOfPage(block) : matchesOfBlock(block)
    if count == 0 { return }
    let kept = context.filter(docs, slots, count)
    if kept == 0 { return }
    sink.add(docs, kept)
    if top.admits(bound: bound, from: context.base + docs[0]) { score(kept, &top) }
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
  private mutating func matchesOfPage(_ page: Int) -> Int {
    let perPage = PostingListFormat.wordsPerPage
    let first = page * perPage
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: perPage) { words in
      let list = clauses[lead].list
      let wordCount = min(perPage, (list.documents + 63) / 64 - first)
      for word in 0..<wordCount { words[word] = list.word(first + word) }
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
      if clauses[index].isOptional {
        clauses[index].probe.frequenciesOrZero(docs, count, scratch: side, into: frequencies)
      } else {
        clauses[index].probe.frequencies(docs, slots, count, into: frequencies)
      }
      cvector_score(docs, frequencies, count, context.lengths, context.norms, clauses[index].weight, sums)
    }
    for index in 0..<count { top.insert(score: sums[index], doc: context.base + docs[index]) }
  }
}
