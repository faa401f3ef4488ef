/// A long list by frequency: beside the whole list, shorter ones of the documents that have the term often.
///
/// Documents are numbered by length. So in a list whose frequencies are all at most *f* what documents score falls from
/// the first to the last, and a search for the best may end where *f* is no longer enough: no bounds of blocks are as
/// tight. The whole list, in which some document has a high frequency everywhere, is met last, and then only those of
/// its documents matter that no shorter list has. (Lists in layers: Anh & Moffat, "Pruned query evaluation using
/// pre-computed impacts", 2006.)
struct FrequencyLevels: BitwiseCopyable {
  struct Level: BitwiseCopyable {
    /// The least frequency of its documents: all of the whole list with as much are in it.
    var least: UInt32
    var documents: UInt32
    var offset: Int
    var byteCount: Int
  }

  /// A list has so many levels at most.
  static let most = 6
  /// A level has at most one in so many documents of the next longer one.
  static let share = 4

  /// The greatest frequency of the whole list.
  let greatest: UInt32
  /// How many levels there are; the whole list is none of them.
  let count: Int
  /// Longest first, in scratch memory.
  let levels: UnsafePointer<Level>
}

/// The levels of a segment's long lists: of a word, or of a prefix that has a list.
///
/// For each list a record, which the directory leads to, and right before it the levels, longest first, as any list with
/// frequencies:
/// ```
/// varint   the greatest frequency
/// varint   how many levels
///          for each, longest first: varint least frequency, varint documents, varint bytes with padding
/// ```
struct LevelLists: Sendable {
  private let directory: TermRangeDirectory
  private let lists: ListSection

  init(directory: SectionBytes, lists: ListSection) throws(TesseraError) {
    self.directory = try TermRangeDirectory(directory)
    self.lists = lists
  }

  var isEmpty: Bool { directory.isEmpty }

  /// No list with fewer documents has levels.
  var leastDocuments: Int { directory.leastDocuments }

  /// The levels of the list of some terms; nil when it has none, as where it is short.
  ///
  /// - Parameter documents: of the whole list.
  func levels(
    of terms: Range<TermNumber>, documents: Int, scratch: ScratchMemory
  ) throws(TesseraError) -> FrequencyLevels? {
    guard let row = try directory.row(of: terms) else { return nil }
    try lists.bytes.check(at: row.offset, count: row.byteCount)
    guard row.documents == documents, let levels = parse(row.offset, row.byteCount, documents, scratch) else {
      throw lists.damaged(row.offset)
    }
    return levels
  }

  /// The list of a level.
  func open(_ level: FrequencyLevels.Level, scratch: ScratchMemory) throws(TesseraError) -> PostingList {
    try lists.open(
      TermEntry(
        number: 0, documentCount: level.documents, offset: level.offset, byteCount: level.byteCount),
      scratch: scratch)
  }

  private func parse(
    _ offset: Int, _ byteCount: Int, _ documents: Int, _ scratch: ScratchMemory
  ) -> FrequencyLevels? {
    var at = lists.pointer(offset)
    let end = at + byteCount
    guard let greatest = ListVarint.read(&at, end: end), (1...UInt64(Int32.max)).contains(greatest),
      let count = ListVarint.read(&at, end: end), count <= FrequencyLevels.most
    else { return nil }
    let levels = scratch.allocate(FrequencyLevels.Level.self, FrequencyLevels.most)
    var (floor, room, bytes) = (1 as UInt64, UInt64(documents), 0)
    for index in 0..<Int(count) {
      guard let least = ListVarint.read(&at, end: end), least > floor, least <= greatest,
        let documents = ListVarint.read(&at, end: end), documents > 0, documents <= room,
        let size = ListVarint.read(&at, end: end), size <= offset - bytes
      else { return nil }
      levels[index] = FrequencyLevels.Level(
        least: UInt32(least), documents: UInt32(documents), offset: bytes, byteCount: Int(size))
      (floor, room, bytes) = (least, documents, bytes + Int(size))
    }
    for index in 0..<Int(count) { levels[index].offset += offset - bytes }
    return FrequencyLevels(greatest: UInt32(greatest), count: Int(count), levels: UnsafePointer(levels))
  }
}

