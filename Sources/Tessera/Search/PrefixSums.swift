import CVector

/// A prefix in one segment among some documents alone: those of them that have it, and how often.
///
/// Of most postings of its lists one bit is asked and no more. So nothing is cleared or gone through for each document of
/// the segment but that bit, and where the documents are few not even that; and in long lists a block that none of them
/// can be in is not decoded. What stays is put in order.
struct PrefixSums {
  /// The documents that have the prefix, with frequencies; nil where there are none, or very many.
  private(set) var list: PostingList?
  /// The same where they are many.
  private(set) var row: PrefixRow?
  /// Whether so many of the postings are wanted that asking it of each is lost time; nothing else is known then.
  private(set) var isFutile = false
  /// Which of the candidates the documents of the list are, where that is known yet.
  private var slots: UnsafeMutablePointer<UInt32>?

  private let lists: PrefixLists
  private let scratch: ScratchMemory
  private let needsFrequencies: Bool
  /// A document may be wanted where its number, less the bits that the mask lacks, is a bit that is set.
  private let words: UnsafePointer<UInt64>
  private let mask: UInt32
  /// The documents, where they are known one by one.
  private let candidates: UnsafeMutableBufferPointer<DocNumber>?

  /// What was kept: the document in the upper half, its frequency in the lower.
  private let pairs: UnsafeMutablePointer<UInt64>
  private let capacity: Int
  private var count = 0
  /// Postings that were asked.
  private var asked = 0
  // Of a block or a page.
  private let docs: UnsafeMutablePointer<DocNumber>
  private let kept: UnsafeMutablePointer<DocNumber>
  private let places: UnsafeMutablePointer<UInt32>
  private let frequencies: UnsafeMutablePointer<UInt32>

  /// Of more documents to a pair sorting the pairs is cheaper than a row of all documents.
  private static let sparsest = 64
  /// Where a document of so many was kept, and more than every other posting, filtering is futile.
  private static let documentsToMany = 192
  /// Up to so many candidates are looked up in a block one by one.
  private static let fewInBlock = 8
  /// Of so many in a block the frequencies are decoded with all others.
  private static let manyInBlock = 16
  /// Of fewer documents to a candidate the filter has a bit for each.
  private static let documentsToCandidate = 512
  /// Bits of the filter for each candidate at least, and so many postings may pass it for nothing.
  private static let (bitsToCandidate, mostWrong) = (32, 1_024)

  /// The sums among candidates.
  ///
  /// - Parameters:
  ///   - candidates: ascending, at least one.
  ///   - frequencies: whether they are wanted, or only which documents.
  /// - Complexity: O(*p* + *m*) for *p* postings and *m* candidates; about half a nanosecond for a posting that is
  ///   decoded.
  init(
    _ lists: PrefixLists, among candidates: UnsafeMutableBufferPointer<DocNumber>, frequencies: Bool,
    scratch: ScratchMemory
  ) throws(TesseraError) {
    let documents = lists.documents
    let right = min(documents, lists.postings) * candidates.count / Self.mostWrong
    let size = max(512, Self.bitsToCandidate * candidates.count, right)
    // A power of two; of as many as there are documents each has its own.
    let isExact = size >= documents / 2 || candidates.count >= documents / Self.documentsToCandidate
    let bits = isExact ? documents : 1 << (Int.bitWidth - (size - 1).leadingZeroBitCount)
    let mask = bits == documents ? UInt32.max : UInt32(bits - 1)
    let words = scratch.zeros(UInt64.self, (bits + 63) / 64)
    if isExact {
      cvector_set_bits(words, candidates.baseAddress!, candidates.count)
    } else {
      for doc in candidates { words[Int((doc & mask) >> 6)] |= 1 << UInt64(doc & 63) }
    }
    self.init(lists, words, mask, candidates, frequencies, scratch)
    try addAll()
    finish()
  }

  /// The sums among the documents of a bitmap, those behind the last document left out.
  init(
    _ lists: PrefixLists, among words: UnsafePointer<UInt64>, frequencies: Bool, scratch: ScratchMemory
  ) throws(TesseraError) {
    self.init(lists, words, .max, nil, frequencies, scratch)
    try addAll()
    finish()
  }

