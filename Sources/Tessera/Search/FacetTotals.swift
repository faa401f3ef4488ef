import CVector

/// How often each value of a facet field occurs among the matches, over all segments.
struct FacetTotals {
  let field: Int
  let limit: Int
  /// Where there are several segments: by folded value, how often and how it was first spelled.
  private var sums: [[UInt8]: (count: Int, shown: String)] = [:]
  private var first: [FacetCount] = []
  private let hasOneSegment: Bool

  init(field: Int, limit: Int, segments: Int) {
    self.field = field
    self.limit = limit
    hasOneSegment = segments == 1
  }

  /// Adds what was tallied in a segment.
  mutating func add(
    _ counts: UnsafeMutablePointer<UInt32>, of segment: SegmentReader, scratch: ScratchMemory
  ) throws(TesseraError) {
    let facet = segment.facets[field]
    if hasOneSegment {
      var top = TopHits(capacity: min(limit, facet.terms.count), scratch: scratch)
      // Ties go to the lower value, which comes first: no later one that is not greater enters.
      var ordinal = cvector_find_above(counts, 0, facet.terms.count, 0)
      while ordinal < facet.terms.count {
        top.insert(rank: counts[ordinal], doc: UInt32(ordinal))
        ordinal = cvector_find_above(counts, ordinal + 1, facet.terms.count, top.rankFloor)
      }
      for (count, ordinal) in top.ranked() {
        first.append(FacetCount(value: try facet.shown(ordinal), count: Int(count)))
      }
      return
    }
    for ordinal in 0..<UInt32(facet.terms.count) where counts[Int(ordinal)] > 0 {
      var folded: [UInt8] = []
      try facet.terms.term(ordinal, into: &folded)
      let count = Int(counts[Int(ordinal)])
      if let known = sums[folded] {
        sums[folded] = (known.count + count, known.shown)
      } else {
        sums[folded] = (count, try facet.shown(ordinal))
      }
    }
  }

  /// The most frequent values; ties in ascending order of the folded value.
  func result() -> [FacetCount] {
    if hasOneSegment { return first }
    let ordered = sums.sorted { left, right in
      left.value.count != right.value.count
        ? left.value.count > right.value.count : left.key.lexicographicallyPrecedes(right.key)
    }
    return ordered.prefix(limit).map { FacetCount(value: $0.value.shown, count: $0.value.count) }
  }
}
