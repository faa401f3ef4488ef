import CVector

/// The documents that are in at least one of several lists: the best of them, and all of them for the sink.
///
/// MaxScore (Turtle & Flood 1995), list by list. The lists lead one after the other, first the one that can give a
/// document most, until those that are left could not lift one into the best even together. A lead's documents are
/// scored; those that the lists after it may still lift into the best, by their bounds over the same 64 documents,
/// are looked up there, and all others are never touched. What an earlier lead has was decided then.
///
/// Most often the first lead is a rare word, a few documents score higher than all other words together, and the
/// search costs what a conjunction costs.
struct Disjunction: ~Copyable {
  /// In the order of the query: scores are summed in this order, always, so that equal documents are equal.
  let clauses: Clauses
  /// What the clauses were before; nil where champions may not be among the matches.
  let words: Parts?
  /// Required lists that do not score.
  let filters: Clauses
  let context: SegmentContext
  /// The clauses in the order they lead in.
  let order: UnsafeMutablePointer<Int>
  /// At most what the clauses from each place of the order on can give together.
  let rest: UnsafeMutablePointer<Float>
  var rows: BoundRows?
  /// Rounding of a sum in another order stays far below this; a sum of two is the same in any order.
  let slack: Float

  // The batch: documents of the lead, their scores so far, and for each clause their frequencies.
  let docs: UnsafeMutablePointer<DocNumber>
  let sums: UnsafeMutablePointer<Float>
  let frequencies: UnsafeMutablePointer<UInt32>
  let slots: UnsafeMutablePointer<UInt32>
  let side: BatchScratch
  /// A batch that waits.
  private let spare:
    (
      docs: UnsafeMutablePointer<DocNumber>, sums: UnsafeMutablePointer<Float>,
      frequencies: UnsafeMutablePointer<UInt32>
    )
  var batched = 0
  var isDamaged = false
  /// Matches that were scored.
  private var found = 0

  static let batchSize = PostingListFormat.pageSize
  static let frequencyStride = batchSize + 16

  /// - Precondition: there is a clause.
  init(clauses: Clauses, words: Parts? = nil, filters: Clauses, context: SegmentContext) {
    self.clauses = clauses
    self.words = words
    self.filters = filters
    self.context = context
    slack = clauses.count > 2 ? 1 + 1e-6 * Float(clauses.count) : 1
    let scratch = context.scratch
    order = scratch.allocate(Int.self, clauses.count)
    rest = scratch.allocate(Float.self, clauses.count + 1)
    let size = Self.batchSize + 16
    docs = scratch.allocate(DocNumber.self, size)
    sums = scratch.allocate(Float.self, size)
    slots = scratch.allocate(UInt32.self, size)
    frequencies = scratch.allocate(UInt32.self, clauses.count * Self.frequencyStride)
    side = BatchScratch(scratch)
    spare = (
      scratch.allocate(DocNumber.self, size), scratch.allocate(Float.self, size),
      scratch.allocate(UInt32.self, size)
    )
    setOrder()
  }

  /// Sorts the clauses by what they can give, and sums that up from the last.
  private func setOrder() {
    let greatest = rest
    for index in clauses.indices {
      let most = clauses[index].greatest(context)
      var place = index
      while place > 0, greatest[place - 1] < most {
        (order[place], greatest[place]) = (order[place - 1], greatest[place - 1])
        place -= 1
      }
      (order[place], greatest[place]) = (index, most)
    }
    rest[clauses.count] = 0
    for place in stride(from: clauses.count - 1, through: 0, by: -1) {
      rest[place] += rest[place + 1]
    }
  }

  /// Inserts the best, and shows the sink the matches it wants to see.
  mutating func run(top: inout TopHits, sink: inout MatchSink) throws(TesseraError) {
    if top.capacity > 0 { try findBest(&top) }
    if !sink.needsAll && sink.count + found >= sink.wanted {
      sink.add(docs, found)
      sink.skip()
    } else {
      var matches = DisjunctionMatches(clauses, filters, context)
      if !matches.show(to: &sink) { isDamaged = true }
    }
    if isDamaged || clauses.areDamaged || filters.areDamaged { throw context.damaged() }
  }

  private mutating func findBest(_ top: inout TopHits) throws(TesseraError) {
    for pass in 0..<clauses.count {
      if !top.admits(bound: rest[pass] * slack, from: 0, through: context.lastDoc) { break }
      if pass == clauses.count - 1, try insertChampions(pass, &top) { break }
      sweep(pass, &top)
      consider(pass, &top)
      if isDamaged { break }
    }
  }

  /// What the last lead has alone is decided by its champions, where it has them: inserts those that no earlier lead has,
  /// and gives whether that was all.
  private mutating func insertChampions(_ pass: Int, _ top: inout TopHits) throws(TesseraError) -> Bool {
    guard pass > 0, let words, let terms = words[order[pass]].terms,
      let list = try ChampionSearch.champions(
        of: terms, weight: words[order[pass]].weight, wanted: top.capacity, context: context)
    else { return false }
    // First those with the word that all of a range begin with, then the others: each ascending.
    for (start, end) in [(0, list.wordCount), (list.wordCount, list.count)] {
      for first in stride(from: start, to: end, by: Self.batchSize) {
        batched = min(Self.batchSize, end - first)
        docs.update(from: list.docs + first, count: batched)
        frequencies(of: order[pass]).update(from: list.frequencies + first, count: batched)
        consider(pass, &top)
      }
    }
    return true
  }

