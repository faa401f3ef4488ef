/// Writes how the values of a facet field are shown, in the order of their terms.
///
/// What stays in memory is one block of 32 values, and 8 bytes for each block before.
struct FacetValuesWriter {
  private let section: SectionWriter
  private var count = 0
  private var kinds: UInt64 = 0
  private var own: [UInt8] = []
  private var offsets: [UInt64] = []
  private var candidate: [UInt8] = []

  init(_ section: SectionWriter) {
    assert(section.count == 0, "the spellings are a section of their own")
    self.section = section
  }

  /// Adds the next value.
  mutating func append(spelling: UnsafeBufferPointer<UInt8>, folded: UnsafeBufferPointer<UInt8>) {
    let kind = kind(of: spelling, folded)
    kinds |= kind.rawValue << UInt64(2 * (count % FacetValuesFormat.blockCapacity))
    if kind == .own {
      own.appendVarint(UInt64(spelling.count))
      own.append(contentsOf: spelling)
    }
    count += 1
    if count % FacetValuesFormat.blockCapacity == 0 { finishBlock() }
  }

  private mutating func kind(
    of spelling: UnsafeBufferPointer<UInt8>, _ folded: UnsafeBufferPointer<UInt8>
  ) -> FacetSpelling {
    guard spelling.count == folded.count else { return .own }
    for kind in [FacetSpelling.folded, .capitalized, .titled] {
      candidate.removeAll(keepingCapacity: true)
      candidate.append(contentsOf: folded)
      kind.apply(to: &candidate)
      if spelling.elementsEqual(candidate) { return kind }
    }
    return .own
  }

  private mutating func finishBlock() {
    offsets.append(UInt64(section.count))
    section.append(kinds)
    section.append(own)
    kinds = 0
    own.removeAll(keepingCapacity: true)
  }

  /// Writes what finds the blocks; nothing may be appended any more.
  mutating func finish() {
    if count % FacetValuesFormat.blockCapacity != 0 { finishBlock() }
    let end = UInt64(section.count)
    var packer = BitPackedWriter(section, width: BitPacking.width(for: end))
    for offset in offsets { packer.append(offset) }
    packer.append(end)
    packer.finish()
    section.append(end)
    section.append(UInt32(count))
    section.append(UInt32(packer.width))
  }
}
