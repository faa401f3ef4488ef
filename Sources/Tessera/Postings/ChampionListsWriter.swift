/// Selects and writes the champions of words and prefixes, each by its range of terms.
struct ChampionListsWriter: ~Copyable {
  private struct Row {
    var key: UInt64
    var offset: Int
    var byteCount: Int
    var documents: Int
  }

  private let directory: SectionWriter
  private let lists: SectionWriter
  private let lengths: UnsafeBufferPointer<UInt8>
  private var rows: [Row] = []
  private var selection = ChampionSelection()
  private var bytes: [UInt8] = []

  /// - Parameter lengths: the length codes of the documents.
  init(directory: SectionWriter, lists: SectionWriter, lengths: UnsafeBufferPointer<UInt8>) {
    self.directory = directory
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
    let key = ChampionDirectory.key(terms)
    if rows.last?.key == key { return }
    selection.select(docs: docs, frequencies: frequencies, word: word, lengths: lengths)
    guard selection.docs.count <= ChampionCodec.maximumCount else { return }
    bytes.removeAll(keepingCapacity: true)
    ChampionCodec.append(selection, to: &bytes)
    rows.append(Row(key: key, offset: lists.count, byteCount: bytes.count, documents: docs.count))
    lists.append(bytes)
  }

  /// Writes the directory.
  mutating func finish() {
    rows.sort { $0.key < $1.key }
    for row in rows { directory.append(row.key) }
    let widths = [
      rows.map(\.offset).max(), rows.map(\.byteCount).max(), rows.map(\.documents).max(),
    ].map { PackedBits.width(of: UInt64($0 ?? 0)) }
    var packed = PackedBitsWriter(directory)
    for row in rows {
      for (value, width) in zip([row.offset, row.byteCount, row.documents], widths) {
        packed.append(UInt64(value), width: width)
      }
    }
    packed.finish()
    directory.append(UInt32(rows.count))
    for width in widths { directory.append(UInt8(width)) }
    directory.append(UInt8(0))
  }
}