  // MARK: A batch of the lead

  func frequencies(of clause: Int) -> UnsafeMutablePointer<UInt32> {
    frequencies + clause * Self.frequencyStride
  }

  /// Scores the batch, looks up in the other lists what may be among the best, and inserts it.
  mutating func consider(_ pass: Int, _ top: inout TopHits) {
    let count = batched
    batched = 0
    if count == 0 || context.scratch.isStopped { return }
    sums.update(repeating: 0, count: count)
    addScores(of: order[pass], count)
    if top.scoreFloor > 0 {
      complete(pass, keepMatches(pass, keepHopeful(pass, pass, count, top)), &top)
    } else {
      considerFirst(pass, keepMatches(pass, count), &top)
    }
  }

  /// While there is room among the best, those that have most so far are completed first: then the others can be
  /// compared with them.
  private mutating func considerFirst(_ pass: Int, _ count: Int, _ top: inout TopHits) {
    guard count > 4 * top.capacity else { return complete(pass, count, &top) }
    let row = frequencies(of: order[pass])
    spare.docs.update(from: docs, count: count)
    spare.sums.update(from: sums, count: count)
    spare.frequencies.update(from: row, count: count)
    let least = cvector_reached_by(sums, count, 2 * top.capacity)
    let first = min(cvector_hopeful(docs, sums, count, nil, 0, least, slots), 4 * top.capacity)
    for index in 0..<first { spare.sums[Int(slots[index])] = -.infinity }
    compact(pass, pass, first)
    complete(pass, first, &top)

    docs.update(from: spare.docs, count: count)
    sums.update(from: spare.sums, count: count)
    row.update(from: spare.frequencies, count: count)
    complete(pass, keepHopeful(pass, pass, count, top), &top)
  }

  /// Looks matches up in the lists after the lead, those that stay hopeful, and inserts them.
  private mutating func complete(_ pass: Int, _ count: Int, _ top: inout TopHits) {
    var count = count
    var place = pass + 1
    while place < clauses.count {
      if count == 0 { return }
      let index = order[place]
      clauses[index].probe.frequenciesOrZero(
        docs, count, scratch: side, into: frequencies(of: index))
      addScores(of: index, count)
      place += 1
      if place < clauses.count { count = keepHopeful(pass, place - 1, count, top) }
    }
    if clauses.count - pass > 2 {
      count = keepHopeful(pass, clauses.count - 1, count, top)
      sumInOrder(pass, count)
    }
    top.insert(scores: sums, docs: docs, count, places: slots)
    found += count
  }

  private func addScores(of clause: Int, _ count: Int) {
    cvector_score(
      docs, frequencies(of: clause), count, context.lengths, context.norms, clauses[clause].weight,
      sums)
  }

  /// Sums the scores up again, in the order of the query. Lists that led before have none of the documents.
  private func sumInOrder(_ pass: Int, _ count: Int) {
    sums.update(repeating: 0, count: count)
    for index in clauses.indices
    where (pass..<clauses.count).contains(where: { order[$0] == index }) {
      addScores(of: index, count)
    }
  }

  /// Keeps the documents that may be among the best, when they were looked up in the clauses up to a place.
  private func keepHopeful(_ pass: Int, _ place: Int, _ count: Int, _ top: borrowing TopHits) -> Int {
    if count == 0 { return 0 }
    var least = top.scoreFloor
    if least == 0 { return count }
    if !top.admits(bound: least, from: docs[0], through: docs[count - 1]) {
      least = least.nextUp
    }
    let kept = cvector_hopeful(
      docs, sums, count, rows?.row(from: place + 1), rest[place + 1], least / slack, slots)
    if kept < count { compact(pass, place, kept) }
    return kept
  }

  /// Keeps what `slots` names.
  private func compact(_ pass: Int, _ place: Int, _ kept: Int) {
    for index in 0..<kept {
      let slot = Int(slots[index])
      (docs[index], sums[index]) = (docs[slot], sums[slot])
    }
    compactFrequencies(pass, place, kept)
  }

  private func compactFrequencies(_ pass: Int, _ place: Int, _ kept: Int) {
    for place in pass...place {
      let row = frequencies(of: order[place])
      for index in 0..<kept { row[index] = row[Int(slots[index])] }
    }
  }

  /// Keeps the documents that no earlier lead has, and that the conditions let through.
  private mutating func keepMatches(_ pass: Int, _ count: Int) -> Int {
    if count == 0 || pass == 0 && filters.isEmpty && !context.takesAway { return count }
    for slot in 0..<count { slots[slot] = UInt32(truncatingIfNeeded: slot) }
    var kept = count
    for place in 0..<pass where kept > 0 {
      kept = clauses[order[place]].probe.exclude(docs, slots, kept, scratch: side)
    }
    for filter in filters.indices where kept > 0 {
      kept = filters[filter].probe.filter(docs, slots, kept)
    }
    kept = context.filter(docs, slots, kept)
    for index in 0..<kept { sums[index] = sums[Int(slots[index])] }
    compactFrequencies(pass, pass, kept)
    return kept
  }
}
