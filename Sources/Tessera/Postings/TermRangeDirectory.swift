/// What is kept for some ranges of terms, and where: their champions, their levels.
///
/// ```
/// keys     u64 for each range, ascending: its first term times 2^32, plus the one behind its last
/// rows     packed, for each range: where what is kept begins, bytes of it, documents of all terms of the range
/// footer   u32 how many ranges, 3 × u8 the bits of the three numbers, u8 the bits of the least
///          number of documents
/// ```
struct TermRangeDirectory: Sendable {
  private static let footerSize = 8

  private let section: SectionBytes
  private let count: Int
  /// No range has fewer documents, and some has less than twice as many.
  let leastDocuments: Int
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
    let leastBits = Int(section.u8(at: footer + 7))
    leastDocuments = leastBits == 0 ? 0 : 1 << (min(leastBits, 32) - 1)
    let isPossible = [widths.offset, widths.byteCount, widths.documents].allSatisfy {
      $0 <= PackedBits.maximumWidth
    }
    guard isPossible, count * 8 + PackedBits.byteCount(count, width: rowWidth) == footer else {
      throw section.corrupt(at: footer, "\(count) ranges of terms cannot be here")
    }
  }

  private var rowWidth: Int { widths.offset + widths.byteCount + widths.documents }

  var isEmpty: Bool { count == 0 }

  /// What is known of a range; nil when nothing is kept for it.
  ///
  /// - Complexity: O(log *n*) in the ranges.
  func row(
    of terms: Range<TermNumber>
  ) throws(TesseraError) -> (offset: Int, byteCount: Int, documents: Int)? {
    guard let place = try place(of: Self.key(terms)) else { return nil }
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

/// Writes a `TermRangeDirectory`.
struct TermRangeDirectoryWriter {
  private struct Row {
    var key: UInt64
    var offset: Int
    var byteCount: Int
    var documents: Int
  }

  private let section: SectionWriter
  private var rows: [Row] = []

  init(_ section: SectionWriter) { self.section = section }

  /// Whether this range was the last one entered.
  func hasJustEntered(_ terms: Range<TermNumber>) -> Bool {
    rows.last?.key == TermRangeDirectory.key(terms)
  }

  /// Enters a range: each once, in any order.
  mutating func enter(_ terms: Range<TermNumber>, offset: Int, byteCount: Int, documents: Int) {
    rows.append(
      Row(key: TermRangeDirectory.key(terms), offset: offset, byteCount: byteCount, documents: documents))
  }

  mutating func finish() {
    rows.sort { $0.key < $1.key }
    for row in rows { section.append(row.key) }
    let widths = [
      rows.map(\.offset).max(), rows.map(\.byteCount).max(), rows.map(\.documents).max(),
    ].map { PackedBits.width(of: UInt64($0 ?? 0)) }
    var packed = PackedBitsWriter(section)
    for row in rows {
      for (value, width) in zip([row.offset, row.byteCount, row.documents], widths) {
        packed.append(UInt64(value), width: width)
      }
    }
    packed.finish()
    section.append(UInt32(rows.count))
    for width in widths { section.append(UInt8(width)) }
    section.append(UInt8(PackedBits.width(of: UInt64(rows.map(\.documents).min() ?? 0))))
  }
}
