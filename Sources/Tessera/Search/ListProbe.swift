import CVector

/// Looks up ascending documents in a list, batch by batch, and remembers where they stood.
///
/// Batches may jump back; within one, documents ascend.
struct ListProbe {
  let list: PostingList
  /// The packed block whose documents stand in `buffer`, or -1.
  private var block = -1
  /// Unpacked: where the last document looked up stood.
  private var place = 0
  private let buffer: UnsafeMutablePointer<UInt32>
  /// For each slot of the batch, the place in the list of the document that was found there.
  private let positions: UnsafeMutablePointer<UInt32>
  /// Places within a block or page, for reading frequencies.
  private let places: UnsafeMutablePointer<UInt32>
  /// Set when the list's bytes contradicted each other; results are then worthless.
  private(set) var isDamaged = false

  /// Memory that serves one list after the other.
  struct Memory: BitwiseCopyable {
    fileprivate let buffer: UnsafeMutablePointer<UInt32>
    fileprivate let positions: UnsafeMutablePointer<UInt32>
    fileprivate let places: UnsafeMutablePointer<UInt32>

    init(_ scratch: ScratchMemory) {
      buffer = scratch.allocate(UInt32.self, 2 * PostingListFormat.blockSize + 8)
      places = scratch.allocate(UInt32.self, PostingListFormat.pageSize)
      positions = scratch.allocate(UInt32.self, PostingListFormat.pageSize)
    }
  }

  init(_ list: PostingList, _ memory: Memory) {
    self.list = list
    (buffer, positions, places) = (memory.buffer, memory.positions, memory.places)
  }

  init(_ list: PostingList, scratch: ScratchMemory) {
    self.list = list
    buffer = scratch.allocate(UInt32.self, list.form == .packed ? 2 * PostingListFormat.blockSize + 8 : 1)
    places = scratch.allocate(
      UInt32.self, list.hasFrequencies || list.form == .packed ? PostingListFormat.pageSize : 1)
    positions = scratch.allocate(UInt32.self, list.form == .dense ? 1 : PostingListFormat.pageSize)
  }

  /// Keeps those documents, with their slots, that are in the list; returns how many.
  mutating func filter(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>, _ count: Int
  ) -> Int {
    if list.form == .dense { SearchCounters.lookedUp(count) }
    return switch list.form {
    case .dense: cvector_filter_bits(docs, slots, count, list.words, 1)
    case .packed: filterPacked(docs, slots, count)
    case .unpacked: filterUnpacked(docs, slots, count)
    }
  }

  private mutating func filterUnpacked(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>, _ count: Int
  ) -> Int {
    var kept = 0
    for index in 0..<count {
      let doc = docs[index]
      moveUnpacked(to: doc)
      if place == list.count { break }
      let slot = slots[index]
      (docs[kept], slots[kept], positions[Int(slot)]) = (doc, slot, UInt32(truncatingIfNeeded: place))
      kept += list.docs[place] == doc ? 1 : 0
    }
    return kept
  }

  /// Moves to the first document not before `doc`, or to the end.
  @inline(__always)
  private mutating func moveUnpacked(to doc: DocNumber) {
    place = AscendingDocs.firstPlace(in: list.docs, list.count, notBefore: doc, from: place)
  }

  private mutating func filterPacked(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>, _ count: Int
  ) -> Int {
    if looksAhead(docs, count) { return filterAhead(docs, slots, count) }
    var kept = 0
    var index = 0
    while index < count {
      if !isInBlock(docs[index]), !moveToBlock(of: docs[index]) { break }
      filterBlock(docs, slots, count, &index, &kept)
    }
    return kept
  }

  /// Of the documents from `index` on all that fall in the block that is decoded: passes them over, and keeps those that
  /// are in it.
  @inline(__always)
  private func filterBlock(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>, _ count: Int,
    _ index: inout Int, _ kept: inout Int
  ) {
    let found = cvector_find128(
      buffer, list.docs[block], UInt32(truncatingIfNeeded: block &* PostingListFormat.blockSize),
      docs + index, slots + index, count - index, positions, docs + kept, slots + kept)
    index += found.seen
    kept += found.kept
  }

