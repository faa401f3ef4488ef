import CVector

/// Which blocks of the lead are visited, and in which order.
extension Conjunction {
  /// Of so many blocks one is visited before the sweep, but never more than eight.
  private static let seedShare = 4
  private static let mostSeeds = 8

  mutating func sweepBlocks(_ top: inout TopHits, _ sink: inout MatchSink) {
    let list = clauses[lead].list
    let (bounds, rests) = blockBounds(list.blockCount) { list.docs[$0] }
    var seeds = seeds(bounds, list.blockCount)
    seeds.sortBestFirst(context.scratch)
    for index in 0..<seeds.count {
      let block = Int(seeds.doc(at: index))
      visit(block: block, bound: bounds[block], rest: rests[block], &top, &sink)
      bounds[block] = -1
    }
    for block in 0..<list.blockCount where bounds[block] >= 0 && !context.scratch.isStopped {
      let first = block == 0 ? 0 : list.docs[block - 1] + 1
      if sink.seesAll || top.admits(bound: bounds[block], from: first, through: list.docs[block]) {
        visit(block: block, bound: bounds[block], rest: rests[block], &top, &sink)
      } else {
        sink.skip()
      }
    }
  }

  /// A single list that stands decoded has no bounds: all of it is scored, row by row, and only what reaches the best
  /// is looked at.
  mutating func sweepUnpacked(_ top: inout TopHits, _ sink: inout MatchSink) {
    sink.skip()
    let list = clauses[lead].list
    let size = PostingListFormat.pageSize
    for start in stride(from: 0, to: list.count, by: size) where !context.scratch.isStopped {
      let count = min(size, list.count - start)
      let padded = (count + 15) & ~15
      sums.update(repeating: 0, count: count)
      (sums + count).update(repeating: -1, count: padded - count)
      cvector_score(
        list.docs + start, list.offsets + start, count, context.lengths, context.norms, clauses[lead].weight,
        sums)
      var found = cvector_scores_at_least(sums, padded, top.scoreFloor, 0, slots)
      for index in 0..<found { docs[index] = list.docs[start + Int(slots[index])] }
      if covered != nil { found = covered!.exclude(docs, slots, found, scratch: side) }
      for index in 0..<found { sums[index] = sums[Int(slots[index])] }
      top.insert(scores: sums, docs: docs, found, places: frequencies)
    }
  }

  /// As `sweepBlocks`, with a bound for each word of the bitmap; what is left of a page is visited in one go.
  mutating func sweepPages(_ top: inout TopHits, _ sink: inout MatchSink) {
    let list = clauses[lead].list
    let perPage = PostingListFormat.wordsPerPage
    let wordCount = (list.documents + 63) / 64
    let (bounds, _) = blockBounds(wordCount) { DocNumber(min(($0 + 1) * 64, list.documents) - 1) }
    var seeds = seeds(bounds, wordCount)
    seeds.sortBestFirst(context.scratch)
    for index in 0..<seeds.count {
      let word = Int(seeds.doc(at: index))
      let count = matchesOfPage(word / perPage, words: 1 << UInt8(word % perPage))
      take(count, bound: bounds[word], &top, &sink)
      bounds[word] = -1
    }
    for page in 0..<list.blockCount where !context.scratch.isStopped {
      var words: UInt8 = 0
      var greatest: Float = -1
      for word in page * perPage..<min((page + 1) * perPage, wordCount) where bounds[word] >= 0 {
        let (first, last) = context.docs(ofWord: word)
        if sink.seesAll || top.admits(bound: bounds[word], from: first, through: last) {
          words |= 1 << UInt8(word % perPage)
          greatest = max(greatest, bounds[word])
        } else {
          sink.skip()
        }
      }
      if words == 0 { continue }
      let count = matchesOfPage(page, words: words)
      take(count, bound: greatest, &top, &sink)
    }
  }

  /// For each block of the lead, given by its last document, at most what a document in it can score, and what the
  /// others can add to the lead's part.
  private func blockBounds(
    _ blocks: Int, last: (Int) -> DocNumber
  ) -> (all: UnsafeMutablePointer<Float>, rest: UnsafeMutablePointer<Float>) {
    // With room to look at them in rows of sixteen.
    let all = context.scratch.allocate(Float.self, blocks + 16)
    let rest = context.scratch.allocate(Float.self, blocks)
    all.update(repeating: 0, count: blocks)
    rest.update(repeating: 0, count: blocks)
    // Summed up in the order in which scores are, so that a bound that is exact stays so.
    for index in clauses.indices where clauses[index].scores {
      if index == lead {
        addLeadBounds(blocks, to: all)
      } else {
        addBounds(of: index, blocks, last: last, to: all, rest)
      }
    }
    return (all, rest)
  }

  private func addLeadBounds(_ blocks: Int, to all: UnsafeMutablePointer<Float>) {
    let (weight, impacts) = (clauses[lead].weight, clauses[lead].impacts)
    let codes = clauses[lead].list.bounds
    for block in 0..<blocks { all[block] += codes.map { weight * impacts[Int($0[block])] } ?? weight }
  }

  @inline(__always)
  private func addBounds(
    of index: Int, _ blocks: Int, last: (Int) -> DocNumber, to all: UnsafeMutablePointer<Float>,
    _ rest: UnsafeMutablePointer<Float>
  ) {
    let end = DocNumber(context.documents - 1)
    var first: DocNumber = 0
    for block in 0..<blocks {
      let last = min(last(block), end)
      let bound = clauses[index].bound(from: min(first, last), through: last)
      all[block] += bound
      rest[block] += bound
      first = last &+ 1
    }
  }

  /// The blocks with the highest bounds.
  private func seeds(_ bounds: UnsafeMutablePointer<Float>, _ blocks: Int) -> TopHits {
    var best = TopHits(capacity: min(Self.mostSeeds, blocks / Self.seedShare), scratch: context.scratch)
    if best.capacity == 0 { return best }
    let padded = (blocks + 15) & ~15
    (bounds + blocks).update(repeating: -1, count: padded - blocks)
    let least = cvector_reached_by(bounds, blocks, best.capacity)
    let places = context.scratch.allocate(UInt32.self, blocks + 16)
    let found = cvector_scores_at_least(bounds, padded, least, 0, places)
    for index in 0..<found {
      best.insert(rank: bounds[Int(places[index])].bitPattern, doc: places[index])
    }
    return best
  }
}
