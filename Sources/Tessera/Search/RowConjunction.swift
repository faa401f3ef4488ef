import CVector

/// The documents that have a prefix and are in all other lists, the best of them scored, where the prefix is united
/// while searching: its lists stand added up in a row (`PrefixRow`) and never become one.
///
/// What has the other lists is looked up in the row, or, where all others are bitmaps, the row becomes one page by
/// page. The row gives each document's share of the score at once; with the most that the other words can add it says
/// whether their frequencies need be read.
struct RowConjunction: ~Copyable {
  /// A prefix that was made a row, as one of the words of a text.
  struct Prefix {
    let row: PrefixRow
    let weight: Float
    /// How many clauses are scored before it: scores are summed in the order of the query.
    let place: Int
  }

  private let clauses: Clauses
  private let order: ListsByForm
  private let prefix: Prefix
  private var covered: ListProbe?
  private let context: SegmentContext

  private let docs: UnsafeMutablePointer<DocNumber>
  private let slots: UnsafeMutablePointer<UInt32>
  private let frequencies: UnsafeMutablePointer<UInt32>
  private let sums: UnsafeMutablePointer<Float>
  /// For each word of a page, at most what the other words can add in it.
  private let wordBounds: UnsafeMutablePointer<Float>
  private let side: BatchScratch
  private var isDamaged = false

  /// - Parameters:
  ///   - clauses: the others, in the order of the query.
  ///   - covered: a list whose documents are scored elsewhere, and only shown to the sink here.
  /// - Precondition: there is a clause.
  init(_ prefix: Prefix, and clauses: Clauses, except covered: ListProbe?, context: SegmentContext) {
    (self.prefix, self.clauses, self.covered, self.context) = (prefix, clauses, covered, context)
    let scratch = context.scratch
    order = ListsByForm(clauses.count, scratch: scratch) { clauses[$0].list }
    let size = PostingListFormat.pageSize + 16
    docs = scratch.allocate(DocNumber.self, size)
    slots = scratch.allocate(UInt32.self, size)
    frequencies = scratch.allocate(UInt32.self, size)
    sums = scratch.allocate(Float.self, size)
    wordBounds = scratch.allocate(Float.self, PostingListFormat.wordsPerPage)
    side = BatchScratch(scratch)
  }

  /// Visits all matches that the sink wants to see, and inserts the best.
  mutating func run(top: inout TopHits, sink: inout MatchSink) throws(TesseraError) {
    if !sink.seesAll && top.capacity == 0 { return sink.skip() }
    if order.arrayCount > 0 { sweepBlocks(&top, &sink) } else { sweepPages(&top, &sink) }
    if isDamaged || covered?.isDamaged ?? false || clauses.areDamaged { throw context.damaged() }
  }

  private mutating func sweepBlocks(_ top: inout TopHits, _ sink: inout MatchSink) {
    let lead = order.array(0)
    let list = clauses[lead].list
    var first: DocNumber = 0
    for block in 0..<list.arrayBlockCount where !context.scratch.isStopped {
      let last = min(list.lastDoc(ofArrayBlock: block), DocNumber(context.documents - 1))
      if isWorthVisiting(from: min(first, last), through: last, top, sink) {
        take(matches(ofBlock: block, of: lead), &top, &sink)
      } else {
        sink.skip()
      }
      first = last &+ 1
    }
  }

  private mutating func sweepPages(_ top: inout TopHits, _ sink: inout MatchSink) {
    for page in 0..<PostingListFormat.pageCount(documents: context.documents)
    where !context.scratch.isStopped {
      let wanted = wordsWorthVisiting(ofPage: page, top, &sink)
      if wanted != 0 { take(matches(ofPage: page, wanted), inPages: true, &top, &sink) }
    }
  }

  /// A bit for each word of a page of bitmaps that may have one of the best. Notes the bounds of all.
  private func wordsWorthVisiting(
    ofPage page: Int, _ top: TopHits, _ sink: inout MatchSink
  ) -> UInt8 {
    let perPage = PostingListFormat.wordsPerPage
    if top.scoreFloor == 0 { return .max }
    var wanted: UInt8 = 0
    for word in 0..<min(perPage, (context.documents + 63) / 64 - page * perPage) {
      let first = DocNumber((page * perPage + word) * 64)
      let last = min(first + 63, DocNumber(context.documents - 1))
      var (bound, others): (Float, Float) = (0, 0)
      for index in 0...clauses.count {
        if index == prefix.place { bound += prefix.weight }
        guard index < clauses.count, clauses[index].scores else { continue }
        let more = clauses[index].bound(from: first, through: last)
        bound += more
        others += more
      }
      // Sums of shares in another order than the score's: rounding stays far below this.
      wordBounds[word] = others * (1 + 1e-5)
      if sink.seesAll || top.admits(bound: bound, from: first, through: last) {
        wanted |= 1 << UInt8(word)
      } else {
        sink.skip()
      }
    }
    return wanted
  }

