// A prefix without a list of its own, beside words and conditions.
extension SegmentSearch {
  /// What a prefix became with the other lists.
  enum UnitedPrefix {
    /// Nothing, as no document has the others.
    case none
    /// A row to look up in, and where they are known all matches, or documents among which these are.
    case row(PrefixRow, FoundMatches? = nil, among: PostingList? = nil)
    /// A list that does not score.
    case filter(PostingList)
    /// A list that does; whether all that are in it have the others too.
    case list(PostingList, isAll: Bool)
    /// All matches, the prefix behind the words among their lists.
    case matches(FoundMatches)
  }

  /// So many times as many postings as documents that have all else, and these are found first.
  private static let postingsToCandidate = 8
  /// Where a large segment has fewer documents to an expected match, the prefix becomes a row of all.
  private static let documentsToMatch = 64
  /// In a large segment up to so many matches are scored without bounds of blocks.
  private static let mostScored = 32_768
  /// A bitmap of all documents takes as long as so much less postings put in order.
  private static let documentsToPosting = 512

  /// Unites a prefix in the way that is cheapest beside the other lists.
  ///
  /// Where these leave few documents they are found first, and the prefix is united among them alone (`PrefixSums`), or,
  /// in a small segment, they are looked up in its long lists; in a large segment also where all others are bitmaps.
  func unite(
    _ lists: PrefixLists, with words: Parts, _ filters: Parts, scores: Bool
  ) throws(TesseraError) -> UnitedPrefix {
    let others = joined(words, nil, filters)
    if isLarge, let united = try uniteInLarge(lists, others, words: words.count, scores: scores) {
      return united
    }
    guard let candidates = try candidates(others, for: lists, scores: scores) else {
      return .row(try PrefixRow(lists, frequencies: scores, scratch: scratch))
    }
    if candidates.count == 0 { return .none }
    let row = try PrefixRow(
      lists, frequencies: scores,
      within: FewLookups(candidates.docs, candidates.count, scratch: scratch), scratch: scratch)
    if scores, candidates.count <= Self.mostFew {
      return .row(row, candidates.filtered(by: row, scratch: scratch))
    }
    return .row(row, among: candidates.list)
  }

  /// What the lists beside a prefix have in common, where that is found sooner than the prefix is united.
  private func candidates(
    _ others: Parts, for lists: PrefixLists, scores: Bool
  ) throws(TesseraError) -> FoundMatches? {
    guard others.hasArray, others.fewest(.max) < lists.postings / Self.postingsToCandidate else {
      return nil
    }
    var counter = MatchCounter(others, and: nil, context: context)
    return try counter.matches(scores: scores)
  }

  // MARK: Large segments

  /// nil where a row of all documents is as good.
  private func uniteInLarge(
    _ lists: PrefixLists, _ others: Parts, words: Int, scores: Bool
  ) throws(TesseraError) -> UnitedPrefix? {
    let fewest = others.fewest(.max)
    if others.hasArray {
      if isWorthFinding(fewest, before: lists, scores: scores) {
        return try uniteAmongFew(lists, others, words: words, scores: scores)
      }
    } else if scores, !others.isEmpty {
      let expected = Double(lists.postings) * Double(fewest) / Double(context.documents)
      guard expected < Double(context.documents / Self.documentsToMatch) else { return nil }
      let wanted = MatchCounter(others, and: nil, context: context).bitmap()
      let sums = try PrefixSums(lists, among: wanted, frequencies: true, scratch: scratch)
      if sums.isFutile { return nil }
      if let row = sums.row { return .row(row) }
      return sums.list.map { .list($0, isAll: true) } ?? UnitedPrefix.none
    }
    if !scores, lists.postings >= context.documents / Self.documentsToPosting {
      return try DocumentSet(lists, scratch: scratch).list().map { .filter($0) } ?? UnitedPrefix.none
    }
    if PrefixRow.serves(lists) { return nil }
    return .list(try PrefixUnion.list(of: lists, scratch: scratch), isAll: false)
  }

  /// Whether a large segment's candidates, so many at most, are to be found first.
  ///
  /// A row takes a clearing of all documents, and another nanosecond for each posting; candidates three for each of them,
  /// and ten for each that stays.
  private func isWorthFinding(_ candidates: Int, before lists: PrefixLists, scores: Bool) -> Bool {
    if !scores { return candidates < lists.postings / Self.postingsToCandidate }
    if !PrefixRow.serves(lists) { return candidates < lists.postings }
    let (postings, documents) = (Double(lists.postings), Double(context.documents))
    return Double(candidates) * (1 + 8 * postings / documents) < documents / 64 + postings / 6
  }

  private func uniteAmongFew(
    _ lists: PrefixLists, _ others: Parts, words: Int, scores: Bool
  ) throws(TesseraError) -> UnitedPrefix {
    var counter = MatchCounter(others, and: nil, context: context)
    guard let candidates = try counter.matches(scores: scores), candidates.count > 0 else { return .none }
    var sums = try PrefixSums(
      lists, among: UnsafeMutableBufferPointer(start: candidates.docs, count: candidates.count),
      frequencies: scores, scratch: scratch)
    if let row = sums.row { return .row(row, among: candidates.list) }
    if scores, let list = sums.list, list.count > Self.mostScored { return .list(list, isAll: true) }
    // The list may lose what only seemed to be among the candidates.
    guard let slots = sums.candidateSlots(), let list = sums.list else { return .none }
    return .matches(
      candidates.joined(
        with: Part(list: list, weight: weights.prefix), slots, at: words, scratch: scratch))
  }
}
