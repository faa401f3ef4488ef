import TestSupport

@testable import Tessera

/// A segment file whose bytes are changed and whose checksums are then made right again, so that nothing but the
/// checks of each reader stands between them and a trap.
struct ForgedSegment {
  private(set) var bytes: [UInt8]
  private let sections: [(id: SectionID, range: Range<Int>)]
  private let sectionsEnd: Int
  /// Where the roots begin, and behind them the table.
  private let roots: Int
  private let table: Int

  private var footer: Int { bytes.count - SegmentFormat.Footer.size }

  /// - Parameter bytes: a whole segment file.
  init(_ bytes: [UInt8]) throws {
    let file = bytes.withUnsafeBytes { MappedFile(path: "forged", copying: $0) }
    let layout = try SegmentLayout(file)
    self.bytes = bytes
    sections = layout.sections
    sectionsEnd = layout.sectionsEnd
    roots = sectionsEnd + CheckedPages.pageCount(sectionsEnd) * Checksum.size
    table = roots + layout.roots.count * Checksum.size
  }

  /// Changes something and makes the checksums right.
  ///
  /// - Returns: the section that was changed, or what else.
  mutating func forge(using random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      let row = table + Int.random(in: 0..<sections.count, using: &random) * SegmentFormat.Row.size
      random.forge(&bytes, in: row..<row + SegmentFormat.Row.size)
      seal()
      return "the section table"
    case 1:
      let rows = sections.indices.map { table + $0 * SegmentFormat.Row.size }
      let (first, second) = (rows.randomElement(using: &random)!, rows.randomElement(using: &random)!)
      for offset in 0..<SegmentFormat.Row.offset { bytes.swapAt(first + offset, second + offset) }
      seal()
      return "two sections, exchanged"
    case 2:
      seal()
      random.forge(
        &bytes, in: footer + SegmentFormat.Footer.fileSize..<footer + SegmentFormat.Footer.tablesChecksum)
      sealFooter()
      return "the footer"
    default:
      guard let section = sections.filter({ !$0.range.isEmpty }).randomElement(using: &random) else {
        return "none"
      }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Half of the time near the end, where footers stand.
        let range = section.range
        let isNearEnd = Bool.random(using: &random)
        random.forge(
          &bytes, in: isNearEnd ? max(range.lowerBound, range.upperBound - 64)..<range.upperBound : range)
      }
      seal()
      return section.id.description
    }
  }

  /// The footer's checksum, for the manifest.
  var fingerprint: UInt64 { number(at: footer + SegmentFormat.Footer.checksum) }

  /// How many documents the statistics tell, when that is a number a segment can have.
  var documentCount: Int? {
    guard let section = sections.first(where: { $0.id == SectionID(.statistics) }), section.range.count >= 8
    else {
      return nil
    }
    let count = number(at: section.range.lowerBound)
    return count <= UInt64(ManifestCodec.maximumDocuments) ? Int(count) : nil
  }

  /// The kinds of sections that have anything in them.
  var filledSections: [SectionID] { sections.filter { $0.range.count >= 8 }.map(\.id) }

  /// Sets the last eight bytes of a section, where most have a footer.
  mutating func setEnd(of id: SectionID, to value: UInt64) {
    guard let section = sections.first(where: { $0.id == id }) else { return }
    store(value, at: section.range.upperBound - 8)
    seal()
  }

  /// Sets the format version in the header.
  mutating func setVersion(_ version: UInt32) {
    store(version, at: SegmentFormat.Header.version)
    store(Checksum.of(Array(bytes[..<SegmentFormat.Header.checksum])), at: SegmentFormat.Header.checksum)
    seal()
  }

  /// Makes all checksums right, from the pages to the footer.
  mutating func seal() {
    for page in 0..<CheckedPages.pageCount(sectionsEnd) {
      let start = page * CheckedPages.pageSize
      let contents = Array(bytes[start..<min(start + CheckedPages.pageSize, sectionsEnd)])
      store(Checksum.of(contents), at: sectionsEnd + page * Checksum.size)
    }
    for root in 0..<(table - roots) / Checksum.size {
      let start = sectionsEnd + root * CheckedPages.pageSize
      store(
        Checksum.of(Array(bytes[start..<min(start + CheckedPages.pageSize, roots)])),
        at: roots + root * Checksum.size)
    }
    store(Checksum.of(Array(bytes[roots..<footer])), at: footer + SegmentFormat.Footer.tablesChecksum)
    sealFooter()
  }

  private mutating func sealFooter() {
    let place = footer + SegmentFormat.Footer.checksum
    store(Checksum.of(Array(bytes[footer..<place])), at: place)
  }

  private func number(at place: Int) -> UInt64 {
    bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self)) }
  }

  private mutating func store<T: FixedWidthInteger>(_ value: T, at place: Int) {
    withUnsafeBytes(of: value.littleEndian) { bytes.replaceSubrange(place..<place + $0.count, with: $0) }
  }
}

extension SeededGenerator {
  /// Puts a wild number, zeros or bytes from elsewhere in the range into it.
  mutating func forge(_ bytes: inout [UInt8], in range: Range<Int>) {
    guard !range.isEmpty else { return }
    let place = Int.random(in: range, using: &self)
    let width = [1, 1, 2, 4, 8].randomElement(using: &self)!
    let end = min(place + width, range.upperBound)
    var number: UInt64 = 0
    for index in (place..<end).reversed() { number = number << 8 | UInt64(bytes[index]) }
    let extremes: [UInt64] = [
      0, 1, .max, .max - 1, .max >> 1, (.max >> 1) + 1, 0x7F, 0x80, 1 << 31, (1 << 31) - 1,
    ]
    switch Int.random(in: 0..<8, using: &self) {
    case 0: number &+= 1
    case 1: number &-= 1
    case 2: number = next()
    case 3: number ^= 1 << UInt64.random(in: 0..<8 * UInt64(width), using: &self)
    case 4:
      let source = Int.random(in: range, using: &self)
      let count = min(Int.random(in: 1...32, using: &self), range.upperBound - max(source, place))
      bytes.replaceSubrange(place..<place + count, with: Array(bytes[source..<source + count]))
      return
    case 5:
      let last = min(place + Int.random(in: 1...16, using: &self), range.upperBound)
      bytes.replaceSubrange(
        place..<last, with: repeatElement(Bool.random(using: &self) ? 0 : 0xFF, count: last - place))
      return
    default: number = extremes.randomElement(using: &self)!
    }
    for index in place..<end {
      bytes[index] = UInt8(truncatingIfNeeded: number)
      number >>= 8
    }
  }
}
