import CVector

/// The lists of a prefix's terms made one while searching: documents ascending, frequencies summed up.
enum PrefixUnion {
  /// With so many documents to a posting, going through a bitmap of all of them costs more than sorting.
  private static let sparsest = 512

  /// - Parameters:
  ///   - range: at least one term.
  ///   - apart: one more term, outside the range.
  ///   - lists: the section the terms' lists stand in.
  /// - Complexity: O(*p*) for *p* postings: added up document by document, or where they are few among many
  ///   documents sorted by two or three passes over their document numbers.
  static func list(
    of range: TermRange, and apart: TermEntry? = nil, in terms: TermDictionary, lists: ListSection,
    scratch: ScratchMemory
  ) throws(TesseraError) -> PostingList {
    let postings = Int(clamping: range.documentCountSum)
    guard range.count <= postings, postings / max(lists.documents, 1) <= range.count else {
      throw lists.bytes.corrupt(at: range.offset, "\(postings) postings of \(range.count) terms cannot be")
    }
    let all = postings + Int(apart?.documentCount ?? 0)
    return lists.documents / sparsest > all
      ? try sorted(range, apart, terms, lists, all, scratch)
      : try summed(range, apart, terms, lists, min(all, lists.documents), scratch)
  }

  private static func forEachList(
    of range: TermRange, and apart: TermEntry?, _ terms: TermDictionary, _ lists: ListSection,
    _ body: (_ documentCount: UInt32, _ offset: Int, _ byteCount: Int) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    try lists.bytes.check(at: range.offset, count: range.byteCount)
    try terms.forEachList(in: range, body)
    guard let apart else { return }
    try lists.bytes.check(at: apart.offset, count: apart.byteCount)
    try body(apart.documentCount, apart.offset, apart.byteCount)
  }

  // MARK: Few among many documents: sorted

  private static func sorted(
    _ range: TermRange, _ apart: TermEntry?, _ terms: TermDictionary, _ lists: ListSection, _ postings: Int,
    _ scratch: ScratchMemory
  ) throws(TesseraError) -> PostingList {
    var pairs = scratch.allocate(UInt64.self, postings)
    var spare = scratch.allocate(UInt64.self, postings)
    var count = 0
    var decoder = ListDecoder(scratch)
    try forEachList(of: range, and: apart, terms, lists) {
      (documentCount, offset, byteCount) throws(TesseraError) in
      guard count + Int(documentCount) <= postings else {
        throw lists.bytes.corrupt(at: offset, "more postings than the dictionary says")
      }
      let at = pairs + count
      count += Int(documentCount)
      try decoder.decode(lists, documentCount, offset: offset, byteCount: byteCount) {
        docs, frequencies, from, size in
        for index in 0..<size { at[from + index] = UInt64(docs[index]) << 32 | UInt64(frequencies[index]) }
      }
    }
    sort(&pairs, &spare, count, documents: lists.documents)
    return combined(pairs, count, lists.documents, scratch)
  }

  /// Sorts by the upper half: least significant digits first, each pass stable.
  private static func sort(
    _ pairs: inout UnsafeMutablePointer<UInt64>, _ spare: inout UnsafeMutablePointer<UInt64>, _ count: Int,
    documents: Int
  ) {
    let bits = Int.bitWidth - documents.leadingZeroBitCount
    let passes = (bits + 10) / 11
    let digit = (bits + passes - 1) / passes
    let mask = (1 << digit) - 1
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: mask + 1) { places in
      for pass in 0..<passes {
        let shift = UInt64(32 + pass * digit)
        places.initialize(repeating: 0)
        for index in 0..<count { places[Int(truncatingIfNeeded: pairs[index] &>> shift) & mask] &+= 1 }
        var sum: Int32 = 0
        for value in 0...mask { (places[value], sum) = (sum, sum &+ places[value]) }
        for index in 0..<count {
          let value = Int(truncatingIfNeeded: pairs[index] &>> shift) & mask
          spare[Int(places[value])] = pairs[index]
          places[value] &+= 1
        }
        (pairs, spare) = (spare, pairs)
      }
    }
  }

  private static func combined(
    _ pairs: UnsafeMutablePointer<UInt64>, _ count: Int, _ documents: Int, _ scratch: ScratchMemory
  ) -> PostingList {
    let docs = scratch.allocate(UInt32.self, count)
    let frequencies = scratch.allocate(UInt32.self, count)
    var kept = -1
    var previous: UInt64 = .max
    for index in 0..<count {
      let doc = pairs[index] >> 32
      let frequency = UInt32(truncatingIfNeeded: pairs[index])
      if doc == previous {
        frequencies[kept] = frequencies[kept] &+ frequency
      } else {
        kept += 1
        docs[kept] = UInt32(truncatingIfNeeded: doc)
        frequencies[kept] = frequency
        previous = doc
      }
    }
    return PostingList(
      docs: docs, frequencies: frequencies, count: kept + 1, documents: documents, hasFrequencies: true)
  }

  // MARK: Summed up by document

  private static func summed(
    _ range: TermRange, _ apart: TermEntry?, _ terms: TermDictionary, _ lists: ListSection, _ most: Int,
    _ scratch: ScratchMemory
  ) throws(TesseraError) -> PostingList {
    // A sum means something once its document's bit is set, so that the row need not be cleared first.
    let sums = scratch.allocate(UInt32.self, lists.documents)
    let wordCount = (lists.documents + 63) / 64
    let touched = scratch.zeros(UInt64.self, wordCount)
    var decoder = ListDecoder(scratch)
    try forEachList(of: range, and: apart, terms, lists) {
      (documentCount, offset, byteCount) throws(TesseraError) in
      try decoder.decode(lists, documentCount, offset: offset, byteCount: byteCount) {
        docs, frequencies, _, size in
        for index in 0..<size {
          let doc = Int(docs[index])
          let bits = touched[doc &>> 6]
          let bit = 1 as UInt64 &<< UInt64(doc & 63)
          sums[doc] = (bits & bit == 0 ? 0 : sums[doc]) &+ frequencies[index]
          touched[doc &>> 6] = bits | bit
        }
      }
    }
    let docs = scratch.allocate(UInt32.self, most + 8)
    let frequencies = scratch.allocate(UInt32.self, most)
    let count = cvector_bits(touched, wordCount, 0, docs)
    for index in 0..<count { frequencies[index] = sums[Int(docs[index])] }
    return PostingList(
      docs: docs, frequencies: frequencies, count: count, documents: lists.documents, hasFrequencies: true)
  }
}
