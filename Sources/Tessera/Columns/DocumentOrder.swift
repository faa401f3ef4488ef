import CVector

/// The *ordinal* of each document of a segment: its place in the order in which documents were added.
///
/// A large segment numbers its documents by length, so that blocks of a list hold documents of like length and have tight
/// bounds; of one length they are in the order of addition. Keys and stored documents are by ordinal, and of equal
/// scores the lower ordinal wins.
///
/// The ordinals of 128 documents nearly lie on a line, as documents of a length are spread over the segment: kept is
/// the line, and how far each is above it. So any of them is found with two loads.
///
/// ```
/// data        of blocks of 128 documents: packed, how far each ordinal is above the line
/// directory   for each block 16 bytes: u64 where its data begin, times 64, plus the bits of each; u32 where the line
///             begins; u32 how much it ascends with each document, times 256
/// ```
/// All is modulo 2^32. Where every document's ordinal is its number, as in all smaller segments, the section is empty or
/// missing.
struct DocumentOrder: Sendable {
  static let blockSize = 128
  static let rowSize = 16
  /// Bits of an ascent that stand for parts of one.
  static let ascentShift: UInt64 = 8

  /// How many documents there are.
  let count: Int
  /// nil where every document's ordinal is its number.
  private let section: SectionBytes?
  private let directory: Int

  /// Whether every document's ordinal is its number.
  var isIdentity: Bool { section == nil }

  init(_ section: SectionBytes?, documents: Int) throws(TesseraError) {
    count = documents
    guard let section, section.count > 0 else {
      (self.section, directory) = (nil, 0)
      return
    }
    self.section = section
    let blocks = (documents + Self.blockSize - 1) / Self.blockSize
    directory = section.count - blocks * Self.rowSize
    guard directory >= 0 else {
      throw section.corrupt(at: section.count, "\(blocks) blocks of ordinals are expected")
    }
  }

  /// The ordinal of a document.
  ///
  /// - Complexity: O(1), two cache lines.
  /// - Throws: `.corrupt`, also when there is no such document.
  @inline(__always)
  func ordinal(of doc: DocNumber) throws(TesseraError) -> DocNumber {
    guard let section else { return doc }
    let block = Int(doc) / Self.blockSize
    return try ordinal(try line(block, section), Int(doc) % Self.blockSize, section)
  }

  /// Asks for the first line that `ordinal(of:)` reads, and for the second, so that they come while others are asked for.
  func prefetchRow(of doc: DocNumber) {
    guard let section else { return }
    cvector_prefetch(section.base + directory + Int(doc) / Self.blockSize * Self.rowSize)
  }

  func prefetch(_ doc: DocNumber) {
    let row = directory + Int(doc) / Self.blockSize * Self.rowSize
    guard let section, row <= section.count - Self.rowSize,
      (try? section.check(at: row, count: Self.rowSize)) != nil
    else { return }
    let place = section.u64(at: row)
    let bits = Int(doc) % Self.blockSize * Int(place & 63)
    // What is damaged may be anywhere.
    cvector_prefetch(section.base + min(Int(place >> 6), section.count) + bits >> 3)
  }

  /// Calls `body` with documents from `docs` and their ordinals.
  func forEach(
    in docs: Range<DocNumber>, _ body: (DocNumber, DocNumber) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    var doc = docs.lowerBound
    while doc < docs.upperBound {
      guard let section else {
        try body(doc, doc)
        doc += 1
        continue
      }
      let block = Int(doc) / Self.blockSize
      let line = try line(block, section)
      let end = min(docs.upperBound, DocNumber((block + 1) * Self.blockSize))
      while doc < end {
        try body(doc, try ordinal(line, Int(doc) % Self.blockSize, section))
        doc += 1
      }
    }
  }

