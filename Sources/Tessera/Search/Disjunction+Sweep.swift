import CVector

extension Disjunction {
  /// Packed blocks and words of a bitmap that are visited before the sweep, so that it begins with a good worst: as
  /// many as fill a batch.
  private static let seedBlocks = batchSize / PostingListFormat.blockSize
  private static let seedWords = batchSize / 64
  /// Rows of bounds are made when the lead has a posting for so many words of 64 documents.
  private static let wordsForPosting = 16
  /// Of so many words of a page's eight all frequencies are decoded.
  private static let wordsForWholePage = 3

  /// Goes over the postings of the lead that may matter, batch by batch; leaves the last one to be considered.
  mutating func sweep(_ pass: Int, _ top: inout TopHits) {
    let list = clauses[order[pass]].list
    if rows == nil, pass + 1 < clauses.count,
      list.count >= context.documents / 64 / Self.wordsForPosting
    {
      rows = BoundRows(clauses, order: order, context: context)
      if rows!.isDamaged {
        isDamaged = true
        return
      }
    }
    switch list.form {
    case .unpacked: sweepUnpacked(pass, &top)
    case .packed: sweepBlocks(pass, &top)
    case .dense: sweepPages(pass, &top)
    }
  }

  private mutating func sweepUnpacked(_ pass: Int, _ top: inout TopHits) {
    let list = clauses[order[pass]].list
    for start in stride(from: 0, to: list.count, by: Self.batchSize) {
      consider(pass, &top)
      batched = min(Self.batchSize, list.count - start)
      docs.update(from: list.docs + start, count: batched)
      frequencies(of: order[pass]).update(from: list.offsets + start, count: batched)
    }
  }

  // MARK: Packed

  private mutating func sweepBlocks(_ pass: Int, _ top: inout TopHits) {
    let list = clauses[order[pass]].list
    let bounds = blockBounds(pass)
    let seeds = Seeds(bounds, list.blockCount, most: Self.seedBlocks, scratch: context.scratch)
    for seed in 0..<seeds.count {
      addBlock(seeds.places[seed], pass, &top)
      bounds[seeds.places[seed]] = -1
    }
    if seeds.count > 0 { consider(pass, &top) }
    for block in 0..<list.blockCount where bounds[block] >= 0 {
      let first = block == 0 ? 0 : list.docs[block - 1] + 1
      if top.admits(bound: bounds[block], from: first, through: list.docs[block]) {
        addBlock(block, pass, &top)
      }
    }
  }

  /// For each block of the lead, at most what a document in it can score.
  private func blockBounds(_ pass: Int) -> UnsafeMutablePointer<Float> {
    let clause = clauses[order[pass]]
    let list = clause.list
    let bounds = context.scratch.allocate(Float.self, list.blockCount)
    let last = DocNumber(context.documents - 1)
    let row = rows?.row(from: pass + 1)
    var first: DocNumber = 0
    SearchCounters.readBounds(list.blockCount)
    for block in 0..<list.blockCount {
      let code = list.bounds.map { $0[block] } ?? .max
      var more = rest[pass + 1]
      let end = min(list.docs[block], last)
      if let row, first <= end {
        more = cvector_greatest(row + Int(first &>> 6), Int(end &>> 6) - Int(first &>> 6) + 1)
      }
      bounds[block] = (clause.weight * clause.impacts[Int(code)] + more) * slack
      first = end &+ 1
    }
    return bounds
  }

  private mutating func addBlock(_ block: Int, _ pass: Int, _ top: inout TopHits) {
    if context.scratch.isStopped { return }
    let list = clauses[order[pass]].list
    let length = list.blockLength(block)
    if batched + length > Self.batchSize { consider(pass, &top) }
    guard list.decodeBlock(block, into: docs + batched),
      list.decodeFrequencies(ofBlock: block, into: frequencies(of: order[pass]) + batched)
    else {
      isDamaged = true
      return
    }
    batched += length
  }

  // MARK: Dense

