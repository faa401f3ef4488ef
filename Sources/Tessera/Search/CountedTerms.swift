import CVector

/// Terms of one segment's dictionary that are to be counted within a context: one by one from the most frequent on, or
/// all at once as soon as that is cheaper.
struct CountedTerms {
  let terms: TermDictionary
  private let lists: ListSection
  private let context: ContextMatches
  private let source: TermsByCount.Source
  /// The values of documents, where the terms are those of a facet field.
  private let column: OrdinalColumn?
  private let wanted: Int
  private let scratch: ScratchMemory
  private var byCount: TermsByCount
  /// The counts of all terms from a number on, once they were counted together.
  private var counts: (base: TermNumber, values: UnsafePointer<UInt32>)?
  /// What was spent on single lists, and what counting all together costs; in tenths of a nanosecond.
  private var spent = 0
  private var wholeCost = Int.max
  /// Whether those that are left are cheaper one by one, as they remain from then on.
  private var isRestCheaper = false

  // What things cost, in tenths of a nanosecond: a list that is counted alone, one in a row of many, a posting, a
  // document looked up in a list, a value of a column, a count to clear and look at.
  private static let (listCost, rowCost, postingCost, lookupCost) = (1500, 150, 20, 1700)
  private static let (valueCost, countCost, termCost) = (14, 3, 20)
  // The same where only some terms are looked at: a block of sixteen terms, and one of the terms.
  private static let (markedBlockCost, markedTermCost) = (10, 150)

  /// - Parameters:
  ///   - source: which of the terms.
  ///   - column: ordinals that are the terms' numbers.
  ///   - top: those in most documents, where they were found with the index.
  ///   - wanted: how many are likely to be asked for.
  init(
    _ source: TermsByCount.Source, of terms: TermDictionary, _ lists: ListSection,
    column: OrdinalColumn? = nil, top: () throws(TesseraError) -> TopCounts?,
    within context: ContextMatches, wanted: Int, scratch: ScratchMemory
  ) throws(TesseraError) {
    (self.terms, self.lists, self.context, self.source, self.column) = (terms, lists, context, source, column)
    (self.wanted, self.scratch) = (wanted, scratch)
    if case .none = source {
      byCount = try TermsByCount(.none, of: terms, first: wanted, scratch: scratch)
      return
    }
    if context.words != nil, let column {
      // As doubles, since the product of two such counts may be beyond 64 bits.
      let share = Double(context.count) / Double(max(1, column.documentCount))
      let values = Int(min(share * Double(column.valueCount), 0x1p50))
      wholeCost = values * Self.valueCost + terms.count * Self.countCost
      if wholeCost < Self.leastCost(source, of: terms, wanted: wanted) {
        // Cheaper than to look which terms are the most frequent.
        byCount = try TermsByCount(.none, of: terms, first: wanted, scratch: scratch)
        try countAll()
        return
      }
    }
    // A list costs no more than looking up each document of the context, but for a short one.
    let cap = max(PostingListFormat.blockSize, context.count * Self.lookupCost / Self.postingCost)
    byCount = try TermsByCount(
      source, of: terms, first: wanted, cap: UInt32(clamping: cap), top: try top(), scratch: scratch)
    if context.words == nil { return }
    if column != nil {
      if expectedCost > wholeCost { try countAll() }
    } else if case .range(_, apart: nil) = source {
      wholeCost = byCount.sum * Self.postingCost + byCount.termCount * Self.rowCost
    }
  }

  /// What it costs at least to look which terms are the most frequent, where that was not found with the index, and to
  /// count these.
  private static func leastCost(
    _ source: TermsByCount.Source, of terms: TermDictionary, wanted: Int
  ) -> Int {
    guard case .marked(let values) = source else { return min(wanted, terms.count) * listCost }
    return terms.blockCount * markedBlockCost + values.most * markedTermCost
      + min(wanted, values.most) * listCost
  }