/// Selects and writes the levels of long lists.
struct LevelListsWriter: ~Copyable {
  private var directory: TermRangeDirectoryWriter
  private let section: SectionWriter
  private var lists: PostingListWriter
  private let model: ImpactModel
  private var docs = Buffer<DocNumber>()
  private var frequencies = Buffer<UInt32>()
  /// How many documents have each frequency, the last one or more.
  private var histogram = [Int](repeating: 0, count: 256)
  private var record: [UInt8] = []

  /// The greatest impact of each block and page so far.
  var maxima: [Float] { lists.maxima }

  init(directory: SectionWriter, lists section: SectionWriter, documents: Int, model: ImpactModel) {
    self.directory = TermRangeDirectoryWriter(directory)
    self.section = section
    lists = PostingListWriter(section: section, documents: documents)
    self.model = model
  }

  /// Appends the levels of the list of a range of terms. A range that came just before is not written anew.
  ///
  /// - Parameter docs: at least one.
  mutating func append(
    terms: Range<TermNumber>, docs: UnsafeBufferPointer<DocNumber>, frequencies: UnsafeBufferPointer<UInt32>
  ) {
    if directory.hasJustEntered(terms) { return }
    let greatest = count(frequencies)
    let leasts = leasts(of: docs.count)
    record.removeAll(keepingCapacity: true)
    ListVarint.append(UInt64(greatest), to: &record)
    ListVarint.append(UInt64(leasts.count), to: &record)
    for least in leasts {
      collect(docs, frequencies, least: least)
      let bytes = lists.append(docs: self.docs.elements, frequencies: self.frequencies.elements, model: model)
      ListVarint.append(UInt64(least), to: &record)
      ListVarint.append(UInt64(self.docs.count), to: &record)
      ListVarint.append(UInt64(bytes), to: &record)
    }
    directory.enter(terms, offset: section.count, byteCount: record.count, documents: docs.count)
    section.append(record)
  }

  mutating func finish() { directory.finish() }

  /// Counts how many documents have each frequency; gives the greatest.
  private mutating func count(_ frequencies: UnsafeBufferPointer<UInt32>) -> UInt32 {
    var greatest: UInt32 = 1
    histogram.withUnsafeMutableBufferPointer { histogram in
      histogram.update(repeating: 0)
      for frequency in frequencies {
        greatest = max(greatest, frequency)
        histogram[Int(min(frequency, 255))] += 1
      }
    }
    return greatest
  }

  /// The least frequency of each level, longest first.
  private func leasts(of documents: Int) -> [UInt32] {
    var leasts: [UInt32] = []
    var longer = documents
    var left = documents - histogram[1]
    for least in 2...255 where left > 0 && leasts.count < FrequencyLevels.most {
      if left * FrequencyLevels.share <= longer {
        leasts.append(UInt32(least))
        longer = left
      }
      left -= histogram[least]
    }
    return leasts
  }

  /// Keeps what a level has of its list.
  private mutating func collect(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>, least: UInt32
  ) {
    self.docs.removeAll()
    self.frequencies.removeAll()
    let (keptDocs, keptFrequencies) = (
      self.docs.appendUninitialized(docs.count), self.frequencies.appendUninitialized(docs.count)
    )
    var kept = 0
    for index in 0..<docs.count {
      (keptDocs[kept], keptFrequencies[kept]) = (docs[index], frequencies[index])
      kept += frequencies[index] >= least ? 1 : 0
    }
    self.docs.removeLast(docs.count - kept)
    self.frequencies.removeLast(docs.count - kept)
  }
}
