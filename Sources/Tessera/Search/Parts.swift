/// A list and what it is worth, before it becomes a clause.
struct Part: BitwiseCopyable {
  var list: PostingList
  /// 0 for a list that only filters.
  var weight: Float = 0
  /// The terms whose list it is, where it is one of the index: from the first to the one behind the last.
  private var firstTerm: TermNumber = 0
  private var endOfTerms: TermNumber = 0

  init(list: PostingList, weight: Float = 0, terms: Range<TermNumber>? = nil) {
    self.list = list
    self.weight = weight
    if let terms { (firstTerm, endOfTerms) = (terms.lowerBound, terms.upperBound) }
  }

  var terms: Range<TermNumber>? { firstTerm < endOfTerms ? firstTerm..<endOfTerms : nil }
}

/// Lists of a query in one segment.
typealias Parts = ScratchArray<Part>

extension Parts {
  /// Whether one of the lists is no bitmap, and so is shorter than all bitmaps of the index.
  var hasArray: Bool {
    for index in 0..<count where self[index].list.form != .dense { return true }
    return false
  }

  /// The documents of the shortest list, or `most` where that is fewer.
  func fewest(_ most: Int) -> Int {
    var fewest = most
    for index in 0..<count { fewest = Swift.min(fewest, self[index].list.count) }
    return fewest
  }
}
