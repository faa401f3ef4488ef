/// The champions of a segment's words and prefixes: of each, the documents that can be among its best.
///
/// `list` gives at most some dozens of documents for a word or a prefix of thousands. Whatever a query asks besides,
/// the tenth best score of them is one that ten documents of the whole list reach.
struct ChampionLists: Sendable {
  private let directory: TermRangeDirectory
  private let lists: SectionBytes
  /// Documents of the segment.
  private let documents: Int

  init(directory: SectionBytes, lists: SectionBytes, documents: Int) throws(TesseraError) {
    self.directory = try TermRangeDirectory(directory)
    self.lists = lists
    self.documents = documents
  }

  /// The champions of all words of a range; nil when it has no list, as where it is short.
  ///
  /// They hold the best `ChampionSelection.depth` by score, the earlier of equal ones, given that the query's
  /// `LengthNorms.strictFrequency` is not below the greatest frequency among them, or not below
  /// `ChampionSelection.strictFrequency`: by one weight for all words of the range and, where some have the word that
  /// all others begin with, by another one for that besides, which is not lower.
  ///
  /// - Complexity: O(log *n*) in the lists, and decoding one of at most 4,096 documents.
  func list(of terms: Range<TermNumber>, scratch: ScratchMemory) throws(TesseraError) -> ChampionList? {
    guard let row = try directory.row(of: terms) else { return nil }
    try lists.check(at: row.offset, count: row.byteCount)
    let bytes = UnsafeBufferPointer(
      start: (lists.base + row.offset).assumingMemoryBound(to: UInt8.self), count: row.byteCount)
    guard row.documents <= documents,
      let list = ChampionCodec.decode(bytes, documents: documents, of: row.documents, scratch: scratch)
    else { throw lists.corrupt(at: row.offset, "the champions contradict themselves or the directory") }
    return list
  }
}