  /// What counting the most frequent terms one by one is likely to cost: those with as many documents as the last one
  /// that is wanted is likely to have in the context.
  private var expectedCost: Int {
    guard let last = byCount.batchCount(at: wanted - 1) else { return 0 }
    let share = Double(context.count) / Double(max(1, context.segment.documentCount))
    let least = Int(Double(last) * share)
    var (cost, place) = (0, 0)
    while let count = byCount.batchCount(at: place), count >= least {
      cost += self.cost(ofList: count)
      place += 1
    }
    return byCount.batchCount(at: place) == nil && place < byCount.termCount ? 2 * cost : cost
  }

  private func cost(ofList count: Int) -> Int {
    let isDense = PostingListFormat.form(count: count, documents: lists.documents) == .dense
    return Self.listCost
      + (isDense ? context.wordCount / 2 : min(count * Self.postingCost, context.count * Self.lookupCost))
  }

  /// Whether the next counts just so much.
  var isExact: Bool { counts != nil || context.words == nil }

  /// The term with the highest count of those not yet passed, and at most what it counts.
  var next: (number: TermNumber, count: Int)? { byCount.next }

  mutating func advance() throws(TesseraError) { try byCount.advance() }

  /// How often a term occurs in the context.
  mutating func count(_ number: TermNumber) throws(TesseraError) -> Int {
    if isExact, let next, next.number == number { return next.count }
    if let counts, number >= counts.base { return Int(counts.values[Int(number - counts.base)]) }
    return try count(terms.entry(number))
  }

  mutating func count(_ entry: TermEntry) throws(TesseraError) -> Int {
    if let counts, entry.number >= counts.base { return Int(counts.values[Int(entry.number - counts.base)]) }
    spent += cost(ofList: Int(entry.documentCount))
    return try context.count(entry, of: lists)
  }

  /// Counts all terms where single ones have cost as much.
  ///
  /// - Parameter least: terms with fewer documents need no count.
  mutating func countAllIfCheaper(atLeast least: Int) throws(TesseraError) {
    if counts != nil || isRestCheaper || spent <= wholeCost / 4 { return }
    isRestCheaper = costOfRest(atLeast: least) <= wholeCost
    if !isRestCheaper { try countAll(atLeast: least) }
  }

  /// What counting those that are left one by one costs; the most where they are not all known.
  private func costOfRest(atLeast least: Int) -> Int {
    var cost = 0
    for place in byCount.place... {
      guard let count = byCount.batchCount(at: place) else { return byCount.isLastBatch ? cost : .max }
      if count < least { return cost }
      cost += self.cost(ofList: count)
    }
    return cost
  }

  private mutating func countAll(atLeast least: Int = 1) throws(TesseraError) {
    if let column {
      let values = scratch.zeros(UInt32.self, terms.count + 16)
      try context.tally(column, into: values)
      counts = (0, UnsafePointer(values))
      var marked: UnsafePointer<UInt64>?
      if case .marked(let values) = source { marked = try values.words() }
      byCount = try TermsByCount(
        .counted(UnsafePointer(values), from: 0, count: terms.count, marked: marked), of: terms,
        first: wanted,
        scratch: scratch)
    } else if case .range(let range, apart: nil) = source {
      let values = try countAll(of: range, atLeast: UInt32(clamping: least))
      counts = (range.lower, values)
      byCount = try TermsByCount(
        .counted(values, from: range.lower, count: range.count, marked: nil), of: terms, first: wanted,
        scratch: scratch)
    }
  }

  private func countAll(
    of range: TermRange, atLeast least: UInt32
  ) throws(TesseraError) -> UnsafePointer<UInt32> {
    let values = scratch.zeros(UInt32.self, range.count + 16)
    var place = 0
    try terms.forEachList(in: range) { (documents, offset, byteCount) throws(TesseraError) in
      if place & 1023 == 0 { try scratch.check() }
      if documents >= least {
        let entry = TermEntry(number: 0, documentCount: documents, offset: offset, byteCount: byteCount)
        values[place] = UInt32(truncatingIfNeeded: try context.count(entry, of: lists))
      }
      place += 1
    }
    return UnsafePointer(values)
  }
}
