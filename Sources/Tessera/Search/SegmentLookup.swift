/// Where the words of a query stand in one segment's dictionaries; sums over the segments give the words' weights.
struct SegmentLookup: BitwiseCopyable {
  /// For each word, in scratch memory; nil where the segment does not have it.
  let words: UnsafeMutablePointer<TermEntry?>
  /// The terms the prefix begins, and the one that is the prefix itself.
  var prefix: TermRange?
  var exact: TermEntry?
  /// The prefix itself where it has a place of its own, outside the range (see `TermPrefix`).
  var apart: TermEntry? {
    guard let exact, let prefix, !prefix.contains(exact.number) else { return nil }
    return exact
  }

  init(_ query: ResolvedQuery, in segment: SegmentReader, scratch: ScratchMemory)
    throws(TesseraError)
  {
    words = scratch.allocate(TermEntry?.self, query.words.count)
    var bounds = ScratchArray<TermBound>(capacity: query.words.count, scratch: scratch)
    for word in query.words { bounds.append(TermBound(before: scratch.copy(of: word))) }
    try segment.terms.find(bounds, into: words, scratch: scratch)
    for index in 0..<bounds.count {
      if let entry = words[index] { segment.lists.prefetch(entry) }
    }
    if let prefix = query.prefix {
      let (range, term) = try segment.terms.find(prefix)
      (self.prefix, exact) = (range, term)
    }
  }
}

/// What the words of a query are worth in a snapshot.
struct QueryWeights: BitwiseCopyable {
  /// In scratch memory.
  let words: UnsafeMutablePointer<Float>
  let prefix: Float
  /// 0 where no segment has the prefix as a complete word.
  let exact: Float

  init(
    _ lookups: UnsafeMutablePointer<SegmentLookup>, segments: Int, words count: Int,
    statistics: CollectionStatistics, scratch: ScratchMemory
  ) {
    words = scratch.allocate(Float.self, count)
    for word in 0..<count {
      var documents = 0
      for segment in 0..<segments {
        documents += Int(lookups[segment].words[word]?.documentCount ?? 0)
      }
      words[word] = statistics.weight(documentCount: documents)
    }
    var prefixCount = 0
    var exactCount = 0
    for segment in 0..<segments {
      let lookup = lookups[segment]
      prefixCount += Int(min(lookup.prefix?.documentCountSum ?? 0, 1 << 46))
      prefixCount += Int(lookup.apart?.documentCount ?? 0)
      exactCount += Int(lookup.exact?.documentCount ?? 0)
    }
    prefix = prefixCount == 0 ? 0 : statistics.weight(documentCount: prefixCount)
    exact = exactCount == 0 ? 0 : statistics.weight(documentCount: exactCount)
  }
}

extension TermDictionary {
  func find(_ term: [UInt8]) throws(TesseraError) -> TermEntry? {
    // Typed errors do not pass through closures of the standard library's arrays; results do.
    try term.withUnsafeBufferPointer { bytes in
      Result { () throws(TesseraError) in try find(bytes) }
    }.get()
  }

  /// The terms that a prefix begins, and the one that is the prefix itself: mostly one of these, but not always (see
  /// `TermPrefix`).
  func find(_ prefix: TermPrefix) throws(TesseraError) -> (range: TermRange, exact: TermEntry?) {
    if prefix.isPlain {
      return try prefix.term.withUnsafeBufferPointer { bytes in
        Result { () throws(TesseraError) in try find(prefix: bytes) }
      }.get()
    }
    return (try range(from: prefix.lower, to: prefix.upper), try find(prefix.term))
  }

  func range(from lower: [UInt8], to upper: [UInt8]?) throws(TesseraError) -> TermRange {
    try lower.withUnsafeBufferPointer { lower in
      guard let upper else {
        return Result { () throws(TesseraError) in try range(from: lower, to: nil) }
      }
      return upper.withUnsafeBufferPointer { upper in
        Result { () throws(TesseraError) in try range(from: lower, to: upper) }
      }
    }.get()
  }
}
