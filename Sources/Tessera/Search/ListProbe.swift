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
  /// The packed block whose frequencies stand behind `buffer`, or -1.
  private var frequencyBlock = -1
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
    places = scratch.allocate(UInt32.self, list.hasFrequencies ? PostingListFormat.pageSize : 1)
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
    var kept = 0
    var index = 0
    while index < count {
      if !isInBlock(docs[index]), !moveToBlock(of: docs[index]) { break }
      // All documents of the batch that fall in this block.
      let found = cvector_find128(
        buffer, list.docs[block], UInt32(truncatingIfNeeded: block &* PostingListFormat.blockSize),
        docs + index, slots + index, count - index, positions, docs + kept, slots + kept)
      index += found.seen
      kept += found.kept
    }
    return kept
  }

  @inline(__always)
  private func isInBlock(_ doc: DocNumber) -> Bool {
    block >= 0 && doc <= list.docs[block] && (block == 0 || doc > list.docs[block - 1])
  }

  /// Decodes the block where `doc` would stand; false when it is behind the last one or bytes are damaged.
  private mutating func moveToBlock(of doc: DocNumber) -> Bool {
    let found = list.block(of: doc, from: max(block, 0))
    guard found < list.blockCount else { return false }
    block = found
    guard list.decodeSearchableBlock(found, into: buffer) else {
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
    switch list.form {
    case .dense: denseFrequencies(docs, count, into: frequencies)
    case .packed: packedFrequencies(slots, count, into: frequencies)
    case .unpacked:
      for index in 0..<count { frequencies[index] = list.offsets[Int(positions[Int(slots[index])])] }
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

  private mutating func denseFrequencies(
    _ docs: UnsafeMutablePointer<DocNumber>, _ count: Int, into frequencies: UnsafeMutablePointer<UInt32>
  ) {
    let shift = DocNumber(PostingListFormat.pageSize.trailingZeroBitCount)
    var start = 0
    while start < count {
      let page = docs[start] &>> shift
      var end = start + 1
      while end < count, docs[end] &>> shift == page { end += 1 }
      let isSound = list.frequencies(
        ofPage: Int(page), docs + start, end - start, ranks: places, into: frequencies + start)
      if !isSound { damage(frequencies + start, end - start) }
      start = end
    }
  }

  private mutating func packedFrequencies(
    _ slots: UnsafeMutablePointer<UInt32>, _ count: Int, into frequencies: UnsafeMutablePointer<UInt32>
  ) {
    let size = UInt32(PostingListFormat.blockSize)
    var start = 0
    while start < count {
      let block = positions[Int(slots[start])] / size
      var end = start
      while end < count, positions[Int(slots[end])] / size == block {
        places[end - start] = positions[Int(slots[end])] % size
        end += 1
      }
      if !blockFrequencies(Int(block), end - start, into: frequencies + start) {
        damage(frequencies + start, end - start)
      }
      start = end
    }
  }

  /// The frequencies at `places` of a block.
  private mutating func blockFrequencies(
    _ block: Int, _ number: Int, into frequencies: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    if block < list.fullBlockCount {
      return list.frequencies(inFullBlock: block, at: places, number, into: frequencies)
    }
    let rest = buffer + PostingListFormat.blockSize
    if frequencyBlock != block {
      guard list.decodeFrequencies(ofBlock: block, into: rest) else { return false }
      frequencyBlock = block
    }
    for index in 0..<number { frequencies[index] = rest[Int(places[index])] }
    return true
  }

  private mutating func damage(_ frequencies: UnsafeMutablePointer<UInt32>, _ count: Int) {
    isDamaged = true
    frequencies.update(repeating: 1, count: count)
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