  /// From so many blocks on, and for so many documents, the bytes of a list are asked for before they are needed.
  private static let longest = 256
  private static let fewestAhead = 8

  /// Whether documents are likely to stand in blocks of a long list that do not follow each other.
  private func looksAhead(_ docs: UnsafePointer<DocNumber>, _ count: Int) -> Bool {
    guard count >= Self.fewestAhead, list.blockCount >= Self.longest else { return false }
    let span = Int(docs[count - 1] - docs[0])
    return span * list.blockCount > 2 * count * list.documents
  }

  /// The same for a long list, whose blocks are mostly far from the processor: all that will be decoded are asked for
  /// first, for waiting for all takes little longer than waiting for one.
  private mutating func filterAhead(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>, _ count: Int
  ) -> Int {
    // Places are not needed before frequencies are read.
    let blocks = places
    let blockCount = findBlocks(docs, count, into: blocks)
    var kept = 0
    var index = 0
    for number in 0..<blockCount {
      guard moveToBlock(Int(blocks[number])) else { break }
      filterBlock(docs, slots, count, &index, &kept)
    }
    return kept
  }

  /// Finds the blocks where documents would stand, and asks for their bytes; gives how many there are.
  private func findBlocks(
    _ docs: UnsafePointer<DocNumber>, _ count: Int, into blocks: UnsafeMutablePointer<UInt32>
  ) -> Int {
    var found = 0
    var index = 0
    var next = max(block, 0)
    while index < count {
      next = list.block(of: docs[index], from: next)
      if next == list.blockCount { break }
      list.prefetch(block: next)
      blocks[found] = UInt32(truncatingIfNeeded: next)
      found += 1
      let last = list.docs[next]
      repeat { index += 1 } while index < count && docs[index] <= last
    }
    return found
  }

  @inline(__always)
  private func isInBlock(_ doc: DocNumber) -> Bool {
    block >= 0 && doc <= list.docs[block] && (block == 0 || doc > list.docs[block - 1])
  }

  /// Decodes the block where `doc` would stand; false when it is behind the last one or bytes are damaged.
  private mutating func moveToBlock(of doc: DocNumber) -> Bool {
    let found = list.block(of: doc, from: max(block, 0))
    return found < list.blockCount && moveToBlock(found)
  }

  /// Decodes a block, where it is not decoded; false when bytes are damaged.
  private mutating func moveToBlock(_ wanted: Int) -> Bool {
    if block == wanted { return true }
    block = wanted
    guard list.decodeSearchableBlock(wanted, into: buffer) else {
      isDamaged = true
      block = -1
      return false
    }
    return true
  }

  // MARK: Frequencies

  /// The frequencies of documents that `filter` kept, or that `remember` has placed, by their slots.
  mutating func frequencies(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>, _ count: Int,
    into frequencies: UnsafeMutablePointer<UInt32>
  ) {
    let isSound: Bool
    if list.form == .dense {
      isSound = list.frequencies(ofDocs: docs, count, ranks: places, into: frequencies)
    } else {
      for index in 0..<count { places[index] = positions[Int(slots[index])] }
      isSound = list.frequencies(
        at: places, count, rest: buffer + PostingListFormat.blockSize, into: frequencies)
    }
    if !isSound {
      isDamaged = true
      frequencies.update(repeating: 1, count: count)
    }
  }

  /// Adds to the sums of documents that `filter` kept, or that `remember` has placed, at most what the list can give each.
  func addBounds(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>, _ count: Int,
    weight: Float, impacts: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>
  ) {
    // A list without bounds: no impact reaches 1.
    guard let bounds = list.bounds else {
      for index in 0..<count { sums[index] += weight }
      return
    }
    if list.form == .dense {
      for index in 0..<count { sums[index] += weight * impacts[Int(bounds[Int(docs[index] &>> 6)])] }
    } else {
      let shift = UInt32(PostingListFormat.blockSize.trailingZeroBitCount)
      for index in 0..<count {
        sums[index] += weight * impacts[Int(bounds[Int(positions[Int(slots[index])] &>> shift)])]
      }
    }
  }