  private func isWorthVisiting(
    from first: DocNumber, through last: DocNumber, _ top: TopHits,
    _ sink: MatchSink
  ) -> Bool {
    if sink.seesAll || top.scoreFloor == 0 { return true }
    var bound: Float = 0
    for index in 0...clauses.count {
      if index == prefix.place { bound += prefix.weight }
      if index < clauses.count, clauses[index].scores {
        bound += clauses[index].bound(from: first, through: last)
      }
    }
    return top.admits(bound: bound, from: first, through: last)
  }

  /// Decodes a block of the lead and keeps what is in the row and in all other lists.
  private mutating func matches(ofBlock block: Int, of lead: Int) -> Int {
    guard var count = clauses[lead].list.arrayBlock(block, into: docs) else {
      isDamaged = true
      return 0
    }
    clauses[lead].probe.remember(block: block)
    for slot in 0..<count { slots[slot] = UInt32(truncatingIfNeeded: slot) }
    count = cvector_filter_bytes(docs, slots, count, prefix.row.bytes)
    for number in 0..<order.bitmapCount where count > 0 {
      count = clauses[order.bitmap(number)].probe.filter(docs, slots, count)
    }
    for number in 1..<order.arrayCount where count > 0 {
      count = clauses[order.array(number)].probe.filter(docs, slots, count)
    }
    return count
  }

  /// Intersects a page of the row with bitmaps.
  private mutating func matches(ofPage page: Int, _ wanted: UInt8) -> Int {
    let perPage = PostingListFormat.wordsPerPage
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: perPage) { words in
      let base = words.baseAddress!
      SearchCounters.readWords(order.bitmapCount * perPage, postings: 0)
      cvector_nonzero_words(
        prefix.row.bytes + page * PostingListFormat.pageSize, perPage, base)
      for number in 0..<order.bitmapCount {
        cvector_and(base, clauses[order.bitmap(number)].list.words + page * perPage, perPage)
      }
      if wanted != .max {
        for word in 0..<perPage where wanted & (1 << UInt8(word)) == 0 { words[word] = 0 }
      }
      let count = cvector_bits(base, perPage, DocNumber(page * PostingListFormat.pageSize), docs)
      for slot in 0..<count { slots[slot] = UInt32(truncatingIfNeeded: slot) }
      return count
    }
  }

  /// Shows the matches to the sink and scores those that may be among the best.
  private mutating func take(
    _ count: Int, inPages: Bool = false, _ top: inout TopHits, _ sink: inout MatchSink
  ) {
    if count == 0 { return }
    let kept = context.filter(docs, slots, count)
    if kept == 0 { return }
    sink.add(docs, kept)
    if top.capacity == 0 { return }
    var hopeful = top.scoreFloor > 0 ? keepHopeful(kept, inPages: inPages, top) : kept
    if covered != nil { hopeful = covered!.exclude(docs, slots, hopeful, scratch: side) }
    if hopeful > 0 { score(hopeful, &top) }
  }

  /// Keeps the documents that the prefix, with all that the words could add around them, lets into the best.
  private mutating func keepHopeful(_ count: Int, inPages: Bool, _ top: TopHits) -> Int {
    if inPages {
      let inPage = DocNumber(PostingListFormat.wordsPerPage - 1)
      for index in 0..<count { sums[index] = wordBounds[Int(docs[index] >> 6 & inPage)] }
    } else {
      var others: Float = 0
      for index in 0..<clauses.count where clauses[index].scores {
        others += clauses[index].bound(from: docs[0], through: docs[count - 1])
      }
      others *= 1 + TopHits.slack
      guard others < top.scoreFloor else { return count }
      sums.update(repeating: others, count: count)
    }
    prefix.row.frequencies(docs, count, into: frequencies)
    cvector_score(
      docs, frequencies, count, context.lengths, context.norms, prefix.weight, sums)
    return top.keepHopeful(docs, slots, bounds: sums, count)
  }

  private mutating func score(_ count: Int, _ top: inout TopHits) {
    sums.update(repeating: 0, count: count)
    for index in 0...clauses.count {
      if index == prefix.place {
        prefix.row.frequencies(docs, count, into: frequencies)
        cvector_score(
          docs, frequencies, count, context.lengths, context.norms, prefix.weight, sums)
      }
      guard index < clauses.count, clauses[index].scores else { continue }
      clauses[index].probe.frequencies(docs, slots, count, into: frequencies)
      cvector_score(
        docs, frequencies, count, context.lengths, context.norms, clauses[index].weight, sums)
    }
    // The frequencies are no longer needed.
    top.insert(scores: sums, docs: docs, count, places: frequencies)
  }
}
