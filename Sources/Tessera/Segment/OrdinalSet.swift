/// Some documents of a segment by their ordinals, a bit each: those that are deleted, for whoever goes by keys or reads
/// stored documents.
struct OrdinalSet {
  private(set) var words: [UInt64]
  private(set) var count = 0

  /// The empty set.
  init(documents: Int) { words = [UInt64](repeating: 0, count: (documents + 63) / 64) }

  /// The ordinals of deleted documents.
  init(_ deleted: DeletedDocuments, in order: DocumentOrder) throws(TesseraError) {
    self.init(documents: deleted.documentCount)
    if order.isIdentity {
      for word in words.indices { words[word] = deleted.words[word] }
      count = deleted.count
      return
    }
    for index in words.indices {
      var word = deleted.words[index]
      while word != 0 {
        insert(try order.ordinal(of: DocNumber(index * 64 + word.trailingZeroBitCount)))
        word &= word - 1
      }
    }
  }

  @inline(__always)
  func contains(_ ordinal: DocNumber) -> Bool {
    words[Int(ordinal >> 6)] >> UInt64(ordinal & 63) & 1 != 0
  }

  /// - Precondition: there is such a document.
  mutating func insert(_ ordinal: DocNumber) {
    let bit: UInt64 = 1 << UInt64(ordinal & 63)
    if words[Int(ordinal >> 6)] & bit == 0 { count += 1 }
    words[Int(ordinal >> 6)] |= bit
  }
}

extension SegmentReader {
  /// The document with an ordinal.
  ///
  /// - Complexity: O(*c* log *n*) in the *c* different lengths of *n* documents.
  func doc(of ordinal: DocNumber) throws(TesseraError) -> DocNumber {
    if order.isIdentity { return ordinal }
    let starts = try lengths.runs().starts
    for (start, end) in zip(starts, starts.dropFirst()) where start < end {
      if let doc = try order.doc(of: ordinal, in: DocNumber(start)..<DocNumber(end)) { return doc }
    }
    throw damaged("no document has ordinal \(ordinal) of \(documentCount)")
  }

  /// The documents with some ordinals, in any order.
  func docs(of ordinals: Set<DocNumber>) throws(TesseraError) -> [DocNumber] {
    if order.isIdentity { return Array(ordinals) }
    var docs: [DocNumber] = []
    docs.reserveCapacity(ordinals.count)
    // One is found in some microseconds, all together in a few nanoseconds each.
    guard ordinals.count > documentCount / 1024 else {
      for ordinal in ordinals { docs.append(try doc(of: ordinal)) }
      return docs
    }
    var set = OrdinalSet(documents: documentCount)
    for ordinal in ordinals { set.insert(ordinal) }
    try order.forEach(in: 0..<DocNumber(documentCount)) { doc, ordinal in
      if set.contains(ordinal) { docs.append(doc) }
    }
    return docs
  }
}
