/// How many bits each of a block's three sums takes.
struct TermSumWidths: Equatable {
  var blockBytes = 0
  var documents = 0
  var listBytes = 0

  var sum: Int { blockBytes + documents + listBytes }
}

/// The end of a dictionary, from which all else is found.
///
/// ```
/// blocks   `blockBytes`, then zeros up to a multiple of 8
/// keys     for each block the first eight bytes of its first term, as a number that sorts as they do
/// sums     for each block and for the end, packed: block bytes, documents and list bytes before it
/// footer   u64 block bytes, u32 terms, u32 bytes of the longest term, 3 widths, 5 zeros
/// ```
struct TermDictionaryFooter {
  static let byteCount = 24

  var count: Int
  var blockBytes: Int
  var longestTerm: Int
  var widths: TermSumWidths

  var blockCount: Int { (count + TermBlock.capacity - 1) >> TermBlock.shift }
  var keysOffset: Int { (blockBytes + 7) & ~7 }
  var sumsOffset: Int { keysOffset + blockCount * TermBlock.keyCount }
  var end: Int { sumsOffset + PackedBits.byteCount(blockCount + 1, width: widths.sum) }

  func write(to section: SectionWriter) {
    section.append(UInt64(blockBytes))
    section.append(UInt32(count))
    section.append(UInt32(truncatingIfNeeded: longestTerm))
    for width in [widths.blockBytes, widths.documents, widths.listBytes, 0, 0, 0, 0, 0] {
      section.append(UInt8(width))
    }
  }

  static func read(_ section: SectionBytes) throws(TesseraError) -> TermDictionaryFooter {
    let start = section.count - byteCount
    try section.check(at: start, count: byteCount)
    let blockBytes = section.u64(at: start)
    let footer = TermDictionaryFooter(
      count: Int(section.u32(at: start + 8)),
      blockBytes: Int(truncatingIfNeeded: min(blockBytes, UInt64(section.count))),
      longestTerm: Int(section.u32(at: start + 12)),
      widths: TermSumWidths(
        blockBytes: Int(section.u8(at: start + 16)), documents: Int(section.u8(at: start + 17)),
        listBytes: Int(section.u8(at: start + 18))))
    let widths = footer.widths
    guard max(widths.blockBytes, widths.documents, widths.listBytes) <= PackedBits.maximumWidth,
      footer.blockBytes <= start, footer.end == start
    else {
      throw section.corrupt(at: start, "the dictionary's parts are \(footer.end) bytes, not \(start)")
    }
    return footer
  }
}
