/// The sorted terms of a segment's field, each with its document count and the place of its list.
///
/// Made of blocks of sixteen terms, an array of the blocks' keys that a search goes through, and for each block the
/// sums of what stands before it, so that what a range of terms comes to is a difference of two sums. Reads what a
/// `TermDictionaryWriter` wrote; all errors are `.corrupt`.
struct TermDictionary: Sendable {
  let section: SectionBytes
  /// How many terms.
  let count: Int
  let blockCount: Int
  private let blockBytes: Int
  private let keysOffset: Int
  private let sumsOffset: Int
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
    let place = try place(of: TermBound(before: term), from: 0)
    return place.isExact ? try entry(inBlock: place.block, at: place.index) : nil
  }

  /// The terms that begin with `prefix`, itself included; all when it is empty.
  func range(ofPrefix prefix: UnsafeBufferPointer<UInt8>) throws(TesseraError) -> TermRange {
    let lower = try place(of: TermBound(before: prefix), from: 0)
    return try range(from: lower, to: place(of: TermBound(behind: prefix), from: lower.block))
  }

  /// The terms from `lower` up to but not including `upper`, in the order of their bytes; all from `lower` on when
  /// `upper` is nil. None when `upper` is below `lower`.
  func range(
    from lower: UnsafeBufferPointer<UInt8>, to upper: UnsafeBufferPointer<UInt8>?
  ) throws(TesseraError) -> TermRange {
    let first = try place(of: TermBound(before: lower), from: 0)
    guard let upper else { return try range(from: first, to: TermPlace(block: blockCount)) }
    return try range(from: first, to: place(of: TermBound(before: upper), from: first.block))
  }

  /// The terms with these numbers.
  func range(of numbers: Range<TermNumber>) throws(TesseraError) -> TermRange {
    try range(from: TermPlace(Int(numbers.lowerBound)), to: TermPlace(Int(numbers.upperBound)))
  }

  /// All terms.
  func all() throws(TesseraError) -> TermRange {
    try range(from: TermPlace(block: 0), to: TermPlace(block: blockCount))
  }

  /// What is known of a term.
  func entry(_ number: TermNumber) throws(TesseraError) -> TermEntry {
    try entry(inBlock: Int(number) >> TermBlock.shift, at: Int(number) & (TermBlock.capacity - 1))
  }

  private func range(from lower: TermPlace, to upper: TermPlace) throws(TesseraError) -> TermRange {
    let first = min(lower.number, count)
    // A dictionary whose terms do not ascend, or a caller's upper bound below the lower.
    let last = max(first, min(upper.number, count))
    let before = try sums(before: first)
    let behind = first == last ? before : try sums(before: last)
    guard behind.documents >= before.documents, behind.offset >= before.offset else {
      throw section.corrupt(
        at: sumsOffset, "the sums before term \(last) are less than those before \(first)")
    }
    return TermRange(
      lower: TermNumber(first), upper: TermNumber(last),
      documentCountSum: behind.documents - before.documents,
      offset: before.offset, byteCount: behind.offset - before.offset)
  }

  /// The document counts and list bytes of all terms before one, which may be `count`.
  private func sums(before number: Int) throws(TesseraError) -> (documents: UInt64, offset: Int) {
    let block = number >> TermBlock.shift
    let index = number & (TermBlock.capacity - 1)
    // Behind the last term stand the sums of all, whether it fills its block or not.
    if index == 0 || number >= count { return try sums(beforeBlock: index == 0 ? block : blockCount) }
    var lists = try lists(ofBlock: block)
    let sums = try sums(beforeBlock: block)
    guard let documents = lists.skip(index) else { throw damaged(block) }
    return (sums.documents + documents, lists.listOffset)
  }

  private func entry(inBlock block: Int, at index: Int) throws(TesseraError) -> TermEntry {
    let number = block << TermBlock.shift + index
    guard number < count else { throw section.corrupt(at: 0, "there is no term \(number) among \(count)") }
    var lists = try lists(ofBlock: block)
    guard lists.skip(index) != nil, let list = lists.next() else { throw damaged(block) }
    return TermEntry(
      number: TermNumber(number), documentCount: list.documentCount,
      offset: lists.listOffset - list.byteCount, byteCount: list.byteCount)
  }
}

