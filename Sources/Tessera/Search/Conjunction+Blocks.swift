import CVector

/// What happens to the documents of one block or page of the lead.
extension Conjunction {
  /// Of fewer documents each is simply scored.
  private static let fewDocs = 8

  /// Shows the matches to the sink and scores those that may be among the best.
  mutating func take(_ count: Int, bound: Float, _ top: inout TopHits, _ sink: inout MatchSink) {
    if count == 0 { return }
    let kept = context.filter(docs, slots, count)
    if kept == 0 { return }
    sink.add(docs, kept)
    guard top.admits(bound: bound, from: docs[0], through: docs[kept - 1]) else { return }
    consider(kept, &top)
  }

  /// Scores those of some matches that may be among the best.
  ///
  /// As long as any document would be, those with the highest bounds come first: the others then mostly need no look at
  /// their frequencies.
  private mutating func consider(_ count: Int, _ top: inout TopHits) {
    var count = count
    if count > Self.fewDocs, worthiest != nil {
      if top.scoreFloor > 0 {
        addBounds(count)
        count = top.keepHopeful(docs, slots, bounds: sums, count)
      } else if count > 2 * top.capacity, top.capacity > 0 {
        addBounds(count)
        count = considerBest(count, &top)
      }
    }
    if covered != nil { count = covered!.exclude(docs, slots, count, scratch: side) }
    if count > 0 { score(count, &top) }
  }

  /// Scores the documents with the highest bounds, as many as the best have room for, and keeps of the others those that
  /// may still be among the best.
  private mutating func considerBest(_ count: Int, _ top: inout TopHits) -> Int {
    let room = top.capacity
    let least = cvector_reached_by(sums, count, room)
    let later = BatchScratch(context.scratch)
    let laterSums = context.scratch.allocate(Float.self, count)
    var (first, others) = (0, 0)
    for index in 0..<count {
      if sums[index] >= least, first < room {
        (docs[first], slots[first]) = (docs[index], slots[index])
        first += 1
      } else {
        (later.docs[others], later.slots[others]) = (docs[index], slots[index])
        laterSums[others] = sums[index]
        others += 1
      }
    }
    if covered != nil { first = covered!.exclude(docs, slots, first, scratch: side) }
    if first > 0 { score(first, &top) }
    docs.update(from: later.docs, count: others)
    slots.update(from: later.slots, count: others)
    sums.update(from: laterSums, count: others)
    return top.keepHopeful(docs, slots, bounds: sums, others)
  }

  /// Sets `sums` to at most what each match can score: the part of the worthiest word, and of the others their bounds
  /// where the document stands.
  private mutating func addBounds(_ count: Int) {
    guard let worthiest else { return }
    sums.update(repeating: 0, count: count)
    for index in clauses.indices where index != worthiest && clauses[index].scores {
      clauses[index].probe.addBounds(
        docs, slots, count, weight: clauses[index].weight, impacts: clauses[index].impacts, to: sums)
    }
    clauses[worthiest].probe.frequencies(docs, slots, count, into: frequencies)
    cvector_score(
      docs, frequencies, count, context.lengths, context.norms, clauses[worthiest].weight, sums)
  }

  /// Visits a block of a packed lead.
  ///
  /// - Parameters:
  ///   - bound: at most what a document in it can score.
  ///   - rest: the part of it that the other words have.
  mutating func visit(
    block: Int, bound: Float, rest: Float, _ top: inout TopHits, _ sink: inout MatchSink
  ) {
    guard !sink.seesAll, clauses[lead].scores, filters.count > 0, top.scoreFloor > 0 else {
      let count = matchesOfBlock(block)
      return take(count, bound: bound, &top, &sink)
    }
    let hopeful = hopefulOfBlock(block, rest: rest, floor: top.sumFloor)
    sink.skip()
    if hopeful == 0 { return }
    let count = filtered(hopeful)
    if count == 0 { return }
    let kept = context.filter(docs, slots, count)
    if kept > 0 { consider(kept, &top) }
  }

  /// Decodes a block of the lead and keeps the documents that the lead's part of the score, with all that the others
  /// could add, lets into the best.
  private mutating func hopefulOfBlock(_ block: Int, rest: Float, floor: Float) -> Int {
    let list = clauses[lead].list
    let count = list.blockLength(block)
    guard list.decodeBlock(block, into: docs), list.decodeFrequencies(ofBlock: block, into: frequencies)
    else {
      isDamaged = true
      return 0
    }
    let padded = (count + 15) & ~15
    sums.update(repeating: rest, count: count)
    (sums + count).update(repeating: -1, count: padded - count)
    cvector_score(docs, frequencies, count, context.lengths, context.norms, clauses[lead].weight, sums)
    let found = cvector_scores_at_least(sums, padded, floor, 0, slots)
    if found == 0 { return 0 }
    for index in 0..<found { docs[index] = docs[Int(slots[index])] }
    clauses[lead].probe.remember(block: block)
    return found
  }

  /// Decodes a block of the lead and keeps what all others have.
  mutating func matchesOfBlock(_ block: Int) -> Int {
    guard let count = clauses[lead].list.arrayBlock(block, into: docs) else {
      isDamaged = true
      return 0
    }
    clauses[lead].probe.remember(block: block)
    for slot in 0..<count { slots[slot] = UInt32(truncatingIfNeeded: slot) }
    return filtered(count)
  }

  /// Keeps what all lists but the lead have.
  private func filtered(_ count: Int) -> Int {
    var count = count
    for filter in filters {
      count = clauses[filter].probe.filter(docs, slots, count)
      if count == 0 { return 0 }
    }
    return count
  }

  /// Intersects a page of bitmaps, and keeps what the other lists have.
  ///
  /// - Parameter wanted: a bit for each word of the page that is to be visited.
  mutating func matchesOfPage(_ page: Int, words wanted: UInt8) -> Int {
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
        SearchCounters.readWords(wordCount, postings: 0)
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
      cvector_score(docs, frequencies, count, context.lengths, context.norms, clauses[index].weight, sums)
    }
    // The frequencies are no longer needed.
    top.insert(scores: sums, docs: docs, count, places: frequencies)
  }
}
