/// Selects and writes the champions of words and prefixes within facet values (see `ValueChampions`), as many as there is
/// room for: those of the pairs with most documents.
///
/// Only in segments whose documents are numbered by length: in others lists are short enough to be searched. They stay in
/// memory until `finish`, at most about twice as many bytes as there is room for.
struct ValueChampionsWriter: ~Copyable {
  /// Pairs of fewer documents are sought when they are asked for. Rises as room gets scarce.
  private var leastDocuments: Int
  private let room: Double
  /// Of each field, how many documents its most frequent value has.
  private let greatestCounts: [Int]
  private let firstValues: [UInt64]
  private let lengths: UnsafeBufferPointer<UInt8>
  private var directory: TermRangeDirectoryWriter
  private let lists: SectionWriter

  private var selection = ChampionSelection()
  private var postings = PostingsByValue()
  private var wordPostings = PostingsByValue()

  private struct Pair {
    var range: Int
    /// Among the values of all fields.
    var value: UInt64
    /// How many documents have both.
    var documents: Int
    var champions: Range<Int>

    /// With what leads to it.
    var byteCount: Int { champions.count + Self.overhead }
    static let overhead = 10
  }
  private var ranges: [(terms: Range<TermNumber>, documents: Int)] = []
  /// In the order of their ranges, and of the values of each.
  private var pairs: [Pair] = []
  private var champions: [UInt8] = []
  /// Of fewer bytes none are dropped before the end.
  private static let leastDropped = 65_536.0
  private var bytesTaken: Double { Double(champions.count + pairs.count * Pair.overhead) }
  /// Of all terms, and of those so far.
  private let postingCount: Int
  private var postingsSeen = 0

  /// - Parameters:
  ///   - fields: the values of the documents, of each facet field.
  ///   - lengths: the length codes of the documents.
  ///   - postingCount: of all terms that will come.
  ///   - room: about how many bytes may be written.
  init(
    _ file: SegmentFileWriter, _ fields: [FacetRows], leastDocuments: Int, postingCount: Int, room: Double,
    lengths: UnsafeBufferPointer<UInt8>
  ) {
    directory = TermRangeDirectoryWriter(file.section(SectionID(.valueChampions)))
    lists = file.section(SectionID(.valueChampionLists))
    firstValues = ValueChampions.firstValues(fields.map(\.valueCount))
    greatestCounts = fields.map { $0.greatestCount() }
    (self.leastDocuments, self.lengths) = (leastDocuments, lengths)
    (self.postingCount, self.room) = (postingCount, room)
  }

  /// Begins a range of terms; false where it is of no interest: where it has few documents, or came just before.
  ///
  /// - Parameter documents: of all terms of the range.
  mutating func begin(terms: Range<TermNumber>, documents: Int) -> Bool {
    if terms.count == 1 { postingsSeen += documents }
    if documents < leastDocuments || ranges.last?.terms == terms { return false }
    ranges.append((terms, documents))
    return true
  }

  /// Whether a field has values of so many documents.
  func seeks(field: Int) -> Bool { greatestCounts[field] >= leastDocuments }

  /// Takes the champions of the range within each value of a field that many of its documents have.
  ///
  /// - Parameters:
  ///   - all: the documents of the range.
  ///   - word: those of the first term where all others begin with it; else, and for a single term, none.
  ///   - tally: how many of the documents have each value.
  mutating func append(
    _ all: ChampionSelection.Postings, word: ChampionSelection.Postings, field: Int, _ rows: FacetRows,
    _ tally: borrowing TopCountsTally
  ) {
    let frequent = tally.values(least: leastDocuments)
    if frequent.isEmpty { return }
    postings.takeFirst(all, in: rows, of: frequent, word: word.docs)
    wordPostings.take(word, in: rows, of: frequent)
    for (place, value) in frequent.enumerated() {
      let some = postings[place]
      selection.select(
        docs: some.docs, frequencies: some.frequencies, word: wordPostings[place], lengths: lengths)
      guard selection.docs.count <= ChampionCodec.maximumCount else { continue }
      let start = champions.count
      ChampionCodec.append(selection, to: &champions)
      pairs.append(
        Pair(
          range: ranges.count - 1, value: firstValues[field] + UInt64(value.number),
          documents: Int(value.count), champions: start..<champions.count))
    }
  }

  /// Ends the range.
  mutating func end() {
    // As much as there is room for up to here, if all beginnings of words are alike, and half as much more: what is not
    // taken costs no time.
    let due = room * max(Double(postingsSeen) / Double(max(postingCount, 1)), 1 / 64)
    if bytesTaken > max(2 * due, Self.leastDropped) { dropSmallest(to: 1.5 * due) }
  }

  /// Keeps the pairs with most documents that there is room for; from then on no smaller ones are taken.
  private mutating func dropSmallest(to room: Double) {
    var bytes = 0.0
    var least = leastDocuments
    for pair in pairs.sorted(by: { $0.documents > $1.documents }) {
      bytes += Double(pair.byteCount)
      if bytes > room {
        least = pair.documents + 1
        break
      }
    }
    leastDocuments = least
    pairs.removeAll { $0.documents < least }
    var kept: [UInt8] = []
    for place in pairs.indices {
      let start = kept.count
      kept += champions[pairs[place].champions]
      pairs[place].champions = start..<kept.count
    }
    champions = kept
  }

  /// Writes them all.
  mutating func finish() {
    dropSmallest(to: room)
    var next = 0
    while next < pairs.count {
      let first = next
      while next < pairs.count, pairs[next].range == pairs[first].range { next += 1 }
      write(pairs[first..<next])
    }
    directory.finish()
  }

  private mutating func write(_ pairs: ArraySlice<Pair>) {
    var record: [UInt8] = []
    ListVarint.append(UInt64(pairs.count), to: &record)
    var next: UInt64 = 0
    for pair in pairs {
      ListVarint.append(pair.value - next, to: &record)
      ListVarint.append(UInt64(pair.documents), to: &record)
      ListVarint.append(UInt64(pair.champions.count), to: &record)
      next = pair.value + 1
    }
    for pair in pairs { record += champions[pair.champions] }
    let range = ranges[pairs[pairs.startIndex].range]
    directory.enter(range.terms, offset: lists.count, byteCount: record.count, documents: range.documents)
    lists.append(record)
  }
}
