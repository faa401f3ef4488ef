import CVector

/// The sorted terms of a segment's field, each with its document count and the place of its list.
///
/// Made of blocks of sixteen terms, an array of the blocks' keys that a search goes through, and for each block the
/// sums of what stands before it, so that what a range of terms comes to is a difference of two sums. Reads what a
/// `TermDictionaryWriter` wrote; all errors are `.corrupt`. A class, as `ListSection` and `FacetField` are: one reference
/// is cheaper to hand on than what it holds.
final class TermDictionary: Sendable {
  let section: SectionBytes
  /// How many terms.
  let count: Int
  let blockCount: Int
  private let blockBytes: Int
  let keysOffset: Int
  let sumsOffset: Int
  private let sumBits: Int
  private let documentShift: Int
  private let listShift: Int
  private let blockMask: UInt64
  private let documentMask: UInt64
  private let listMask: UInt64

  init(_ section: SectionBytes) throws(TesseraError) {
    let footer = try TermDictionaryFooter.read(section)
    self.section = section
    count = footer.count
    blockCount = footer.blockCount
    blockBytes = footer.blockBytes
    keysOffset = footer.keysOffset
    sumsOffset = footer.sumsOffset
    let widths = footer.widths
    sumBits = widths.sum
    documentShift = widths.blockBytes
    listShift = widths.blockBytes + widths.documents
    blockMask = PackedBits.mask(widths.blockBytes)
    documentMask = PackedBits.mask(widths.documents)
    listMask = PackedBits.mask(widths.listBytes)
  }

  /// The term with these bytes; nil when there is none.
  func find(_ term: UnsafeBufferPointer<UInt8>) throws(TesseraError) -> TermEntry? {
    let bound = TermBound(before: term)
    return count == 0 ? nil : try find(bound, inBlock: lastBlock(notBehind: bound, from: 0))
  }

  /// The same for several terms, each nil when there is none. Most of what a search costs is waiting for memory: here all
  /// take one step before any takes the next, so that they wait together.
  ///
  /// - Parameters:
  ///   - terms: the places before them.
  ///   - entries: room for as many.
  func find(
    _ terms: ScratchArray<TermBound>, into entries: UnsafeMutablePointer<TermEntry?>, scratch: ScratchMemory
  ) throws(TesseraError) {
    if count == 0 { return entries.update(repeating: nil, count: terms.count) }
    let blocks = scratch.allocate(Int.self, terms.count)
    for index in 0..<terms.count {
      blocks[index] = try lastBlock(notBehind: terms[index], from: 0)
      prefetchSums(beforeBlock: blocks[index])
    }
    for index in 0..<terms.count { try prefetch(blocks[index]) }
    for index in 0..<terms.count { entries[index] = try find(terms[index], inBlock: blocks[index]) }
  }

  private func find(_ term: TermBound, inBlock block: Int) throws(TesseraError) -> TermEntry? {
    var search = try search(inBlock: block)
    guard let isExact = search.advance(to: term) else { throw damaged(block) }
    return isExact ? try entry(in: search.block, at: search.index) : nil
  }

  /// The terms that begin with `prefix`, itself included; all when it is empty.
  func range(ofPrefix prefix: UnsafeBufferPointer<UInt8>) throws(TesseraError) -> TermRange {
    try find(prefix: prefix).range
  }

  /// The same, and the term that is the prefix itself; nil when there is none.
  func find(
    prefix: UnsafeBufferPointer<UInt8>
  ) throws(TesseraError) -> (range: TermRange, exact: TermEntry?) {
    guard count > 0 else { return (TermRange.empty, nil) }
    let before = TermBound(before: prefix)
    let behind = TermBound(behind: prefix)
    var search = try search(inBlock: lastBlock(notBehind: before, from: 0))
    guard let isExact = search.advance(to: before) else { throw damaged(search.block.number) }
    let exact = isExact ? try entry(in: search.block, at: search.index) : nil
    let lower = try position(in: search.block, at: search.index)
    let next = search.block.number + 1
    if next < blockCount, try !isKey(ofBlock: next, above: behind.key) {
      search = try self.search(inBlock: lastBlock(notBehind: behind, near: next))
    }
    guard search.advance(to: behind) != nil else { throw damaged(search.block.number) }
    return (try range(from: lower, to: position(in: search.block, at: search.index)), exact)
  }

