/// Queries without words: all matches score 0, and the first by ordinal are the best.
extension Conjunction {
  /// Documents of one length ascend by ordinal: where one comes too late, the others of its length do too, and the
  /// search goes on with the next length. In a segment that is not numbered by length all are one such run.
  ///
  /// - Complexity: O(*k*) matches for each length, and the blocks they are in; all that the sink wants to see.
  mutating func sweepUnscored(_ top: inout TopHits, _ sink: inout MatchSink) throws(TesseraError) {
    let list = clauses[lead].list
    let reader = context.segment.reader
    let runs = reader.order.isIdentity ? nil : try reader.lengths.runs()
    var first: DocNumber = 0
    var block = 0
    while first <= context.lastDoc, block < blockCount(list) {
      let last = runs.map { $0.end(of: first) - 1 } ?? context.lastDoc
      block = self.block(of: first, in: list, from: block)
      var start = first
      while block < blockCount(list), start <= last {
        guard sink.seesAll || top.admits(bound: 0, from: start, through: last) else {
          sink.skip()
          break
        }
        let end = lastDoc(of: block, in: list)
        takeUnscored(of: block, from: start, through: last, &top, &sink)
        if end >= last { break }
        start = end + 1
        block += 1
      }
      first = last + 1
    }
  }

  /// Shows the matches of a block that are of one length to the sink, and inserts them.
  private mutating func takeUnscored(
    of block: Int, from first: DocNumber, through last: DocNumber, _ top: inout TopHits,
    _ sink: inout MatchSink
  ) {
    let count =
      clauses[lead].list.form == .dense
      ? matchesOfPage(block, words: .max) : matchesOfBlock(block)
    var kept = 0
    for index in 0..<count where docs[index] >= first && docs[index] <= last {
      (docs[kept], slots[kept]) = (docs[index], slots[index])
      kept += 1
    }
    if kept == 0 { return }
    kept = context.filter(docs, slots, kept)
    sink.add(docs, kept)
    // They ascend: behind one that does not enter none does.
    for index in 0..<kept where !top.insertNext(score: 0, doc: docs[index]) { break }
  }

  private func blockCount(_ list: PostingList) -> Int {
    list.form == .dense ? list.blockCount : list.arrayBlockCount
  }

  /// The last document of a block, at most that of the segment.
  private func lastDoc(of block: Int, in list: PostingList) -> DocNumber {
    let last =
      list.form == .dense
      ? DocNumber((block + 1) * PostingListFormat.pageSize - 1) : list.lastDoc(ofArrayBlock: block)
    return min(last, context.lastDoc)
  }

  /// The first block from `start` on whose last document is not before `doc`.
  private func block(of doc: DocNumber, in list: PostingList, from start: Int) -> Int {
    switch list.form {
    case .dense: return Int(doc) / PostingListFormat.pageSize
    case .packed: return list.block(of: doc, from: start)
    case .unpacked:
      let place = AscendingDocs.firstPlace(
        in: list.docs, list.count, notBefore: doc, from: start * PostingListFormat.blockSize)
      return place == list.count ? blockCount(list) : place / PostingListFormat.blockSize
    }
  }
}
