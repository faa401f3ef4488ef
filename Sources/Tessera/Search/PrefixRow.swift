import CVector

/// A prefix in one segment as a row over all documents: for each a byte, how often the prefix's words occur in it.
///
/// Made with one addition for each posting, in whatever order the lists come, and asked with one load for each
/// document: so the lists of a prefix need not be put in order before they are intersected with others. Of frequencies
/// that a byte cannot hold the rest stands apart.
struct PrefixRow {
  /// Not 0 for the documents that have one of the words; a whole number of pages.
  let bytes: UnsafeMutablePointer<UInt8>
  let documents: Int
  /// At least as many as documents with one of the words.
  let postings: Int
  /// By document in the upper half, ascending: what the byte lacks, in the lower half.
  private var carries: [UInt64] = []

  /// Of more documents to a posting, clearing the row costs more than it saves.
  private static let sparsest = 128

  /// Whether a row is the cheapest way to unite the lists.
  static func serves(_ lists: PrefixLists) -> Bool {
    lists.documents / sparsest <= lists.postings
  }

  /// - Parameters:
  ///   - frequencies: whether frequencies are wanted, or only which documents.
  ///   - candidates: where they are given, the row need be right for these documents alone.
  /// - Complexity: O(*p* + *n*) for *p* postings and *n* documents: one to two nanoseconds for each posting, one
  ///   for thirty documents.
  init(
    _ lists: PrefixLists, frequencies: Bool, within candidates: FewLookups? = nil,
    scratch: ScratchMemory
  ) throws(TesseraError) {
    documents = lists.documents
    postings = min(lists.postings, lists.documents)
    let size =
      PostingListFormat.pageCount(documents: documents) * PostingListFormat.pageSize
    bytes = scratch.zeros(UInt8.self, size)
    if frequencies {
      try add(lists, candidates, scratch)
    } else {
      try mark(lists, candidates, scratch)
    }
  }

  /// A row of nothing, to which pairs are added.
  ///
  /// - Parameter postings: at most as many as are added.
  init(documents: Int, postings: Int, scratch: ScratchMemory) {
    (self.documents, self.postings) = (documents, min(postings, documents))
    let size = PostingListFormat.pageCount(documents: documents) * PostingListFormat.pageSize
    bytes = scratch.zeros(UInt8.self, size)
  }

  /// Adds frequencies, in the lower half of each pair, to those of their documents.
  mutating func add(pairs: UnsafePointer<UInt64>, _ count: Int, scratch: ScratchMemory) {
    let size = PostingListFormat.pageSize
    let carried = scratch.allocate(UInt64.self, size)
    var more: [UInt64] = []
    for start in stride(from: 0, to: count, by: size) {
      let number = cvector_add_pairs(bytes, pairs + start, min(size, count - start), carried)
      if number > 0 { more.append(contentsOf: UnsafeBufferPointer(start: carried, count: number)) }
    }
    if !more.isEmpty { carries = Self.combined(carries + more) }
  }

  /// Whether looking up the candidates in a long list is cheaper than going through it.
  private static func looksUp(
    _ candidates: FewLookups, in list: PostingList, frequencies: Bool
  ) -> Bool {
    list.form == .dense
      ? candidates.count < (frequencies ? 4 * list.blockCount : list.blockCount / 8)
      : candidates.count * (frequencies ? 12 : 24) < list.count
  }

  private func mark(
    _ lists: PrefixLists, _ candidates: FewLookups?, _ scratch: ScratchMemory
  ) throws(TesseraError) {
    var decoder = ListDecoder(scratch)
    let words = scratch.allocate(UInt64.self, PostingListFormat.wordsPerPage)
    try lists.forEach { (documentCount, offset, byteCount) throws(TesseraError) in
      if scratch.isStopped { return }
      if documentCount == 1 {
        bytes[Int(try lists.section.single(offset, byteCount).doc)] = 1
        return
      }
      let long = try lists.section.long(documentCount, offset, byteCount)
      if let long, let candidates, Self.looksUp(candidates, in: long, frequencies: false) {
        guard let count = candidates.look(in: long) else { throw lists.section.damaged(offset) }
        cvector_mark_bytes(bytes, candidates.found, count)
      } else if let list = long, list.form == .dense {
        for page in 0..<list.blockCount {
          list.copyPage(page, to: words)
          let first = page * PostingListFormat.pageSize
          cvector_mark_dense_bytes(bytes + first, words, PostingListFormat.wordsPerPage)
        }
      } else if long == nil,
        let rows = ShortList.Rows(
          lists.section.pointer(offset), byteCount: byteCount, count: Int(documentCount),
          withFrequencies: false)
      {
        let count = cvector_mark_gaps(
          bytes, rows.gaps, UInt32(rows.gapWidth), Int(documentCount), UInt64(documents))
        guard count == Int(documentCount) else { throw lists.section.damaged(offset) }
        SearchCounters.readShortList(postings: count, bytes: byteCount)
      } else {
        try decoder.decodeDocs(
          lists.section, documentCount, offset: offset, byteCount: byteCount
        ) { docs, count in cvector_mark_bytes(bytes, docs, count) }
      }
    }
  }

