/// Writes the ordinals of documents, document by document in order.
///
/// What stays in memory is one block of 1024 documents, and 16 bytes for each block before.
struct OrdinalColumnWriter {
  private let section: SectionWriter
  private let ordinalCount: UInt32
  /// The open block.
  private var counts: [UInt32] = []
  private var values: [UInt32] = []
  private var directory: [UInt64] = []
  private var documentCount = 0
  private var valueCount = 0

  /// - Parameter ordinalCount: all ordinals are below it.
  init(_ section: SectionWriter, ordinalCount: Int) {
    assert(section.count == 0, "a column is a section of its own")
    self.section = section
    self.ordinalCount = UInt32(ordinalCount)
    counts.reserveCapacity(OrdinalColumnFormat.blockCapacity)
  }

  /// Adds the next document's ordinals.
  ///
  /// - Precondition: they ascend, each once.
  mutating func append(_ ordinals: UnsafeBufferPointer<UInt32>) {
    assert(ordinals.last.map { $0 < ordinalCount } ?? true)
    assert(zip(ordinals, ordinals.dropFirst()).allSatisfy { $0 < $1 })
    values.append(contentsOf: ordinals)
    didAppend(ordinals.count)
  }

  /// Adds the next document, which has one ordinal or none.
  mutating func append(_ ordinal: UInt32?) {
    assert(ordinal.map { $0 < ordinalCount } ?? true)
    if let ordinal { values.append(ordinal) }
    didAppend(ordinal == nil ? 0 : 1)
  }

  private mutating func didAppend(_ count: Int) {
    counts.append(UInt32(count))
    documentCount += 1
    if counts.count == OrdinalColumnFormat.blockCapacity { finishBlock() }
  }

  private mutating func finishBlock() {
    let shape = OrdinalBlockShape(counts: counts, values: values)
    directory.append(UInt64(section.count) | UInt64(shape.width) << 48 | UInt64(shape.layout.rawValue) << 56)
    directory.append(UInt64(shape.base) | UInt64(shape.valueCount) << 32)
    if shape.layout.isFixed { writeFixed(shape) } else { writeCounted(shape) }
    valueCount += values.count
    counts.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  private func writeFixed(_ shape: OrdinalBlockShape) {
    let raised: UInt64 = shape.layout == .fixedOrNone ? 1 : 0
    var packer = PackedBitsWriter(section)
    var place = 0
    for count in counts {
      packer.append(count == 0 ? 0 : UInt64(values[place] - shape.base) + raised, width: shape.width)
      place += Int(count)
    }
    packer.finish()
  }

  private func writeCounted(_ shape: OrdinalBlockShape) {
    let lanes = shape.layout.lanes
    var packer = PackedBitsWriter(section)
    for count in counts { packer.append(UInt64(count), width: shape.layout.countWidth) }
    for _ in counts.count..<shape.wordCount * lanes { packer.append(0, width: shape.layout.countWidth) }
    var start: UInt64 = 0
    for (place, count) in counts.enumerated() {
      if place % lanes == 0 { packer.append(start, width: shape.startWidth) }
      start += UInt64(count)
    }
    packer.finish()
    for value in values { packer.append(UInt64(value - shape.base), width: shape.width) }
    packer.finish()
  }

  /// Writes what finds the blocks; nothing may be appended any more.
  mutating func finish() {
    if !counts.isEmpty { finishBlock() }
    for word in directory { section.append(word) }
    section.append(UInt32(documentCount))
    section.append(ordinalCount)
    section.append(UInt64(valueCount))
  }
}

extension OrdinalBlockShape {
  /// The layout for these documents: fixed unless counting saves half, for fixed is several times faster.
  fileprivate init(counts: [UInt32], values: [UInt32]) {
    let base = values.min() ?? 0
    let span = UInt64((values.max() ?? 0) - base)
    let most = counts.max() ?? 0
    let hasNone = counts.contains(0)
    let counted = OrdinalBlockShape(
      documentCount: counts.count, layout: .counts(upTo: most), width: PackedBits.width(of: span), base: base,
      valueCount: values.count)
    var fixed = counted
    fixed.layout = hasNone ? .fixedOrNone : .fixed
    fixed.width = values.isEmpty ? 0 : PackedBits.width(of: span + (hasNone ? 1 : 0))
    self = most <= 1 && fixed.byteCount <= 2 * counted.byteCount ? fixed : counted
  }
}
