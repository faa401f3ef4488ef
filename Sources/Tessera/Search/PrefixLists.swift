/// The lists of a prefix's terms in one segment, not yet made one.
struct PrefixLists {
  private let range: TermRange
  private let apart: TermEntry?
  private let terms: TermDictionary
  let section: ListSection
  /// Of all lists together: a document with several of the terms counts as often.
  let postings: Int

  /// - Parameters:
  ///   - range: at least one term.
  ///   - apart: one more term, outside the range.
  ///   - section: the section the terms' lists stand in.
  init(
    of range: TermRange, and apart: TermEntry?, in terms: TermDictionary, _ section: ListSection
  ) throws(TesseraError) {
    let sum = Int(clamping: range.documentCountSum)
    guard range.count <= sum, sum / max(section.documents, 1) <= range.count else {
      throw section.bytes.corrupt(
        at: range.offset, "\(sum) postings of \(range.count) terms cannot be")
    }
    (self.range, self.apart, self.terms, self.section) = (range, apart, terms, section)
    postings = sum + Int(apart?.documentCount ?? 0)
  }

  /// Documents of the segment.
  var documents: Int { section.documents }

  /// Calls `body` with each list's number of documents and its place, the bytes checked.
  @inline(__always)
  func forEach(
    _ body: (_ documentCount: UInt32, _ offset: Int, _ byteCount: Int) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    try section.bytes.check(at: range.offset, count: range.byteCount)
    try terms.forEachList(in: range, body)
    guard let apart else { return }
    try section.bytes.check(at: apart.offset, count: apart.byteCount)
    try body(apart.documentCount, apart.offset, apart.byteCount)
  }
}
