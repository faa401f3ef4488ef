/// Lists of top counts, each found by a range of terms.
///
/// ```
/// lists    one behind the other in the order of their ranges, each with whole bytes
/// keys     u64 for each range: its first term times 2^32, plus the one behind its last; ascending
/// offsets  packed: where each list begins, and where the last one ends
/// footer   u32 how many ranges, u8 bits of an offset, 3 zeros
/// ```
struct TopCountsSection: Sendable {
  fileprivate static let footerSize = 8

  private let section: SectionBytes
  private let count: Int
  private let keys: Int
  private let offsets: BitPackedArray

  init(_ section: SectionBytes) throws(TesseraError) {
    self.section = section
    let footer = section.count - Self.footerSize
    try section.check(at: footer, count: Self.footerSize)
    count = Int(section.u32(at: footer))
    let width = Int(section.u8(at: footer + 4))
    guard BitPacking.isWidth(width), let packed = BitPacking.byteCount(count + 1, width: width),
      footer - packed - 8 * count >= 0
    else { throw section.corrupt(at: footer, "\(count) lists of counts cannot be here") }
    keys = footer - packed - 8 * count
    offsets = try BitPackedArray(section, at: footer - packed, count: count + 1, width: width)
  }

  /// The list of a range; nil when it has none.
  ///
  /// - Complexity: O(log *n*) in the ranges.
  func bytes(of range: Range<TermNumber>) throws(TesseraError) -> UnsafeRawBufferPointer? {
    let key = TermRangeDirectory.key(range)
    try section.check(at: keys, count: count << 3)
    var (low, length) = (0, count)
    while length > 1 {
      let half = length >> 1
      low = section.u64(at: keys + (low + half) << 3) <= key ? low + half : low
      length -= half
    }
    guard length == 1, section.u64(at: keys + low << 3) == key else { return nil }
    try offsets.check(low..<low + 2)
    let (start, end) = (Int(truncatingIfNeeded: offsets[low]), Int(truncatingIfNeeded: offsets[low + 1]))
    guard start >= 0, start <= end, end <= keys else { throw damaged(at: 0) }
    try section.check(at: start, count: end - start)
    return section.bytes(start..<end)
  }

  func damaged(at offset: Int) -> TesseraError {
    section.corrupt(at: offset, "a list of counts is not one that was ever written")
  }
}

/// Writes a `TopCountsSection`; the lists stay in memory until `finish`.
struct TopCountsSectionWriter {
  private let section: SectionWriter
  private var rows: [(key: UInt64, bytes: Range<Int>)] = []
  private var bytes: [UInt8] = []

  init(_ section: SectionWriter) { self.section = section }

  /// A range that came before is not written anew.
  mutating func append(_ range: Range<TermNumber>, _ list: [UInt8]) {
    let start = bytes.count
    bytes += list
    rows.append((TermRangeDirectory.key(range), start..<bytes.count))
  }

  mutating func finish() {
    rows.sort { $0.key < $1.key }
    var kept: [(key: UInt64, offset: Int)] = []
    for row in rows where kept.last?.key != row.key {
      kept.append((row.key, section.count))
      section.append(Array(bytes[row.bytes]))
    }
    let end = section.count
    for row in kept { section.append(row.key) }
    var packer = BitPackedWriter(section, width: BitPacking.width(for: UInt64(end)))
    for row in kept { packer.append(UInt64(row.offset)) }
    packer.append(UInt64(end))
    packer.finish()
    section.append(UInt32(kept.count))
    section.append(UInt32(packer.width))
  }
}
