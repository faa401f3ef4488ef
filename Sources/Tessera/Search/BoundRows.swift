import CVector

/// For each 64 documents of a segment, at most what some lists together can give one of them; in the order the lists
/// lead in, for those from each place on to the last.
struct BoundRows {
  private let rows: UnsafeMutablePointer<Float>
  private let lists: Int
  private let stride: Int
  let wordCount: Int
  /// Set when a list's bytes contradicted each other; the rows are then worthless.
  private(set) var isDamaged = false

  /// Longer lists that stand decoded get one bound for all documents.
  static let mostUnpacked = PostingListFormat.pageSize

  /// - Complexity: O(*n*) for each list, in the *n* words of 64 documents, a dozen at a time.
  init(_ clauses: Clauses, order: UnsafePointer<Int>, context: SegmentContext) {
    wordCount = (context.documents + 63) / 64
    stride = (wordCount + 15) & ~15
    lists = clauses.count
    rows = context.scratch.allocate(Float.self, max(1, lists - 1) * stride)
    for place in Swift.stride(from: lists - 1, to: 0, by: -1) {
      fill(place, clauses[order[place]], context)
    }
  }

  /// The bounds of the lists from a place on; nil behind the last.
  @inline(__always)
  func row(from place: Int) -> UnsafePointer<Float>? {
    place < lists ? UnsafePointer(rows + (place - 1) * stride) : nil
  }

  private mutating func fill(_ place: Int, _ clause: Clause, _ context: SegmentContext) {
    let list = clause.list
    let out = rows + (place - 1) * stride
    let next = row(from: place + 1)
    if list.bounds != nil { SearchCounters.readBounds(list.form == .dense ? wordCount : list.blockCount) }
    switch (list.form, list.bounds) {
    case (.dense, let bounds?):
      cvector_add_bounds(bounds, wordCount, clause.impacts, clause.weight, next, out)
    case (.packed, let bounds?):
      let isSound = cvector_add_block_bounds(
        list.docs, bounds, list.blockCount, UInt32(list.documents), clause.impacts, clause.weight,
        next, out)
      if isSound == 0 { isDamaged = true }
    default:
      if let next {
        out.update(from: next, count: wordCount)
      } else {
        out.update(repeating: 0, count: wordCount)
      }
      list.form == .unpacked && list.count <= Self.mostUnpacked
        ? addScores(of: clause, context, next, out) : addWeight(of: clause, out)
    }
  }

  /// No impact reaches 1.
  private func addWeight(of clause: Clause, _ out: UnsafeMutablePointer<Float>) {
    for word in 0..<wordCount { out[word] += clause.weight }
  }

  private func addScores(
    of clause: Clause, _ context: SegmentContext, _ next: UnsafePointer<Float>?,
    _ out: UnsafeMutablePointer<Float>
  ) {
    let list = clause.list
    let scores = clause.scores(context)
    for index in 0..<list.count {
      let word = Int(list.docs[index] &>> 6)
      out[word] = max(out[word], (next.map { $0[word] } ?? 0) + scores[index])
    }
  }
}

extension Clause {
  /// At most what any document can get from it.
  func greatest(_ context: SegmentContext) -> Float {
    if let bounds = list.bounds {
      SearchCounters.readBounds(list.boundCount)
      return weight * impacts[Int(cvector_max(bounds, list.boundCount))]
    }
    guard list.form == .unpacked, list.count <= BoundRows.mostUnpacked else { return weight }
    return cvector_greatest(scores(context), list.count)
  }

  /// What each document of a list that stands decoded gets from it.
  fileprivate func scores(_ context: SegmentContext) -> UnsafeMutablePointer<Float> {
    let scores = context.scratch.allocate(Float.self, list.count)
    scores.update(repeating: 0, count: list.count)
    cvector_score(
      list.docs, list.offsets, list.count, context.lengths, context.norms, weight, scores)
    return scores
  }
}