  /// The document with an ordinal, among some of one length; nil when none of them has it.
  ///
  /// - Complexity: O(log *n*).
  func doc(of ordinal: DocNumber, in docs: Range<DocNumber>) throws(TesseraError) -> DocNumber? {
    var (low, high) = (docs.lowerBound, docs.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if try self.ordinal(of: middle) < ordinal { low = middle + 1 } else { high = middle }
    }
    guard low < docs.upperBound, try self.ordinal(of: low) == ordinal else { return nil }
    return low
  }

  private struct Line {
    let start: Int
    let width: Int
    let first: UInt32
    let ascent: UInt32
  }

  @inline(__always)
  private func line(_ block: Int, _ section: SectionBytes) throws(TesseraError) -> Line {
    let row = directory &+ block &* Self.rowSize
    try section.check(at: row, count: Self.rowSize)
    let place = section.u64(at: row)
    return Line(
      start: Int(place >> 6), width: Int(place & 63), first: section.u32(at: row + 8),
      ascent: section.u32(at: row + 12))
  }

  @inline(__always)
  private func ordinal(
    _ line: Line, _ index: Int, _ section: SectionBytes
  ) throws(TesseraError) -> DocNumber {
    let bit = index &* line.width
    try section.check(at: line.start &+ bit >> 3, count: (bit & 7 &+ line.width &+ 7) >> 3)
    let above = PackedBits.load(
      section.base + line.start, bit: bit, mask: PackedBits.mask(line.width))
    let ordinal =
      Self.height(line.first, line.ascent, index) &+ UInt32(truncatingIfNeeded: above)
    guard ordinal < count else {
      throw section.corrupt(at: line.start, "a document has ordinal \(ordinal) of \(count)")
    }
    return ordinal
  }

  @inline(__always)
  static func height(_ first: UInt32, _ ascent: UInt32, _ index: Int) -> UInt32 {
    first
      &+ UInt32(
        truncatingIfNeeded: (UInt64(ascent) &* UInt64(truncatingIfNeeded: index)) >> ascentShift)
  }
}

/// Writes a `DocumentOrder`, ordinal by ordinal.
struct DocumentOrderWriter {
  private let section: SectionWriter
  private var bits: PackedBitsWriter
  private var block: [UInt32] = []
  private var directory: [(place: UInt64, first: UInt32, ascent: UInt32)] = []
  private var count: UInt32 = 0
  private var isIdentity = true

  init(_ section: SectionWriter) {
    self.section = section
    bits = PackedBitsWriter(section)
    block.reserveCapacity(DocumentOrder.blockSize)
  }

  /// Appends the ordinal of the next document.
  mutating func append(_ ordinal: DocNumber) {
    if ordinal != count { isIdentity = false }
    count += 1
    block.append(ordinal)
    if block.count == DocumentOrder.blockSize { endBlock() }
  }

  mutating func finish() {
    endBlock()
    // Then there are no data either: each block lies on its line.
    if isIdentity { return }
    for row in directory {
      section.append(row.place)
      section.append(row.first)
      section.append(row.ascent)
    }
  }

  private mutating func endBlock() {
    guard let first = block.first, let last = block.last else { return }
    let steps = UInt64(max(1, block.count - 1))
    // Where the length changes ordinals begin anew, and there is no line to speak of.
    let ascent =
      last > first ? UInt32(clamping: (UInt64(last - first) << DocumentOrder.ascentShift) / steps) : 0
    var lowest = 0
    var highest = 0
    for (index, ordinal) in block.enumerated() {
      let above = Int(ordinal) - Int(DocumentOrder.height(0, ascent, index))
      if index == 0 || above < lowest { lowest = above }
      if index == 0 || above > highest { highest = above }
    }
    let width = PackedBits.width(of: UInt64(highest - lowest))
    directory.append(
      (UInt64(section.count) << 6 | UInt64(width), UInt32(truncatingIfNeeded: lowest), ascent))
    for (index, ordinal) in block.enumerated() {
      let above = Int(ordinal) - Int(DocumentOrder.height(0, ascent, index)) - lowest
      bits.append(UInt64(above), width: width)
    }
    bits.finish()
    block.removeAll(keepingCapacity: true)
  }
}
