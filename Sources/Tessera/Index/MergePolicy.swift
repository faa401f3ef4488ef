/// Which segments are merged after a commit's documents are in: neighbours of about the same size, once there are
/// enough of them, so that a document is copied a logarithmic number of times (O'Neil et al. 1996), and segments
/// of which most is deleted.
///
/// Only neighbours, since the order of the documents is part of the answer to a query.
enum MergePolicy {
  /// So many neighbours of a tier make one segment of the next.
  static let width = 8
  /// Segments below this are one tier.
  static let smallest = 1 << 20

  /// The size class: each is `width` times the one before.
  static func tier(byteCount: Int) -> Int {
    var tier = 0
    var limit = smallest
    while byteCount >= limit, tier < 20 {
      tier += 1
      limit *= width
    }
    return tier
  }

  /// The next neighbours to be merged; nil when all is well.
  ///
  /// - Parameter mostDocuments: what a segment may have.
  static func next(_ segments: [LiveSegments.Segment], mostDocuments: Int) -> Range<Int>? {
    if let spent = segments.firstIndex(where: isSpent) { return spent..<spent + 1 }
    guard let range = next(tiers: segments.map { tier(byteCount: $0.entry.byteCount) }) else { return nil }
    // Near the limit fewer are merged, and at it none: a search of them is no slower for it.
    var first = range.lowerBound
    while first < range.upperBound {
      let fitting = longest(segments, from: first, mostDocuments: mostDocuments).clamped(to: range)
      if fitting.count > 1 { return fitting }
      first += 1
    }
    return nil
  }

  /// The segments from one on that one segment can hold; at least that one.
  static func longest(
    _ segments: [LiveSegments.Segment], from first: Int, mostDocuments: Int
  ) -> Range<Int> {
    var end = first
    var documents = 0
    while end < segments.count {
      documents += segments[end].reader.documentCount - (segments[end].deleted?.count ?? 0)
      if end > first, documents > mostDocuments { break }
      end += 1
    }
    return first..<end
  }

  /// The first stretch of neighbours none of which is above a tier, and of which enough are of that tier; smaller
  /// ones between them join in. Lower tiers first.
  static func next(tiers: [Int]) -> Range<Int>? {
    for tier in Set(tiers).sorted() {
      var start = 0
      while start < tiers.count {
        let end = tiers[start...].firstIndex { $0 > tier } ?? tiers.count
        if tiers[start..<end].count(where: { $0 == tier }) >= width { return start..<end }
        start = end + 1
      }
    }
    return nil
  }

  /// Whether half of the segment or more is deleted.
  private static func isSpent(_ segment: LiveSegments.Segment) -> Bool {
    let deleted = segment.deleted?.count ?? 0
    return deleted > 0 && deleted * 2 >= segment.reader.documentCount
  }
}
