/// The champions of a segment's words and prefixes among the documents of one facet value: of each pair that has many
/// documents, those that can be among its best.
///
/// A committed token with a word or a prefix beside it, and no more, is what a search field asks most often once it holds
/// a token. What ranks documents within the token is what ranks them without (`ChampionSelection`), so the same few
/// documents will do, chosen from those alone that have the value.
///
/// A record holds what is kept for a word or prefix:
///
/// ```
/// varint   how many values
/// then for each value, by its number among the values of all facet fields, one field's behind the other's:
///   varint number, less that of the value before, less one
///   varint how many of the documents have it
///   varint bytes of the champions
/// champions  of each value (`ChampionCodec`)
/// ```
struct ValueChampions: Sendable {
  private let directory: TermRangeDirectory
  private let lists: SectionBytes
  /// The number of each field's first value.
  private let firstValues: [UInt64]
  /// Documents of the segment.
  private let documents: Int

  /// - Parameter values: of each facet field, how many it has.
  init(
    directory: SectionBytes, lists: SectionBytes, values: [Int], documents: Int
  ) throws(TesseraError) {
    self.directory = try TermRangeDirectory(directory)
    (self.lists, self.documents) = (lists, documents)
    firstValues = Self.firstValues(values)
  }

  /// - Parameter values: of each facet field, how many it has.
  static func firstValues(_ values: [Int]) -> [UInt64] {
    var sum: UInt64 = 0
    return values.map { count in
      defer { sum += UInt64(count) }
      return sum
    }
  }

  /// Where the champions of a word or prefix stand.
  struct Record {
    fileprivate let bytes: UnsafeBufferPointer<UInt8>
    fileprivate let offset: Int
  }

  /// What is kept for the words of a range; nil when nothing is.
  ///
  /// - Complexity: O(log *n*) in the ranges.
  func record(of terms: Range<TermNumber>) throws(TesseraError) -> Record? {
    guard let row = try directory.row(of: terms) else { return nil }
    try lists.check(at: row.offset, count: row.byteCount)
    let bytes = UnsafeBufferPointer(
      start: (lists.base + row.offset).assumingMemoryBound(to: UInt8.self), count: row.byteCount)
    return Record(bytes: bytes, offset: row.offset)
  }

  /// The champions among the documents of a value, as `ChampionLists.list(of:)` gives them; nil when the value has none.
  ///
  /// - Complexity: O(*v*) in the values of the record, and decoding one list.
  func list(
    in record: Record, field: Int, value: TermNumber, scratch: ScratchMemory
  ) throws(TesseraError) -> ChampionList? {
    guard var at = record.bytes.baseAddress else { throw damaged(record) }
    let end = at + record.bytes.count
    guard let count = ListVarint.read(&at, end: end) else { throw damaged(record) }
    let wanted = firstValues[field] + UInt64(value)
    var (number, before, found) = (UInt64.max, 0, (offset: 0, byteCount: 0, documents: 0))
    var isFound = false
    // Each takes three bytes at least, so that the bytes end before a forged number of values does.
    for _ in 0..<count {
      guard let gap = ListVarint.read(&at, end: end), let all = ListVarint.read(&at, end: end),
        let size = ListVarint.read(&at, end: end), size <= UInt64(record.bytes.count),
        all <= UInt64(documents), gap < 1 << 40
      else { throw damaged(record) }
      number = number &+ gap &+ 1
      if number == wanted {
        (found, isFound) = ((before, Int(size), Int(all)), true)
      }
      before += Int(size)
    }
    guard isFound else { return nil }
    guard found.offset + found.byteCount <= end - at,
      let list = ChampionCodec.decode(
        UnsafeBufferPointer(start: at + found.offset, count: found.byteCount), documents: documents,
        of: found.documents, scratch: scratch)
    else { throw damaged(record) }
    return list
  }

  private func damaged(_ record: Record) -> TesseraError {
    lists.corrupt(at: record.offset, "the champions within values contradict themselves or the directory")
  }
}
