import CVector

/// The best documents of a disjunction of two words with long lists, by which of the words they have.
///
/// One that has a single word is among that word's champions: whoever is not has as many others above itself as are
/// wanted, by that word alone already. Those with both are found as a conjunction, by levels, which ends soon with the
/// worst of the best that the champions leave. (Of three words each two would have to be found without the third;
/// measured, that takes longer than to let the rarest lead.)
struct DisjunctionBySets {
  private let parts: Parts
  private let champions: UnsafeMutablePointer<ChampionList>
  private let context: SegmentContext
  private let memory: Conjunction.Memory

  /// nil where that is not likely to pay, as when one of the words is rare, or a word has no champions.
  ///
  /// - Parameter wanted: of the best.
  init?(_ parts: Parts, wanted: Int, context: SegmentContext) throws(TesseraError) {
    guard parts.count == 2, let levels = context.segment.reader.levels, !levels.isEmpty,
      parts.fewest(.max) >= levels.leastDocuments
    else { return nil }
    champions = context.scratch.allocate(ChampionList.self, parts.count)
    for index in 0..<parts.count {
      guard let terms = parts[index].terms,
        let list = try ChampionSearch.champions(
          of: terms, weight: parts[index].weight, wanted: wanted, context: context)
      else { return nil }
      champions[index] = list
    }
    self.parts = parts
    self.context = context
    memory = Conjunction.Memory(context.scratch)
  }

  /// Inserts the best of those that have one word.
  func insertSingle(_ top: inout TopHits) throws(TesseraError) {
    for index in 0..<parts.count { try insertChampions(of: index, &top) }
  }

  /// Inserts the champions of a word that have no other, those that may be among the best.
  private func insertChampions(of word: Int, _ top: inout TopHits) throws(TesseraError) {
    let list = champions[word]
    let scores = context.scratch.allocate(Float.self, list.count + 16)
    scores.update(repeating: 0, count: list.count)
    cvector_score(
      list.docs, list.frequencies, list.count, context.lengths, context.norms, parts[word].weight,
      scores)
    // The highest first, so that not many of the others need be looked up.
    if top.scoreFloor == 0 {
      let least = cvector_reached_by(scores, list.count, 2 * top.capacity)
      try insert(list, scores, least, word, &top)
      for index in 0..<list.count where scores[index] >= least { scores[index] = -1 }
    }
    try insert(list, scores, top.scoreFloor, word, &top)
  }

  /// Inserts the champions with some score that have no other word.
  private func insert(
    _ list: ChampionList, _ scores: UnsafePointer<Float>, _ least: Float, _ word: Int, _ top: inout TopHits
  ) throws(TesseraError) {
    let (docs, slots) = (memory.docs, memory.slots)
    // First those with the word that all of a range begin with, then the others: ascending again.
    for (start, end) in [(0, list.wordCount), (list.wordCount, list.count)] {
      var index = start
      while index < end {
        var count = 0
        let first = index
        while index < end, index - first < PostingListFormat.pageSize {
          docs[count] = list.docs[index]
          slots[count] = UInt32(truncatingIfNeeded: index)
          count += scores[index] >= max(0, least) ? 1 : 0
          index += 1
        }
        try insert(count, scores, word, &top)
      }
    }
  }

  private func insert(
    _ count: Int, _ scores: UnsafePointer<Float>, _ word: Int, _ top: inout TopHits
  ) throws(TesseraError) {
    var count = count
    var probe = ListProbe(parts[1 - word].list, scratch: context.scratch)
    count = probe.exclude(memory.docs, memory.slots, count, scratch: memory.side)
    if probe.isDamaged { throw context.damaged() }
    count = context.filter(memory.docs, memory.slots, count)
    for index in 0..<count {
      top.insert(score: scores[Int(memory.slots[index])], doc: memory.docs[index])
    }
  }
}