  private mutating func sweepPages(_ pass: Int, _ top: inout TopHits) {
    let wordCount = (context.documents + 63) / 64
    let bounds = wordBounds(pass, wordCount)
    let seeds = Seeds(bounds, wordCount, most: Self.seedWords, scratch: context.scratch)
    for seed in 0..<seeds.count {
      let word = seeds.places[seed]
      addWords(
        of: word / PostingListFormat.wordsPerPage,
        1 << UInt8(word % PostingListFormat.wordsPerPage), pass, &top)
      bounds[word] = -1
    }
    if seeds.count > 0 { consider(pass, &top) }
    let words = context.scratch.allocate(UInt32.self, wordCount + 16)
    let hopeful = cvector_scores_at_least(bounds, (wordCount + 15) & ~15, top.scoreFloor, 0, words)
    var next = 0
    while next < hopeful {
      let page = Int(words[next]) / PostingListFormat.wordsPerPage
      var wanted: UInt8 = 0
      while next < hopeful, Int(words[next]) / PostingListFormat.wordsPerPage == page {
        let word = Int(words[next])
        let (first, last) = context.docs(ofWord: word)
        if top.admits(bound: bounds[word], from: first, through: last) {
          wanted |= 1 << UInt8(word % PostingListFormat.wordsPerPage)
        }
        next += 1
      }
      if wanted != 0 { addWords(of: page, wanted, pass, &top) }
    }
  }

  /// For each word of the lead's bitmap, at most what a document in it can score; -1 behind the last.
  private func wordBounds(_ pass: Int, _ wordCount: Int) -> UnsafeMutablePointer<Float> {
    let clause = clauses[order[pass]]
    let bounds = context.scratch.allocate(Float.self, wordCount + 16)
    let row = rows?.row(from: pass + 1)
    if let codes = clause.list.bounds {
      SearchCounters.readBounds(wordCount)
      cvector_add_bounds(codes, wordCount, clause.impacts, clause.weight, row, bounds)
    } else {
      bounds.update(repeating: clause.weight + rest[pass + 1], count: wordCount)
    }
    if slack > 1 { for word in 0..<wordCount { bounds[word] *= slack } }
    for word in wordCount..<(wordCount + 15) & ~15 { bounds[word] = -1 }
    return bounds
  }

  /// Adds the documents of some words of a page.
  private mutating func addWords(of page: Int, _ wanted: UInt8, _ pass: Int, _ top: inout TopHits) {
    if context.scratch.isStopped { return }
    let list = clauses[order[pass]].list
    let words = list.words + page * PostingListFormat.wordsPerPage
    let first = DocNumber(page * PostingListFormat.pageSize)
    let isWhole = wanted.nonzeroBitCount >= Self.wordsForWholePage
    let length = isWhole ? Int(cvector_bit_count(words, PostingListFormat.wordsPerPage)) : 0
    let most = isWhole ? length : 64 * wanted.nonzeroBitCount
    if batched + most > Self.batchSize { consider(pass, &top) }
    let (docs, start) = (self.docs + batched, frequencies(of: order[pass]) + batched)
    let row = isWhole ? side.frequencies : start
    if isWhole, !list.decodeFrequencies(ofPage: page, count: length, into: row) {
      isDamaged = true
      return
    }
    var count = 0
    for word in 0..<PostingListFormat.wordsPerPage where wanted >> UInt8(word) & 1 != 0 {
      var bits = list.word(page * PostingListFormat.wordsPerPage + word)
      let added = cvector_bits(&bits, 1, first + DocNumber(word * 64), docs + count)
      if isWhole {
        (start + count).update(from: row + Int(cvector_bit_count(words, word)), count: added)
      }
      count += added
    }
    batched += count
    if count == 0 || isWhole { return }
    if !list.frequencies(ofPage: page, docs, count, ranks: slots, into: row) { isDamaged = true }
  }
}

/// The places of the highest of some bounds, ascending; none when all together are hardly more.
private struct Seeds {
  let places: UnsafeMutablePointer<Int>
  private(set) var count = 0

  init(_ bounds: UnsafeMutablePointer<Float>, _ number: Int, most: Int, scratch: ScratchMemory) {
    places = scratch.allocate(Int.self, most + 1)
    if number <= most { return }
    // By descending bound at first.
    var least: Float = -1
    for place in 0..<number where bounds[place] > least {
      var at = count
      while at > 0, bounds[places[at - 1]] < bounds[place] {
        places[at] = places[at - 1]
        at -= 1
      }
      places[at] = place
      if count < most { count += 1 }
      if count == most { least = bounds[places[most - 1]] }
    }
    places.sortFew(count)
  }
}
