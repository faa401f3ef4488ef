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