  private init(
    _ lists: PrefixLists, _ words: UnsafePointer<UInt64>, _ mask: UInt32,
    _ candidates: UnsafeMutableBufferPointer<DocNumber>?, _ frequencies: Bool, _ scratch: ScratchMemory
  ) {
    (self.lists, self.words, self.mask, self.candidates) = (lists, words, mask, candidates)
    (needsFrequencies, self.scratch) = (frequencies, scratch)
    let size = PostingListFormat.pageSize + 16
    capacity = min(lists.postings, lists.documents / 8) + 2 * size
    pairs = scratch.allocate(UInt64.self, capacity)
    docs = scratch.allocate(DocNumber.self, size)
    kept = scratch.allocate(DocNumber.self, size)
    places = scratch.allocate(UInt32.self, size)
    self.frequencies = scratch.allocate(UInt32.self, size)
  }

  // MARK: List by list

  private mutating func addAll() throws(TesseraError) {
    let section = lists.section
    try lists.forEach { (documentCount, offset, byteCount) throws(TesseraError) in
      if isFutile || scratch.isStopped { return }
      makeRoom()
      if documentCount == 1 {
        let (doc, frequency) = try section.single(offset, byteCount)
        let number = doc & mask
        pairs[count] = UInt64(doc) << 32 | UInt64(frequency)
        count += Int(words[Int(number >> 6)] >> UInt64(number & 63) & 1)
      } else if let list = try section.long(documentCount, offset, byteCount) {
        let isSound = list.form == .dense ? addDense(list) : addPacked(list)
        if !isSound { throw section.damaged(offset) }
      } else if !addShort(section.pointer(offset), byteCount, Int(documentCount)) {
        throw section.damaged(offset)
      }
      asked += Int(documentCount)
      if candidates == nil, count > lists.documents / Self.documentsToMany, count > asked / 2 {
        isFutile = true
      }
    }
  }

  private mutating func addShort(
    _ bytes: UnsafePointer<UInt8>, _ byteCount: Int, _ length: Int
  ) -> Bool {
    if let rows = ShortList.Rows(
      bytes, byteCount: byteCount, count: length, withFrequencies: needsFrequencies)
    {
      var number = 0
      let read = cvector_keep_gaps(
        rows.gaps, UInt32(rows.gapWidth), length, UInt64(lists.documents), words, mask,
        rows.frequencies, UInt32(rows.frequencyWidth), pairs + count, &number)
      count += number
      SearchCounters.readShortList(postings: read, bytes: byteCount)
      return read == length
    }
    let list = UnsafeBufferPointer(start: bytes, count: byteCount)
    guard
      ShortList.decode(
        list, count: length, documents: lists.documents, docs: docs,
        frequencies: needsFrequencies ? frequencies : nil)
    else { return false }
    let number = cvector_keep(docs, length, words, mask, kept, places)
    if needsFrequencies {
      for index in 0..<number { frequencies[index] = frequencies[Int(places[index])] }
    }
    append(number)
    return true
  }

  private mutating func addPacked(_ list: PostingList) -> Bool {
    if let candidates { return addPacked(list, candidates) }
    for block in 0..<list.blockCount {
      if scratch.isStopped { break }
      guard list.decodeBlock(block, into: docs) else { return false }
      let number = cvector_keep(docs, list.blockLength(block), words, mask, kept, places)
      if number > 0, !append(number, ofBlock: block, of: list) { return false }
    }
    return true
  }

  /// Decodes the blocks alone that a candidate may be in.
  private mutating func addPacked(
    _ list: PostingList, _ candidates: UnsafeMutableBufferPointer<DocNumber>
  ) -> Bool {
    let wanted = candidates.baseAddress!
    var (index, block) = (0, 0)
    while index < candidates.count, !scratch.isStopped {
      block = list.block(of: wanted[index], from: block)
      if block == list.blockCount { break }
      guard list.decodeSearchableBlock(block, into: docs) else { return false }
      let last = list.docs[block]
      var number = 0
      let few = min(candidates.count, index + Self.fewInBlock)
      if few == candidates.count || wanted[few] > last {
        while index < few, wanted[index] <= last {
          let rank = cvector_rank128(docs, wanted[index])
          (kept[number], places[number]) = (wanted[index], rank)
          number += docs[Int(rank)] == wanted[index] ? 1 : 0
          index += 1
        }
      } else {
        number = cvector_keep(docs, list.blockLength(block), words, mask, kept, places)
        index = AscendingDocs.firstPlace(in: wanted, candidates.count, notBefore: last + 1, from: few)
      }
      if number > 0, !append(number, ofBlock: block, of: list) { return false }
    }
    return true
  }