// MARK: - Blocks

extension TermDictionary {
  /// How many terms a block holds.
  @inline(__always)
  func termCount(ofBlock block: Int) -> Int {
    min(TermBlock.capacity, count - block << TermBlock.shift)
  }

  /// The first eight bytes of a block's first term; the caller has checked that they are there.
  @inline(__always)
  func key(ofBlock block: Int) -> UInt64 {
    section.u64(at: keysOffset + block << 3)
  }

  @inline(__always)
  func checkKeys(ofBlocks blocks: Range<Int>) throws(TesseraError) {
    try section.check(at: keysOffset + blocks.lowerBound << 3, count: blocks.count << 3)
  }

  /// The lists of a block's terms, and where they end: there its terms begin.
  @inline(__always)
  func lists(ofBlock block: Int) throws(TesseraError) -> TermBlockLists {
    let (bytes, listBytes) = try extent(ofBlock: block)
    let end = bytes.lowerBound + 1 + Int(section.u8(at: bytes.lowerBound))
    guard end <= bytes.upperBound else { throw damaged(block) }
    return TermBlockLists(
      base: section.base, offset: bytes.lowerBound + 1, end: end,
      listOffset: listBytes.lowerBound, listEnd: listBytes.upperBound)
  }

  /// The terms of a block.
  @inline(__always)
  func scan(ofBlock block: Int) throws(TesseraError) -> TermBlockScan {
    let (bytes, _) = try extent(ofBlock: block)
    let offset = bytes.lowerBound + 1 + Int(section.u8(at: bytes.lowerBound))
    guard offset <= bytes.upperBound else { throw damaged(block) }
    return TermBlockScan(base: section.base, offset: offset, end: bytes.upperBound)
  }

  /// Where a block stands, which is checked and not empty, and where its lists stand in the lists section.
  @inline(__always)
  private func extent(ofBlock block: Int) throws(TesseraError) -> (bytes: Range<Int>, lists: Range<Int>) {
    assert(block >= 0 && block < blockCount)
    let bit = block * sumBits
    try section.check(at: sumsOffset + bit >> 3, count: (2 * sumBits + 7) >> 3)
    let sums = section.base + sumsOffset
    let start = Int(PackedBits.load(sums, bit: bit, mask: blockMask))
    let end = Int(PackedBits.load(sums, bit: bit + sumBits, mask: blockMask))
    let firstList = Int(PackedBits.load(sums, bit: bit + listShift, mask: listMask))
    let lastList = Int(PackedBits.load(sums, bit: bit + sumBits + listShift, mask: listMask))
    guard start < end, end <= blockBytes, firstList <= lastList else { throw damaged(block) }
    try section.check(at: start, count: end - start)
    return (start..<end, firstList..<lastList)
  }

  /// The document counts and list bytes of all blocks before one, which may be `blockCount`.
  @inline(__always)
  private func sums(beforeBlock block: Int) throws(TesseraError) -> (documents: UInt64, offset: Int) {
    let bit = block * sumBits
    try section.check(at: sumsOffset + bit >> 3, count: (sumBits + 7) >> 3)
    let sums = section.base + sumsOffset
    return (
      PackedBits.load(sums, bit: bit + documentShift, mask: documentMask),
      Int(PackedBits.load(sums, bit: bit + listShift, mask: listMask))
    )
  }

  /// The error for a block that contradicts itself or the sums around it.
  @inline(never)
  func damaged(_ block: Int) -> TesseraError {
    section.corrupt(
      at: sumsOffset + (block * sumBits) >> 3, "block \(block) of the terms is not one that was ever written")
  }
}