  /// The terms from `lower` up to but not including `upper`, in the order of their bytes; all from `lower` on when
  /// `upper` is nil. None when `upper` is below `lower`.
  func range(
    from lower: UnsafeBufferPointer<UInt8>, to upper: UnsafeBufferPointer<UInt8>?
  ) throws(TesseraError) -> TermRange {
    guard count > 0 else { return TermRange.empty }
    let first = try position(of: TermBound(before: lower))
    guard let upper else { return try range(from: first, to: end()) }
    return try range(from: first, to: position(of: TermBound(before: upper)))
  }

  /// The terms with these numbers, as far as there are any.
  func range(of numbers: Range<TermNumber>) throws(TesseraError) -> TermRange {
    try range(from: position(of: Int(numbers.lowerBound)), to: position(of: Int(numbers.upperBound)))
  }

  /// All terms.
  func all() throws(TesseraError) -> TermRange { try range(of: 0..<TermNumber(count)) }

  /// What is known of a term.
  func entry(_ number: TermNumber) throws(TesseraError) -> TermEntry {
    guard number < count else { throw section.corrupt(at: 0, "there is no term \(number) among \(count)") }
    return try entry(in: open(Int(number) >> TermBlock.shift), at: Int(number) & (TermBlock.capacity - 1))
  }

  @inline(__always)
  private func entry(in block: TermBlockView, at index: Int) throws(TesseraError) -> TermEntry {
    var lists = block.lists
    guard lists.skip(index) != nil, let list = lists.next() else { throw damaged(block.number) }
    return TermEntry(
      number: TermNumber(truncatingIfNeeded: block.number &<< TermBlock.shift &+ index),
      documentCount: list.documentCount, offset: lists.listOffset &- list.byteCount, byteCount: list.byteCount
    )
  }
}

// MARK: - Positions

/// A place between terms and what the terms before it come to.
struct TermPosition {
  var number: Int
  var documents: UInt64
  var listOffset: Int
}

extension TermDictionary {
  @inline(__always)
  private func range(from lower: TermPosition, to upper: TermPosition) throws(TesseraError) -> TermRange {
    // Also so when the caller's upper bound is below the lower.
    guard lower.number < upper.number else {
      let number = TermNumber(lower.number)
      return TermRange(
        lower: number, upper: number, documentCountSum: 0, offset: lower.listOffset, byteCount: 0)
    }
    guard upper.documents >= lower.documents, upper.listOffset >= lower.listOffset else {
      throw section.corrupt(
        at: sumsOffset, "the sums before terms \(lower.number) and \(upper.number) do not ascend")
    }
    return TermRange(
      lower: TermNumber(lower.number), upper: TermNumber(upper.number),
      documentCountSum: upper.documents - lower.documents,
      offset: lower.listOffset, byteCount: upper.listOffset - lower.listOffset)
  }

  private func position(of bound: TermBound) throws(TesseraError) -> TermPosition {
    var search = try search(inBlock: lastBlock(notBehind: bound, from: 0))
    guard search.advance(to: bound) != nil else { throw damaged(search.block.number) }
    return try position(in: search.block, at: search.index)
  }

  private func position(of number: Int) throws(TesseraError) -> TermPosition {
    guard number < count else { return try end() }
    return try position(in: open(number >> TermBlock.shift), at: number & (TermBlock.capacity - 1))
  }

  @inline(__always)
  private func position(in block: TermBlockView, at index: Int) throws(TesseraError) -> TermPosition {
    var lists = block.lists
    guard let documents = lists.skip(index) else { throw damaged(block.number) }
    return TermPosition(
      number: block.number &<< TermBlock.shift &+ index, documents: block.documentSum &+ documents,
      listOffset: lists.listOffset)
  }

