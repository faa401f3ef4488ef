/// The champions of a segment's words and prefixes: of each, the documents that can be among its best.
///
/// `list` gives at most some dozens of documents for a word or a prefix of thousands. Whatever a query asks besides,
/// the tenth best score of them is one that ten documents of the whole list reach.
struct ChampionLists: Sendable {
  private let directory: ChampionDirectory
  private let lists: SectionBytes
  /// Documents of the segment.
  private let documents: Int

  init(directory: SectionBytes, lists: SectionBytes, documents: Int) throws(TesseraError) {
    self.directory = try ChampionDirectory(directory)
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
    guard let row = try directory.row(ChampionDirectory.key(terms)) else { return nil }
    try lists.check(at: row.offset, count: row.byteCount)
    let bytes = UnsafeBufferPointer(
      start: (lists.base + row.offset).assumingMemoryBound(to: UInt8.self), count: row.byteCount)
    guard row.documents <= documents,
      let list = ChampionCodec.decode(bytes, documents: documents, of: row.documents, scratch: scratch)
    else { throw lists.corrupt(at: row.offset, "the champions contradict themselves or the directory") }
    return list
  }
}

/// Where the champions of each range of terms stand, in ascending order of the ranges.
///
/// ```
/// keys     u64 for each range: its first term times 2^32, plus the one behind its last
/// rows     packed, for each range: where its list begins, bytes of it, documents of the whole
/// footer   u32 how many ranges, 3 × u8 the bits of the three numbers, u8 reserved
/// ```
struct ChampionDirectory: Sendable {
  private static let footerSize = 8

  private let section: SectionBytes
  private let count: Int
  private let widths: (offset: Int, byteCount: Int, documents: Int)

  static func key(_ terms: Range<TermNumber>) -> UInt64 {
    UInt64(terms.lowerBound) << 32 | UInt64(terms.upperBound)
  }

  init(_ section: SectionBytes) throws(TesseraError) {
    self.section = section
    let footer = section.count - Self.footerSize
    try section.check(at: footer, count: Self.footerSize)
    count = Int(section.u32(at: footer))
    widths = (
      Int(section.u8(at: footer + 4)), Int(section.u8(at: footer + 5)), Int(section.u8(at: footer + 6))
    )
    let isPossible = [widths.offset, widths.byteCount, widths.documents].allSatisfy {
      $0 <= PackedBits.maximumWidth
    }
    guard isPossible, count * 8 + PackedBits.byteCount(count, width: rowWidth) == footer else {
      throw section.corrupt(at: footer, "\(count) lists of champions cannot be here")
    }
  }

  private var rowWidth: Int { widths.offset + widths.byteCount + widths.documents }

  /// What is known of a range; nil when it has no list.
  func row(
    _ key: UInt64
  ) throws(TesseraError) -> (offset: Int, byteCount: Int, documents: Int)? {
    guard let place = try place(of: key) else { return nil }
    let bit = place * rowWidth
    try section.check(at: count * 8 + bit >> 3, count: (bit & 7 + rowWidth + 7) >> 3)
    func number(_ bit: Int, _ width: Int) -> Int {
      let mask = PackedBits.mask(width)
      return Int(truncatingIfNeeded: PackedBits.load(section.base + count * 8, bit: bit, mask: mask))
    }
    return (
      number(bit, widths.offset), number(bit + widths.offset, widths.byteCount),
      number(bit + widths.offset + widths.byteCount, widths.documents)
    )
  }

  private func place(of key: UInt64) throws(TesseraError) -> Int? {
    var low = 0
    var length = count
    // Far apart, each probe is in a page of its own; once close, one check does for all.
    while length > 4096 {
      let half = length >> 1
      try section.check(at: (low + half - 1) << 3, count: 8)
      low = section.u64(at: (low + half - 1) << 3) < key ? low + half : low
      length -= half
    }
    try section.check(at: low << 3, count: length << 3)
    while length > 1 {
      let half = length >> 1
      let probe = section.base.loadUnaligned(fromByteOffset: (low &+ half &- 1) &<< 3, as: UInt64.self)
      // No branch: which way it goes is anyone's guess.
      low = UInt64(littleEndian: probe) < key ? low &+ half : low
      length = length &- half
    }
    return length == 1 && section.u64(at: low << 3) == key ? low : nil
  }
}
