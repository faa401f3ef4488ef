/// Where the words of a query stand in one segment's dictionaries; sums over the segments give the words' weights.
struct SegmentLookup {
  /// For each word; nil where the segment does not have it.
  var words: [TermEntry?] = []
  /// The terms the prefix begins, and the one that is the prefix itself.
  var prefix: TermRange?
  var exact: TermEntry?
  /// The prefix itself where it has a place of its own, outside the range (see `TermPrefix`).
  var apart: TermEntry? {
    guard let exact, let prefix, !(prefix.lower..<prefix.upper).contains(exact.number) else { return nil }
    return exact
  }

  init(_ query: ResolvedQuery, in segment: SegmentReader) throws(TesseraError) {
    for word in query.words { words.append(try segment.terms.find(word)) }
    if let prefix = query.prefix {
      self.prefix = try segment.terms.range(from: prefix.lower, to: prefix.upper)
      exact = try segment.terms.find(prefix.term)
    }
  }
}

/// What the words of a query are worth in a snapshot.
struct QueryWeights {
  var words: [Float] = []
  var prefix: Float = 0
  /// 0 where no segment has the prefix as a complete word.
  var exact: Float = 0

  init(_ lookups: [SegmentLookup], statistics: CollectionStatistics) {
    guard let first = lookups.first else { return }
    for word in first.words.indices {
      let count = lookups.reduce(0) { $0 + Int($1.words[word]?.documentCount ?? 0) }
      words.append(statistics.weight(documentCount: count))
    }
    let prefixCount = lookups.reduce(0) {
      $0 + Int(clamping: $1.prefix?.documentCountSum ?? 0) + Int($1.apart?.documentCount ?? 0)
    }
    prefix = statistics.weight(documentCount: prefixCount)
    let exactCount = lookups.reduce(0) { $0 + Int($1.exact?.documentCount ?? 0) }
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

  func range(from lower: [UInt8], to upper: [UInt8]?) throws(TesseraError) -> TermRange {
    try lower.withUnsafeBufferPointer { lower in
      guard let upper else { return Result { () throws(TesseraError) in try range(from: lower, to: nil) } }
      return upper.withUnsafeBufferPointer { upper in
        Result { () throws(TesseraError) in try range(from: lower, to: upper) }
      }
    }.get()
  }
}
