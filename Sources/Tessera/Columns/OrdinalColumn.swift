/// For each document of a segment none, one or many ordinals: which of a field's sorted values it has.
///
/// Reads what an `OrdinalColumnWriter` wrote; all errors are `.corrupt`. Every ordinal that comes out is below
/// `ordinalCount`.
struct OrdinalColumn: Sendable {
  let documentCount: Int
  /// How many values the field has.
  let ordinalCount: Int
  /// How many values the documents have together.
  let valueCount: Int
  private let section: SectionBytes
  private let directory: Int

  init(_ section: SectionBytes) throws(TesseraError) {
    let footer = section.count - OrdinalColumnFormat.footerByteCount
    try section.check(at: footer, count: OrdinalColumnFormat.footerByteCount)
    self.section = section
    documentCount = Int(section.u32(at: footer))
    ordinalCount = Int(section.u32(at: footer + 4))
    let values = section.u64(at: footer + 8)
    valueCount = Int(clamping: values)
    let blockCount = (documentCount + OrdinalColumnFormat.blockCapacity - 1) >> OrdinalColumnFormat.blockShift
    directory = footer - blockCount * OrdinalColumnFormat.directoryRow
    guard directory >= 0 else {
      throw section.corrupt(at: footer, "a column of \(documentCount) documents is longer than this")
    }
    // Beyond one for each document, values take a bit or more.
    guard valueCount <= documentCount + 8 * section.count else {
      throw section.corrupt(at: footer + 8, "\(values) values do not fit in here")
    }
  }

  /// Calls `body` with each ordinal of a document, ascending.
  @inline(__always)
  func forEach(of doc: DocNumber, _ body: (UInt32) -> Void) throws(TesseraError) {
    let block = try block(of: doc)
    guard block.forEach(of: Int(doc), body) else { throw damaged(block) }
  }

  /// Writes a document's ordinals over those of `ordinals`; they are proven to ascend, each once.
  func ordinals(of doc: DocNumber, into ordinals: inout [UInt32]) throws(TesseraError) {
    let block = try block(of: doc)
    ordinals.removeAll(keepingCapacity: true)
    var isAscending = true
    let isSound = block.forEach(of: Int(doc)) {
      if let last = ordinals.last, last >= $0 { isAscending = false }
      ordinals.append($0)
    }
    guard isSound, isAscending else { throw damaged(block) }
  }

  /// Calls `body` with each ordinal of a document; they are proven to ascend, each once, when it returns.
  ///
  /// - Parameter block: the one that had the document asked for before, nil at first.
  @inline(__always)
  func forEach(
    of doc: DocNumber, block: inout OrdinalBlock?, _ body: (UInt32) -> Void
  ) throws(TesseraError) {
    let known: OrdinalBlock
    if let block, block.documents.contains(Int(doc)) {
      known = block
    } else {
      known = try self.block(of: doc)
      block = known
    }
    var next: UInt64 = 0
    var isAscending = true
    let isSound = known.forEach(of: Int(doc)) {
      if UInt64($0) < next { isAscending = false }
      next = UInt64($0) + 1
      body($0)
    }
    guard isSound, isAscending else { throw damaged(known) }
  }

  /// The first ordinal of a document; nil when it has none.
  @inline(__always)
  func first(of doc: DocNumber) throws(TesseraError) -> UInt32? {
    var first: UInt32?
    try forEach(of: doc) { first = first ?? $0 }
    return first
  }

  /// Whether a document has one of these ordinals.
  @inline(__always)
  func contains(_ doc: DocNumber, in ordinals: Range<UInt32>) throws(TesseraError) -> Bool {
    var contains = false
    try forEach(of: doc) { contains = ordinals.contains($0) || contains }
    return contains
  }

  /// The block that has a document.
  ///
  /// - Throws: `.corrupt` also when there is no such document, since its number came from the same segment.
  @inline(__always)
  func block(of doc: DocNumber) throws(TesseraError) -> OrdinalBlock {
    guard Int(doc) < documentCount else {
      throw section.corrupt(at: directory, "there is no document \(doc) among \(documentCount)")
    }
    return try block(Int(doc) >> OrdinalColumnFormat.blockShift)
  }

  /// - Precondition: there is such a block.
  @inline(__always)
  func block(_ number: Int) throws(TesseraError) -> OrdinalBlock {
    let first = number << OrdinalColumnFormat.blockShift
    let documents = first..<min(documentCount, first + OrdinalColumnFormat.blockCapacity)
    let row = directory + number * OrdinalColumnFormat.directoryRow
    try section.check(at: row, count: OrdinalColumnFormat.directoryRow)
    let head = section.u64(at: row)
    let tail = section.u64(at: row + 8)
    let width = Int(head >> 48 & 0xFF)
    guard let layout = OrdinalLayout(rawValue: UInt8(head >> 56)), width <= OrdinalColumnFormat.maximumWidth
    else { throw damaged(number) }
    let shape = OrdinalBlockShape(
      documentCount: documents.count, layout: layout, width: width, base: UInt32(tail & 0xFFFF_FFFF),
      valueCount: Int(tail >> 32))
    let offset = Int(head & (1 << 48 - 1))
    let byteCount = shape.byteCount
    guard offset + byteCount <= directory else { throw damaged(number) }
    try section.check(at: offset, count: byteCount)
    return OrdinalBlock(
      shape, at: section.base + offset, documents: documents, limit: UInt32(ordinalCount))
  }

  func damaged(_ block: OrdinalBlock) -> TesseraError {
    damaged(block.documents.lowerBound >> OrdinalColumnFormat.blockShift)
  }

  @inline(never)
  private func damaged(_ block: Int) -> TesseraError {
    section.corrupt(
      at: directory + block * OrdinalColumnFormat.directoryRow,
      "block \(block) of the column is not one that was ever written")
  }
}