  private mutating func add(
    _ lists: PrefixLists, _ candidates: FewLookups?, _ scratch: ScratchMemory
  ) throws(TesseraError) {
    var decoder = ListDecoder(scratch)
    let carried = scratch.allocate(UInt64.self, PostingListFormat.pageSize)
    // More than a page, for it is read sixty-four at a time.
    let numbers = scratch.allocate(UInt32.self, PostingListFormat.pageSize + 64)
    let bytes = bytes
    var carries: [UInt64] = []
    try lists.forEach { (documentCount, offset, byteCount) throws(TesseraError) in
      if scratch.isStopped { return }
      if documentCount == 1 {
        var (doc, frequency) = try lists.section.single(offset, byteCount)
        let count = cvector_add_bytes(bytes, &doc, &frequency, 1, carried)
        if count > 0 { carries.append(carried[0]) }
        return
      }
      let long = try lists.section.long(documentCount, offset, byteCount)
      if let long, let candidates, Self.looksUp(candidates, in: long, frequencies: true) {
        guard let number = candidates.look(in: long) else { throw lists.section.damaged(offset) }
        for start in stride(from: 0, to: number, by: PostingListFormat.pageSize) {
          let size = min(PostingListFormat.pageSize, number - start)
          let count = cvector_add_bytes(
            bytes, candidates.found + start, candidates.frequencies + start, size, carried)
          if count > 0 {
            carries.append(contentsOf: UnsafeBufferPointer(start: carried, count: count))
          }
        }
      } else if let list = long, list.form == .dense {
        for page in 0..<list.blockCount {
          guard let count = Self.add(page, of: list, to: bytes, numbers, carried) else {
            throw lists.section.damaged(offset)
          }
          if count > 0 {
            carries.append(contentsOf: UnsafeBufferPointer(start: carried, count: count))
          }
        }
      } else if long == nil,
        let rows = ShortList.Rows(
          lists.section.pointer(offset), byteCount: byteCount, count: Int(documentCount),
          withFrequencies: true)
      {
        var count = 0
        let added = cvector_add_gaps(
          bytes, rows.gaps, UInt32(rows.gapWidth), Int(documentCount), UInt64(documents),
          rows.frequencies, UInt32(rows.frequencyWidth), carried, &count)
        guard added == Int(documentCount) else { throw lists.section.damaged(offset) }
        SearchCounters.readShortList(postings: added, bytes: byteCount)
        if count > 0 {
          carries.append(contentsOf: UnsafeBufferPointer(start: carried, count: count))
        }
      } else {
        try decoder.decode(
          lists.section, documentCount, offset: offset, byteCount: byteCount
        ) { docs, frequencies, _, size in
          let count = cvector_add_bytes(bytes, docs, frequencies, size, carried)
          if count > 0 {
            carries.append(contentsOf: UnsafeBufferPointer(start: carried, count: count))
          }
        }
      }
    }
    self.carries = Self.combined(carries)
  }

