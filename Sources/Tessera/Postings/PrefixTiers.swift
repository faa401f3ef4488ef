/// The first documents of a prefix by frequency: enough of them for the best within conditions that are not too narrow.
///
/// Documents are numbered by length. So of all with the same frequency the first score most, and the best ten within a
/// token that one in fifty documents has are likely among the first few hundreds. A tier has the first documents whose
/// frequency is at least some number, from 1 on until a tier has all that there are, each cut off after
/// `Schema.tierDepth` documents. What is behind the end of a tier scores no more than the end does with the
/// greatest frequency below the next tier's: where that does not reach the worst of the best, the prefix's lists need
/// not be read, united or walked through. (Tiers of an index: Risvik, Aasheim & Lidal, "Multi-tier architecture for web
/// search engines", 2003.)
///
/// Of a prefix that is a word too, documents with the word get more. So there are three *rows* of tiers: of documents
/// without the word, with the word once, and with the word more often. Each document is in one of them; frequencies are
/// those of the prefix in all.
struct PrefixTiers: BitwiseCopyable {
  struct Tier: BitwiseCopyable {
    /// The least frequency of its documents.
    var least: UInt32
    /// The greatest of those that are in no higher tier.
    var greatest: UInt32
    /// What has so much or more is in the next one, as far as that goes.
    var next: UInt32
    var documents: UInt32
    /// The last document, where there are more behind it.
    var end: DocNumber?
    /// How often its documents have the word at most.
    var ofWord: UInt32
    fileprivate var offset: Int
    fileprivate var byteCount: Int
  }

  /// How many tiers there are, of all rows, in each the longest first, in scratch memory.
  let count: Int
  let tiers: UnsafePointer<Tier>

  static let rows = 3
  /// So many a row has at most.
  static let most = 16
}

/// The tiers of a segment's prefixes of very many documents.
///
/// For each prefix a record, which the directory leads to, and right before it the tiers, as any list with frequencies:
/// ```
/// for each of the three rows:
/// varint   how many tiers; where there are none nothing follows
/// varint   the greatest frequency of the word
/// varint   the greatest frequency
///          for each, longest first: varint least frequency, varint 2 * documents, plus 1 where it is cut off, varint bytes
///          with padding; where it is cut off varint last document
/// ```
struct TierLists: Sendable {
  private let directory: TermRangeDirectory
  private let lists: ListSection

  init(directory: SectionBytes, lists: ListSection) throws(TesseraError) {
    self.directory = try TermRangeDirectory(directory)
    self.lists = lists
  }

  /// The tiers of a prefix that stands for some terms; nil when it has none.
  func tiers(of terms: Range<TermNumber>, scratch: ScratchMemory) throws(TesseraError) -> PrefixTiers? {
    guard !directory.isEmpty, let row = try directory.row(of: terms) else { return nil }
    try lists.bytes.check(at: row.offset, count: row.byteCount)
    guard let tiers = parse(row.offset, row.byteCount, row.documents, scratch) else {
      throw lists.damaged(row.offset)
    }
    return tiers
  }

  /// The list of a tier.
  func open(_ tier: PrefixTiers.Tier, scratch: ScratchMemory) throws(TesseraError) -> PostingList {
    try lists.open(
      TermEntry(number: 0, documentCount: tier.documents, offset: tier.offset, byteCount: tier.byteCount),
      scratch: scratch)
  }

  private func parse(
    _ offset: Int, _ byteCount: Int, _ documents: Int, _ scratch: ScratchMemory
  ) -> PrefixTiers? {
    var at = lists.pointer(offset)
    let end = at + byteCount
    let tiers = scratch.allocate(PrefixTiers.Tier.self, PrefixTiers.rows * PrefixTiers.most)
    let possible = 1...UInt64(Int32.max)
    var (total, bytes) = (0, 0)
    for row in 0..<PrefixTiers.rows {
      guard let count = ListVarint.read(&at, end: end), count <= PrefixTiers.most else { return nil }
      if count == 0 { continue }
      guard let ofWord = ListVarint.read(&at, end: end), row == 0 ? ofWord == 0 : possible.contains(ofWord),
        let greatest = ListVarint.read(&at, end: end), possible.contains(greatest)
      else { return nil }
      var floor: UInt64 = 0
      for place in 0..<Int(count) {
        guard let least = ListVarint.read(&at, end: end), least > floor, least <= greatest,
          place > 0 || least == 1, let number = ListVarint.read(&at, end: end), number > 1,
          number >> 1 <= UInt64(documents), let size = ListVarint.read(&at, end: end),
          size <= offset - bytes
        else { return nil }
        var last: UInt64?
        if number & 1 == 1 {
          last = ListVarint.read(&at, end: end)
          guard let last, last < UInt64(lists.documents) else { return nil }
        }
        if place > 0 {
          (tiers[total - 1].greatest, tiers[total - 1].next) = (UInt32(least) - 1, UInt32(least))
        }
        tiers[total] = PrefixTiers.Tier(
          least: UInt32(least), greatest: UInt32(greatest), next: .max, documents: UInt32(number >> 1),
          end: last.map { DocNumber($0) }, ofWord: UInt32(ofWord), offset: bytes, byteCount: Int(size))
        (total, floor, bytes) = (total + 1, least, bytes + Int(size))
      }
    }
    for place in 0..<total { tiers[place].offset += offset - bytes }
    return PrefixTiers(count: total, tiers: UnsafePointer(tiers))
  }
}