  /// The frequencies of documents that need not be in the list: 0 where they are not.
  mutating func frequenciesOrZero(
    _ docs: UnsafeMutablePointer<DocNumber>, _ count: Int, scratch: BatchScratch,
    into frequencies: UnsafeMutablePointer<UInt32>
  ) {
    let (some, slots, found) = (scratch.docs, scratch.slots, scratch.frequencies)
    some.update(from: docs, count: count)
    for index in 0..<count { slots[index] = UInt32(truncatingIfNeeded: index) }
    let kept = filter(some, slots, count)
    self.frequencies(some, slots, kept, into: found)
    frequencies.update(repeating: 0, count: count)
    for index in 0..<kept { frequencies[Int(slots[index])] = found[index] }
  }

  /// Keeps those documents, with their slots, that are not in the list; returns how many.
  mutating func exclude(
    _ docs: UnsafeMutablePointer<DocNumber>, _ slots: UnsafeMutablePointer<UInt32>, _ count: Int,
    scratch: BatchScratch
  ) -> Int {
    if list.form == .dense {
      SearchCounters.lookedUp(count)
      return cvector_filter_bits(docs, slots, count, list.words, 0)
    }
    scratch.docs.update(from: docs, count: count)
    for index in 0..<count { scratch.slots[index] = UInt32(truncatingIfNeeded: index) }
    let found = filter(scratch.docs, scratch.slots, count)
    var kept = 0
    var next = 0
    for index in 0..<count {
      if next < found, scratch.docs[next] == docs[index] {
        next += 1
      } else {
        (docs[kept], slots[kept]) = (docs[index], slots[index])
        kept += 1
      }
    }
    return kept
  }

  /// Where a document that `filter` kept stands in the list, which is no bitmap.
  @inline(__always)
  func place(ofSlot slot: UInt32) -> UInt32 { positions[Int(slot)] }

  /// Says that the batch is block `block` of this list: slot *i* is its posting *i*.
  mutating func remember(block: Int) {
    let first = block * PostingListFormat.blockSize
    for slot in 0..<PostingListFormat.blockSize { positions[slot] = UInt32(truncatingIfNeeded: first + slot) }
  }
}

/// Memory for a batch of documents beside the main one.
struct BatchScratch: BitwiseCopyable {
  let docs: UnsafeMutablePointer<DocNumber>
  let slots: UnsafeMutablePointer<UInt32>
  let frequencies: UnsafeMutablePointer<UInt32>

  init(_ scratch: ScratchMemory) {
    let size = PostingListFormat.pageSize + 8
    docs = scratch.allocate(DocNumber.self, size)
    slots = scratch.allocate(UInt32.self, size)
    frequencies = scratch.allocate(UInt32.self, size)
  }
}

extension PostingList {
  /// The packed block where `doc` stands or would stand, searched from `start` on or, where that is too far, from
  /// the beginning; `blockCount` when all documents are before it.
  func block(of doc: DocNumber, from start: Int) -> Int {
    AscendingDocs.firstPlace(in: docs, blockCount, notBefore: doc, from: start)
  }

  /// The greatest bound code of postings between two documents, both included; 255 where no bounds are known.
  ///
  /// - Parameter hint: the block that an earlier call ended at.
  @inline(__always)
  func boundCode(from first: DocNumber, through last: DocNumber, hint: inout Int) -> UInt8 {
    guard let bounds else { return .max }
    if form == .dense {
      let word = Int(first &>> 6)
      SearchCounters.readBounds(Int(last &>> 6) - word + 1)
      return cvector_max(bounds + word, Int(last &>> 6) - word + 1)
    }
    let begin = block(of: first, from: hint)
    hint = begin
    if begin == blockCount { return 0 }
    var end = begin
    // Far ranges end at the list's last block soon enough; near ones mostly at the first.
    while end + 1 < blockCount, docs[end] < last { end += 1 }
    SearchCounters.readBounds(end - begin + 1)
    return cvector_max(bounds + begin, end - begin + 1)
  }
}