  /// The position behind the last term.
  private func end() throws(TesseraError) -> TermPosition {
    try checkSums(beforeBlock: blockCount, count: 1)
    return TermPosition(
      number: count, documents: documentSum(beforeBlock: blockCount),
      listOffset: listSum(beforeBlock: blockCount))
  }
}

// MARK: - Blocks

extension TermDictionary {
  /// The first eight bytes of a block's first term; the caller has checked that they are there.
  @inline(__always)
  func key(ofBlock block: Int) -> UInt64 {
    section.u64(at: keysOffset &+ block &<< 3)
  }

  @inline(__always)
  func checkKeys(ofBlocks blocks: Range<Int>) throws(TesseraError) {
    try section.check(at: keysOffset &+ blocks.lowerBound &<< 3, count: blocks.count &<< 3)
  }

  /// A block, checked and ready to be read.
  @inline(__always)
  func open(_ block: Int) throws(TesseraError) -> TermBlockView {
    assert(block >= 0 && block < blockCount)
    try checkSums(beforeBlock: block, count: 2)
    let start = byteSum(beforeBlock: block)
    let end = byteSum(beforeBlock: block &+ 1)
    let firstList = listSum(beforeBlock: block)
    let lastList = listSum(beforeBlock: block &+ 1)
    guard start < end, end <= blockBytes, firstList <= lastList else { throw damaged(block) }
    try section.check(at: start, count: end &- start)
    let terms = start &+ 1 &+ Int(section.u8(at: start))
    guard terms <= end else { throw damaged(block) }
    return TermBlockView(
      base: section.base, number: block, count: min(TermBlock.capacity, count &- block &<< TermBlock.shift),
      documentSum: documentSum(beforeBlock: block),
      lists: TermBlockLists(
        base: section.base, offset: start &+ 1, end: terms, listOffset: firstList, listEnd: lastList),
      terms: Range(uncheckedBounds: (terms, end)))
  }

  /// Asks for the lines of a block that a search reads first.
  private func prefetch(_ block: Int) throws(TesseraError) {
    try checkSums(beforeBlock: block, count: 1)
    // What is damaged may be anywhere.
    let start = section.base + min(byteSum(beforeBlock: block), section.count)
    cvector_prefetch(start)
    cvector_prefetch(start + 64)
  }

  private func prefetchSums(beforeBlock block: Int) {
    cvector_prefetch(section.base + sumsOffset + (block &* sumBits) &>> 3)
  }

  // What all blocks before one come to, which may be `blockCount`; of the checked sums.

  @inline(__always)
  private func checkSums(beforeBlock block: Int, count: Int) throws(TesseraError) {
    try section.check(at: sumsOffset &+ (block &* sumBits) &>> 3, count: (count &* sumBits &+ 7) &>> 3)
  }

  @inline(__always)
  private func byteSum(beforeBlock block: Int) -> Int {
    Int(
      truncatingIfNeeded: PackedBits.load(section.base + sumsOffset, bit: block &* sumBits, mask: blockMask))
  }

  @inline(__always)
  private func documentSum(beforeBlock block: Int) -> UInt64 {
    PackedBits.load(section.base + sumsOffset, bit: block &* sumBits &+ documentShift, mask: documentMask)
  }

  @inline(__always)
  private func listSum(beforeBlock block: Int) -> Int {
    Int(
      truncatingIfNeeded: PackedBits.load(
        section.base + sumsOffset, bit: block &* sumBits &+ listShift, mask: listMask))
  }

  /// The error for a block that contradicts itself or the sums around it.
  @inline(never)
  func damaged(_ block: Int) -> TesseraError {
    section.corrupt(
      at: sumsOffset + (block * sumBits) >> 3, "block \(block) of the terms is not one that was ever written")
  }
}
