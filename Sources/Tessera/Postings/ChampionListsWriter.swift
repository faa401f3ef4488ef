/// Selects and writes the champions of words and prefixes, each by its range of terms.
struct ChampionListsWriter: ~Copyable {
  private var directory: TermRangeDirectoryWriter
  private let lists: SectionWriter
  private let lengths: UnsafeBufferPointer<UInt8>
  private var selection = ChampionSelection()
  private var bytes: [UInt8] = []

  /// - Parameter lengths: the length codes of the documents.
  init(directory: SectionWriter, lists: SectionWriter, lengths: UnsafeBufferPointer<UInt8>) {
    self.directory = TermRangeDirectoryWriter(directory)
    self.lists = lists
    self.lengths = lengths
  }

  /// Appends the champions of a range of terms. A range that came just before is not written anew.
  ///
  /// - Parameters:
  ///   - docs: of all terms of the range, at least one.
  ///   - word: the list of the first term where all others begin with it; else, and for a single term, empty.
  mutating func append(
    terms: Range<TermNumber>, docs: UnsafeBufferPointer<DocNumber>, frequencies: UnsafeBufferPointer<UInt32>,
    word: ChampionSelection.Postings = (
      UnsafeBufferPointer(start: nil, count: 0), UnsafeBufferPointer(start: nil, count: 0)
    )
  ) {
    if directory.hasJustEntered(terms) { return }
    selection.select(docs: docs, frequencies: frequencies, word: word, lengths: lengths)
    guard selection.docs.count <= ChampionCodec.maximumCount else { return }
    bytes.removeAll(keepingCapacity: true)
    ChampionCodec.append(selection, to: &bytes)
    directory.enter(terms, offset: lists.count, byteCount: bytes.count, documents: docs.count)
    lists.append(bytes)
  }

  /// Writes the directory.
  mutating func finish() { directory.finish() }
}
