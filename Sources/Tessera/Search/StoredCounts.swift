/// Facet values with the highest counts that were found with the index: among the documents of one word, of one
/// prefix, or among all.
///
/// Of several segments they are put together where that is sure to be exact: a value counts what the segments say that
/// have it in their lists, and in the others at most as much as the last of theirs.
struct StoredCounts {
  private let segments: [SearchableSegment]
  /// Of each segment, the counts of each field.
  private var counts: [UnsafeBufferPointer<TopCounts>] = []
  private let scratch: ScratchMemory

  /// nil when the query is another one, when documents are deleted, and where the counts were not kept.
  ///
  /// - Parameter lookups: of the query's words and prefix, for each segment.
  init?(
    _ query: ResolvedQuery, _ lookups: UnsafeMutablePointer<SegmentLookup>, in segments: [SearchableSegment],
    scratch: ScratchMemory
  ) throws(TesseraError) {
    (self.segments, self.scratch) = (segments, scratch)
    guard query.conditions.isEmpty, query.words.count + (query.prefix == nil ? 0 : 1) <= 1,
      segments.allSatisfy({ ($0.deleted?.count ?? 0) == 0 })
    else { return nil }
    for (index, segment) in segments.enumerated() {
      guard let counts = try Self.counts(of: query, lookups[index], in: segment.reader, scratch) else {
        return nil
      }
      self.counts.append(counts)
    }
  }

  private static func counts(
    of query: ResolvedQuery, _ lookup: SegmentLookup, in segment: SegmentReader, _ scratch: ScratchMemory
  ) throws(TesseraError) -> UnsafeBufferPointer<TopCounts>? {
    let terms: Range<TermNumber>
    if let range = lookup.prefix {
      if lookup.apart != nil { return nil }
      terms = range.lower..<range.upper
    } else if query.words.count == 1 {
      terms = lookup.words[0].map { $0.number..<$0.number + 1 } ?? 0..<0
    } else {
      let fields = UnsafeMutableBufferPointer(
        start: scratch.allocate(TopCounts.self, segment.facets.count), count: segment.facets.count)
      for (field, facet) in segment.facets.enumerated() {
        guard let top = try facet.tops.all(scratch: scratch) else { return nil }
        fields[field] = top
      }
      return UnsafeBufferPointer(fields)
    }
    if !terms.isEmpty { return try segment.rangeCounts?.values(of: terms, scratch: scratch) }
    let fields = UnsafeMutableBufferPointer(
      start: scratch.allocate(TopCounts.self, segment.facets.count), count: segment.facets.count)
    fields.update(repeating: .none)
    return UnsafeBufferPointer(fields)
  }

  /// The values of a field with the highest counts, ties in ascending order of the folded value; nil where the lists
  /// are too short to say.
  func best(_ limit: Int, of field: Int) throws(TesseraError) -> [BestCounts.Entry]? {
    if counts.count == 1 { return bestOfOne(limit, field) }
    var sums: [[UInt8]: (count: Int, segment: Int, number: TermNumber)] = [:]
    for (index, fields) in counts.enumerated() {
      for entry in fields[field].entries {
        let value = try value(entry.number, field, index)
        let known = sums[value] ?? (0, index, entry.number)
        sums[value] = (known.count + Int(entry.count), known.segment, known.number)
      }
    }
    var best = BestCounts(limit: limit, .values, of: segments)
    var most = counts.reduce(0) { $0 + $1[field].bound }
    for (value, sum) in sums {
      let missing = try missingCount(value, field)
      if missing == 0 {
        try best.insert(
          BestCounts.Entry(
            count: sum.count, value: .term, field: field, segment: sum.segment, number: sum.number))
      } else {
        most = max(most, sum.count + missing)
      }
    }
    // What is not known for sure must not reach the last.
    return most == 0 || most < best.worst?.count ?? 0 ? best.entries : nil
  }

  private func bestOfOne(_ limit: Int, _ field: Int) -> [BestCounts.Entry]? {
    guard let top = topOfOne(limit, of: field) else { return nil }
    var entries: [BestCounts.Entry] = []
    entries.reserveCapacity(top.count)
    for entry in top {
      entries.append(
        BestCounts.Entry(
          count: Int(entry.count), value: .term, field: field, segment: 0, number: entry.number))
    }
    return entries
  }

  /// The same of the only segment, by their numbers; nil also where there are several.
  func topOfOne(_ limit: Int, of field: Int) -> Slice<UnsafeBufferPointer<TopCounts.Entry>>? {
    guard counts.count == 1 else { return nil }
    let top = counts[0][field]
    return top.isComplete || top.entries.count >= limit ? top.entries.prefix(max(0, limit)) : nil
  }

  private func value(_ number: TermNumber, _ field: Int, _ segment: Int) throws(TesseraError) -> [UInt8] {
    var bytes: [UInt8] = []
    try segments[segment].reader.facets[field].terms.term(number, into: &bytes)
    return bytes
  }

  /// At most how much a value counts in the segments whose lists do not have it.
  private func missingCount(_ value: [UInt8], _ field: Int) throws(TesseraError) -> Int {
    var most = 0
    for (index, fields) in counts.enumerated() where fields[field].bound > 0 {
      guard let entry = try segments[index].reader.facets[field].terms.find(value) else { continue }
      if fields[field].entries.contains(where: { $0.number == entry.number }) { continue }
      most += min(fields[field].bound, Int(entry.documentCount))
    }
    return most
  }
}
