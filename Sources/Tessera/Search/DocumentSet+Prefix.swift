import CVector

extension DocumentSet {
  /// The documents of a prefix that is united while searching: a bit for each, where a row of bytes would be eight times
  /// as long (`PrefixRow`).
  ///
  /// - Complexity: O(*p* + *n* / 64) for *p* postings and *n* documents.
  init(_ lists: PrefixLists, scratch: ScratchMemory) throws(TesseraError) {
    self.init(documents: lists.documents, scratch: scratch)
    let (words, documents, section) = (words, lists.documents, lists.section)
    var decoder = ListDecoder(scratch)
    try lists.forEach { (documentCount, offset, byteCount) throws(TesseraError) in
      if scratch.isStopped { return }
      if documentCount == 1 {
        insert(try section.single(offset, byteCount).doc)
        return
      }
      let long = try section.long(documentCount, offset, byteCount)
      if let long, long.form == .dense {
        let last = (documents + 63) / 64 - 1
        cvector_or(words, long.words, last)
        words[last] |= long.word(last)
        SearchCounters.readWords(last, postings: 0)
      } else if long == nil,
        let rows = ShortList.Rows(
          section.pointer(offset), byteCount: byteCount, count: Int(documentCount),
          withFrequencies: false)
      {
        let count = cvector_set_gaps(
          words, rows.gaps, UInt32(rows.gapWidth), Int(documentCount), UInt64(documents))
        guard count == Int(documentCount) else { throw section.damaged(offset) }
        SearchCounters.readShortList(postings: count, bytes: byteCount)
      } else {
        try decoder.decodeDocs(section, documentCount, offset: offset, byteCount: byteCount) {
          docs, count in cvector_set_bits(words, docs, count)
        }
      }
    }
  }
}