  /// Looks up candidates, or intersects pages.
  private mutating func addDense(_ list: PostingList) -> Bool {
    let size = PostingListFormat.pageSize
    if let candidates {
      for start in stride(from: 0, to: candidates.count, by: size) where !scratch.isStopped {
        var number = 0
        for index in start..<min(start + size, candidates.count) {
          kept[number] = candidates[index]
          number += list.contains(candidates[index]) ? 1 : 0
        }
        guard
          !needsFrequencies || list.frequencies(ofDocs: kept, number, ranks: places, into: frequencies)
        else { return false }
        append(number)
      }
      return true
    }
    let perPage = PostingListFormat.wordsPerPage
    let wordCount = (lists.documents + 63) / 64
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: perPage) { both in
      for page in 0..<list.blockCount where !scratch.isStopped {
        let first = page * perPage
        let length = min(perPage, wordCount - first)
        for word in 0..<length { both[word] = list.word(first + word) & words[first + word] }
        let number = cvector_bits(both.baseAddress!, length, DocNumber(page * size), kept)
        if number == 0 { continue }
        guard
          !needsFrequencies
            || list.frequencies(ofPage: page, kept, number, ranks: places, into: frequencies)
        else { return false }
        append(number)
      }
      return true
    }
  }

  // MARK: What is kept

  private mutating func append(_ number: Int, ofBlock block: Int, of list: PostingList) -> Bool {
    if needsFrequencies {
      if number < Self.manyInBlock {
        guard list.frequencies(inBlock: block, at: places, number, rest: docs, into: frequencies)
        else { return false }
      } else {
        guard list.decodeFrequencies(ofBlock: block, into: docs) else { return false }
        for index in 0..<number { frequencies[index] = docs[Int(places[index])] }
      }
    }
    append(number)
    return true
  }

  private mutating func append(_ number: Int) {
    makeRoom()
    for index in 0..<number {
      let frequency = needsFrequencies ? UInt64(frequencies[index]) : 1
      pairs[count + index] = UInt64(kept[index]) << 32 | frequency
    }
    count += number
  }

  /// For another page.
  @inline(__always)
  private mutating func makeRoom() {
    if count > capacity - PostingListFormat.pageSize - 1 { movePairs() }
  }

  @inline(never)
  private mutating func movePairs() {
    if row == nil {
      row = PrefixRow(documents: lists.documents, postings: lists.postings, scratch: scratch)
    }
    row!.add(pairs: pairs, count, scratch: scratch)
    count = 0
  }

  private mutating func finish() {
    if isFutile { return }
    if row != nil || count > lists.documents / Self.sparsest { return movePairs() }
    if count == 0 { return }
    list = PrefixUnion.list(of: pairs, count, documents: lists.documents, scratch: scratch)
    if mask != .max, let candidates { intersect(list!, candidates) }
  }

  /// Which of the candidates the documents of the list are.
  ///
  /// - Precondition: it was made of candidates.
  mutating func candidateSlots() -> UnsafePointer<UInt32>? {
    if slots == nil, let list, mask == .max {
      let ranks = scratch.allocate(UInt32.self, list.count)
      cvector_ranks(words, list.docs, list.count, ranks)
      slots = ranks
    }
    return slots.map { UnsafePointer($0) }
  }

  /// Drops what only seemed to be a candidate.
  private mutating func intersect(
    _ list: PostingList, _ candidates: UnsafeMutableBufferPointer<DocNumber>
  ) {
    let slots = scratch.allocate(UInt32.self, list.count)
    let docs = UnsafeMutablePointer(mutating: list.docs)
    let frequencies = UnsafeMutablePointer(mutating: list.offsets)
    let wanted = candidates.baseAddress!
    var (number, slot) = (0, 0)
    for index in 0..<list.count {
      let doc = docs[index]
      slot = AscendingDocs.firstPlace(in: wanted, candidates.count, notBefore: doc, from: slot)
      if slot == candidates.count { break }
      (docs[number], frequencies[number]) = (doc, frequencies[index])
      slots[number] = UInt32(truncatingIfNeeded: slot)
      number += wanted[slot] == doc ? 1 : 0
    }
    self.slots = slots
    self.list =
      number == 0
      ? nil
      : PostingList(
        docs: docs, frequencies: frequencies, count: number, documents: list.documents,
        hasFrequencies: true)
  }
}
