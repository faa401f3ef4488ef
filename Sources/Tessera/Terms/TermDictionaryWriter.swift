/// Writes a sorted dictionary of byte terms, front to back.
///
/// What stays in memory is some 16 bytes for each 16 terms, besides one block.
struct TermDictionaryWriter {
  private let section: SectionWriter
  private var previous: [UInt8] = []
  private var longest = 0
  /// The open block.
  private var lists: [UInt8] = []
  private var terms: [UInt8] = []
  private var countInBlock = 0
  private var blockSum = TermSums()
  /// The finished blocks: their keys, and what each adds to the sums (three varints).
  private var keys: [UInt64] = []
  private var steps: [UInt8] = []
  private var total = TermSums()

  /// How many terms were added.
  private(set) var count = 0

  init(_ section: SectionWriter) {
    self.section = section
    assert(section.count == 0, "a dictionary is a section of its own")
  }

  /// Adds the next term and the size of its list.
  ///
  /// - Parameter byteCount: of the list, which stands straight behind that of the term before.
  /// - Precondition: terms come in ascending order, each once.
  mutating func add(term: UnsafeBufferPointer<UInt8>, documentCount: UInt32, byteCount: Int) {
    assert(byteCount >= 0 && byteCount <= TermBlock.maximumListByteCount && count < Int(UInt32.max))
    if countInBlock == TermBlock.capacity { finishBlock() }
    if countInBlock == 0 { addFirst(term) } else { addNext(term) }
    lists.appendVarint(UInt64(documentCount))
    lists.appendVarint(UInt64(byteCount))
    blockSum.documents += UInt64(documentCount)
    blockSum.listBytes += UInt64(byteCount)
    longest = max(longest, term.count)
    previous.removeAll(keepingCapacity: true)
    previous.append(contentsOf: term)
    countInBlock += 1
    count += 1
  }

  private mutating func addFirst(_ term: UnsafeBufferPointer<UInt8>) {
    keys.append(TermBlock.key(term))
    terms.appendVarint(UInt64(term.count))
    terms.append(contentsOf: term.dropFirst(TermBlock.keyCount))
  }

  private mutating func addNext(_ term: UnsafeBufferPointer<UInt8>) {
    let shared = previous.withUnsafeBufferPointer { TermBlock.sharedCount($0, term) }
    assert(
      shared < term.count && (shared == previous.count || previous[shared] < term[shared]),
      "terms must ascend")
    let rest = term.count - shared - 1
    let escape = TermBlock.escape
    terms.append(UInt8(min(shared, escape) | min(rest, escape) << 4))
    if shared >= escape { terms.appendVarint(UInt64(shared - escape)) }
    if rest >= escape { terms.appendVarint(UInt64(rest - escape)) }
    terms.append(contentsOf: UnsafeBufferPointer(rebasing: term[shared...]))
  }

  private mutating func finishBlock() {
    section.append(UInt8(lists.count))
    section.append(lists)
    section.append(terms)
    blockSum.blockBytes = UInt64(1 + lists.count + terms.count)
    steps.appendVarint(blockSum.blockBytes)
    steps.appendVarint(blockSum.documents)
    steps.appendVarint(blockSum.listBytes)
    total.add(blockSum)
    blockSum = TermSums()
    lists.removeAll(keepingCapacity: true)
    terms.removeAll(keepingCapacity: true)
    countInBlock = 0
  }

  /// Writes what finds the blocks; nothing may be added any more.
  mutating func finish() {
    if countInBlock > 0 { finishBlock() }
    section.align(to: 8)
    for key in keys { section.append(key) }
    writeSums()
    TermDictionaryFooter(
      count: count, blockBytes: Int(total.blockBytes), longestTerm: longest, widths: total.widths
    ).write(to: section)
  }

  /// The sums before each block, and those of all.
  private func writeSums() {
    let widths = total.widths
    var writer = PackedBitsWriter(section)
    var sum = TermSums()
    var offset = 0
    steps.withUnsafeBytes { steps in
      while true {
        writer.append(sum.blockBytes, width: widths.blockBytes)
        writer.append(sum.documents, width: widths.documents)
        writer.append(sum.listBytes, width: widths.listBytes)
        guard offset < steps.count, let base = steps.baseAddress else { break }
        sum.blockBytes += Varint.load(base, at: &offset, before: steps.count)!
        sum.documents += Varint.load(base, at: &offset, before: steps.count)!
        sum.listBytes += Varint.load(base, at: &offset, before: steps.count)!
      }
    }
    writer.finish()
  }
}

/// What a block or all of them come to.
struct TermSums {
  var blockBytes: UInt64 = 0
  var documents: UInt64 = 0
  var listBytes: UInt64 = 0

  mutating func add(_ other: TermSums) {
    blockBytes += other.blockBytes
    documents += other.documents
    listBytes += other.listBytes
  }

  var widths: TermSumWidths {
    TermSumWidths(
      blockBytes: PackedBits.width(of: blockBytes), documents: PackedBits.width(of: documents),
      listBytes: PackedBits.width(of: listBytes))
  }
}

extension [UInt8] {
  mutating func appendVarint(_ value: UInt64) {
    withUnsafeTemporaryAllocation(byteCount: Varint.maximumCount, alignment: 1) { space in
      let count = Varint.store(value, at: space.baseAddress!)
      append(contentsOf: UnsafeRawBufferPointer(rebasing: space[..<count]))
    }
  }
}