  /// Adds a page of a bitmap; gives how many carries there are, nil when its bytes are damaged.
  private static func add(
    _ page: Int, of list: PostingList, to bytes: UnsafeMutablePointer<UInt8>,
    _ numbers: UnsafeMutablePointer<UInt32>, _ carried: UnsafeMutablePointer<UInt64>
  ) -> Int? {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: PostingListFormat.wordsPerPage) {
      let words = $0.baseAddress!
      let count = list.copyPage(page, to: words)
      if count == 0 { return 0 }
      guard list.decodeFrequencies(ofPage: page, count: count, into: numbers) else { return nil }
      let first = page * PostingListFormat.pageSize
      return cvector_add_dense_bytes(
        bytes + first, words, PostingListFormat.wordsPerPage, DocNumber(first), numbers, carried)
    }
  }

  /// One for each document, ascending, so that no sum of byte and carry passes 2^31 - 1.
  private static func combined(_ carries: [UInt64]) -> [UInt64] {
    var combined: [UInt64] = []
    for carry in carries.sorted() {
      guard let last = combined.last, last >> 32 == carry >> 32 else {
        combined.append(carry)
        continue
      }
      let sum = min((last & 0xFFFF_FFFF) + (carry & 0xFFFF_FFFF), UInt64(Int32.max) - 255)
      combined[combined.count - 1] = (last & ~0xFFFF_FFFF) | sum
    }
    return combined
  }

  /// The frequencies of ascending documents; 0 where one has none of the words.
  @inline(__always)
  func frequencies(
    _ docs: UnsafePointer<DocNumber>, _ count: Int, into frequencies: UnsafeMutablePointer<UInt32>
  ) {
    cvector_take_bytes(docs, count, bytes, frequencies)
    if !carries.isEmpty { addCarries(docs, count, to: frequencies) }
  }

  @inline(never)
  private func addCarries(
    _ docs: UnsafePointer<DocNumber>, _ count: Int, to frequencies: UnsafeMutablePointer<UInt32>
  ) {
    guard count > 0 else { return }
    var (place, end) = (0, carries.count)
    while place < end {
      let middle = (place + end) / 2
      if carries[middle] >> 32 < UInt64(docs[0]) { place = middle + 1 } else { end = middle }
    }
    for index in 0..<count {
      while place < carries.count, carries[place] >> 32 < UInt64(docs[index]) { place += 1 }
      if place == carries.count { return }
      if carries[place] >> 32 == UInt64(docs[index]) {
        frequencies[index] &+= UInt32(truncatingIfNeeded: carries[place])
      }
    }
  }

  /// The documents and frequencies as a list.
  func list(scratch: ScratchMemory) -> PostingList {
    let wordCount = (documents + 63) / 64
    let words = scratch.allocate(UInt64.self, wordCount)
    cvector_nonzero_words(bytes, wordCount, words)
    let count = cvector_bit_count(words, wordCount)
    let docs = scratch.allocate(UInt32.self, count + 16)
    let frequencies = scratch.allocate(UInt32.self, count)
    _ = cvector_bits(words, wordCount, 0, docs)
    self.frequencies(docs, count, into: frequencies)
    return PostingList(
      docs: docs, frequencies: frequencies, count: count, documents: documents,
      hasFrequencies: true)
  }
}

extension PostingList {
  /// Copies a page of the bitmap, without bits at or beyond `documents`; gives how many bits it has.
  @discardableResult
  fileprivate func copyPage(_ page: Int, to words: UnsafeMutablePointer<UInt64>) -> Int {
    let first = page * PostingListFormat.wordsPerPage
    var count = 0
    for index in 0..<PostingListFormat.wordsPerPage {
      words[index] = (first + index) * 64 < documents ? word(first + index) : 0
      count += words[index].nonzeroBitCount
    }
    SearchCounters.readWords(PostingListFormat.wordsPerPage, postings: count)
    return count
  }
}

extension ListSection {
  /// A list whose bytes were checked, where it is packed or dense.
  @inline(__always)
  func long(
    _ documentCount: UInt32, _ offset: Int, _ byteCount: Int
  ) throws(TesseraError) -> PostingList? {
    let count = Int(documentCount)
    if PostingListFormat.form(count: count, documents: documents) == .short { return nil }
    return try longList(count: count, offset: offset, byteCount: byteCount)
  }

  /// The only posting of a list whose bytes were checked.
  @inline(__always)
  func single(
    _ offset: Int, _ byteCount: Int
  ) throws(TesseraError) -> (doc: DocNumber, frequency: UInt32) {
    var at = pointer(offset)
    let end = at + byteCount
    guard let value = ListVarint.read(&at, end: end), value >> 1 < UInt64(documents) else {
      throw damaged(offset)
    }
    let doc = DocNumber(truncatingIfNeeded: value >> 1)
    if value & 1 == 0 { return (doc, 1) }
    guard let frequency = ListVarint.read(&at, end: end) else { throw damaged(offset) }
    return (doc, UInt32(truncatingIfNeeded: frequency))
  }
}
