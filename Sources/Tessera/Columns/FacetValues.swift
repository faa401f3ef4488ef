/// How the values of a facet field are shown: the first spelling that was seen of each.
///
/// Reads what a `FacetValuesWriter` wrote; all errors are `.corrupt`.
struct FacetValues: Sendable {
  let count: Int
  private let section: SectionBytes
  private let offsets: BitPackedArray

  init(_ section: SectionBytes) throws(TesseraError) {
    let footer = section.count - FacetValuesFormat.footerByteCount
    try section.check(at: footer, count: FacetValuesFormat.footerByteCount)
    self.section = section
    count = Int(section.u32(at: footer + 8))
    let end = Int(truncatingIfNeeded: min(section.u64(at: footer), UInt64(section.count)))
    let blockCount = (count + FacetValuesFormat.blockCapacity - 1) >> FacetValuesFormat.blockShift
    offsets = try BitPackedArray(
      section, at: end, count: blockCount + 1, width: Int(section.u8(at: footer + 12)))
    guard end + offsets.byteCount == footer else {
      throw section.corrupt(at: footer, "the spellings of \(count) values do not end here")
    }
  }

  /// Turns the folded bytes of a value into its spelling.
  ///
  /// - Complexity: O(1): one block of 32 values.
  func spell(_ ordinal: UInt32, _ bytes: inout [UInt8]) throws(TesseraError) {
    guard ordinal < count else { throw section.corrupt(at: 0, "there is no value \(ordinal) among \(count)") }
    let block = Int(ordinal) >> FacetValuesFormat.blockShift
    let start = Int(truncatingIfNeeded: try offsets.checked(block))
    let end = Int(truncatingIfNeeded: try offsets.checked(block + 1))
    guard start >= 0, end >= start, end - start >= 8 else { throw damaged(block) }
    try section.check(at: start, count: end - start)
    let kinds = section.u64(at: start)
    let shift = UInt64(2 * (Int(ordinal) & (FacetValuesFormat.blockCapacity - 1)))
    let kind = FacetSpelling(rawValue: kinds >> shift & 3)!
    guard kind == .own else { return kind.apply(to: &bytes) }
    // Both bits of a kind are set in those that are written out.
    let written = kinds & kinds >> 1 & 0x5555_5555_5555_5555
    guard let own = own((written & (1 << shift - 1)).nonzeroBitCount, from: start + 8, to: end) else {
      throw damaged(block)
    }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: section.bytes(own))
  }

  /// Where the spelling stands that has so many before it in its block; nil when the bytes are damaged.
  private func own(_ rank: Int, from start: Int, to end: Int) -> Range<Int>? {
    var offset = start
    for place in 0...rank {
      guard let count = Varint.load(section.base, at: &offset, before: end), count <= UInt64(end - offset)
      else { return nil }
      if place == rank { return offset..<offset + Int(count) }
      offset += Int(count)
    }
    return nil
  }

  private func damaged(_ block: Int) -> TesseraError {
    section.corrupt(at: 0, "block \(block) of the spellings is not one that was ever written")
  }
}
