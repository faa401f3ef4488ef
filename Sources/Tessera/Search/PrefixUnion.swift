import CVector

/// The lists of a prefix's terms made one while searching: documents ascending, frequencies summed up.
enum PrefixUnion {
  /// With so many documents to a posting, going through a bitmap of all of them costs more than sorting.
  private static let sparsest = 512

  /// - Complexity: O(*p*) for *p* postings, where they are few among many documents with two or three passes over
  ///   them; see `PrefixRow` for where they are many.
  static func list(of lists: PrefixLists, scratch: ScratchMemory) throws(TesseraError) -> PostingList {
    if lists.documents / sparsest > lists.postings { return try sorted(lists, scratch) }
    return PrefixRow.serves(lists)
      ? try PrefixRow(lists, frequencies: true, scratch: scratch).list(scratch: scratch)
      : try summed(lists, scratch)
  }

  // MARK: Few among many documents: sorted

  private static func sorted(_ lists: PrefixLists, _ scratch: ScratchMemory) throws(TesseraError)
    -> PostingList
  {
    let (section, postings) = (lists.section, lists.postings)
    var pairs = scratch.allocate(UInt64.self, postings)
    var spare = scratch.allocate(UInt64.self, postings)
    var count = 0
    var decoder = ListDecoder(scratch)
    try lists.forEach { (documentCount, offset, byteCount) throws(TesseraError) in
      if scratch.isStopped { return }
      guard count + Int(documentCount) <= postings else {
        throw section.bytes.corrupt(at: offset, "more postings than the dictionary says")
      }
      let at = pairs + count
      count += Int(documentCount)
      try decoder.decode(section, documentCount, offset: offset, byteCount: byteCount) {
        docs, frequencies, from, size in
        for index in 0..<size { at[from + index] = UInt64(docs[index]) << 32 | UInt64(frequencies[index]) }
      }
    }
    sort(&pairs, &spare, count, documents: lists.documents)
    return combined(pairs, count, lists.documents, scratch)
  }

  /// Pairs of a document, in the upper half, and a frequency, in any order, as a list; at least one.
  static func list(
    of pairs: UnsafeMutablePointer<UInt64>, _ count: Int, documents: Int, scratch: ScratchMemory
  ) -> PostingList {
    var pairs = pairs
    var spare = scratch.allocate(UInt64.self, count)
    sort(&pairs, &spare, count, documents: documents)
    return combined(pairs, count, documents, scratch)
  }

  /// So many are sorted by narrower digits, of which there are fewer to go through.
  private static let fewPairs = 1_024

  /// Sorts by the upper half: least significant digits first, each pass stable.
  private static func sort(
    _ pairs: inout UnsafeMutablePointer<UInt64>, _ spare: inout UnsafeMutablePointer<UInt64>, _ count: Int,
    documents: Int
  ) {
    let bits = Int.bitWidth - documents.leadingZeroBitCount
    let widest = count < fewPairs ? 8 : 11
    let passes = (bits + widest - 1) / widest
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
    let docs = scratch.allocate(UInt32.self, count + 16)
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

  private static func summed(_ lists: PrefixLists, _ scratch: ScratchMemory) throws(TesseraError)
    -> PostingList
  {
    let section = lists.section
    // A sum means something once its document's bit is set, so that the row need not be cleared first.
    let sums = scratch.allocate(UInt32.self, lists.documents)
    let wordCount = (lists.documents + 63) / 64
    let touched = scratch.zeros(UInt64.self, wordCount)
    var decoder = ListDecoder(scratch)
    try lists.forEach { (documentCount, offset, byteCount) throws(TesseraError) in
      if scratch.isStopped { return }
      try decoder.decode(section, documentCount, offset: offset, byteCount: byteCount) {
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
    // Not more than the lists really have, whatever the dictionary says.
    let most = cvector_bit_count(touched, wordCount)
    let docs = scratch.allocate(UInt32.self, most + 16)
    let frequencies = scratch.allocate(UInt32.self, most)
    let count = cvector_bits(touched, wordCount, 0, docs)
    for index in 0..<count { frequencies[index] = sums[Int(docs[index])] }
    return PostingList(
      docs: docs, frequencies: frequencies, count: count, documents: lists.documents, hasFrequencies: true)
  }
}
