import CVector

/// The best documents of a prefix within conditions, from the prefix's tiers alone (see `PrefixTiers`).
///
/// A pass for each tier, the one with the highest bound first, as `LevelPasses` has them for bands of whole lists. What is
/// behind the end of a tier has a bound too: with as many documents as are wanted above the highest of these the best are
/// sure, and what is below need not be looked at.
struct TierSearch {
  private struct Pass: BitwiseCopyable, Comparable {
    var tier: PrefixTiers.Tier
    /// What its documents get at most.
    var bound: Float

    /// The highest bounds come first.
    static func < (left: Self, right: Self) -> Bool { left.bound > right.bound }
    static func == (left: Self, right: Self) -> Bool { left.bound == right.bound }
  }

  private let context: SegmentContext
  private let lists: TierLists
  private let weight: Float
  /// The list of the word that the prefix is.
  private let exact: Part?
  private let filters: Parts
  private let passes: UnsafeMutablePointer<Pass>
  private let passCount: Int
  /// What documents behind the ends of tiers get at most.
  private var unseen: Float = 0

  /// So many times as many matches as are wanted are above that, as the beginning of a tier tells.
  private static let matchesToWanted = 1.5
  /// So many blocks of a tier are its beginning.
  private static let sampleBlocks = 2

  /// nil where that is not likely to pay, or the prefix has no tiers.
  ///
  /// - Parameters:
  ///   - terms: that begin with the prefix.
  ///   - exact: the first of them, where it is the prefix itself.
  ///   - wanted: of the best, at least one.
  init?(
    _ terms: Range<TermNumber>, weight: Float, exact: Part?, _ filters: Parts, wanted: Int,
    context: SegmentContext
  ) throws(TesseraError) {
    let scratch = context.scratch
    guard weight > 0, let lists = context.segment.reader.tiers,
      let tiers = try lists.tiers(of: terms, scratch: scratch)
    else { return nil }
    (self.context, self.lists, self.weight) = (context, lists, weight)
    (self.exact, self.filters) = (exact, filters)
    passCount = tiers.count
    passes = scratch.allocate(Pass.self, passCount)
    for place in 0..<passCount {
      let tier = tiers.tiers[place]
      let bound = bound(of: tier)
      passes[place] = Pass(tier: tier, bound: bound.value(at: 0))
      if let end = tier.end { unseen = max(unseen, bound.value(at: end)) }
    }
    passes.sortFew(passCount)
    // As many as are wanted should be there, if conditions had nothing to do with the words.
    var share = 1.0
    for index in 0..<filters.count {
      share *= Double(filters[index].list.count) / Double(context.documents)
    }
    guard Double(documents) * share >= Double(wanted) else { return nil }
  }

  /// Documents of the tiers that matter.
  private var documents: Int {
    var sum = 0
    for place in 0..<passCount where passes[place].bound >= unseen {
      sum += Int(passes[place].tier.documents)
    }
    return sum
  }

  /// Whether as many as are wanted are likely to be found, as the beginning of the longest tier tells that matters:
  /// words and conditions mostly have to do with each other.
  private func isLikely(
    _ wanted: Int, _ probes: UnsafePointer<ListProbe.Memory>, _ memory: Conjunction.Memory
  ) throws(TesseraError) -> Bool {
    var longest: PrefixTiers.Tier?
    for place in 0..<passCount where passes[place].bound >= unseen {
      if passes[place].tier.documents > longest?.documents ?? 0 { longest = passes[place].tier }
    }
    guard let longest, Int(longest.documents) > 2 * Self.sampleBlocks * PostingListFormat.blockSize else {
      return true
    }
    var conjunction = Conjunction(
      clauses: clauses(try parts(of: longest), probes), except: nil, context: context, memory: memory)
    guard conjunction.lead == 0, conjunction.clauses[0].list.form != .dense else { return true }
    var found = 0
    for block in 0..<Self.sampleBlocks {
      let count = conjunction.matchesOfBlock(block)
      found += context.filter(memory.docs, memory.slots, count)
    }
    let sampled = Double(Self.sampleBlocks * PostingListFormat.blockSize)
    return Double(found) * Double(documents) >= sampled * Double(wanted) * Self.matchesToWanted
  }

  /// Inserts the best, and shows the matches that the sink wants to see, where these are not all and the tiers have as
  /// many; false, and does neither, where it is not sure that the best are all in the tiers.
  func run(_ top: inout TopHits, _ sink: inout MatchSink) throws(TesseraError) -> Bool {
    var shown = sink.needsAll ? .none : sink
    guard try run(&top, showing: &shown) else { return false }
    if !sink.needsAll, !shown.seesAll { sink = shown }
    return true
  }

  private func run(
    _ top: inout TopHits, showing sink: inout MatchSink
  ) throws(TesseraError) -> Bool {
    let probes = context.scratch.allocate(ListProbe.Memory.self, filters.count + 2)
    for index in 0..<filters.count + 2 { probes[index] = ListProbe.Memory(context.scratch) }
    let memory = Conjunction.Memory(context.scratch)
    guard try isLikely(top.capacity, probes, memory) else { return false }
    let before = top.saved(context.scratch)
    if unseen > 0 { top.requireScore(unseen) }
    for place in 0..<passCount
    where sink.seesAll || top.admits(bound: passes[place].bound, from: 0, through: context.lastDoc) {
      try run(passes[place].tier, probes, memory, &top, &sink)
      if context.scratch.isStopped { return true }
    }
    top.requireNoScore()
    if unseen > 0, !top.isFull || mayBeUnseen(top) {
      top.takeOut(since: before)
      return false
    }
    return true
  }

  /// Whether a document behind the end of a tier could be among the best.
  private func mayBeUnseen(_ top: TopHits) -> Bool {
    for place in 0..<passCount {
      guard let end = passes[place].tier.end, end < context.lastDoc else { continue }
      let most = bound(of: passes[place].tier).value(at: end + 1)
      if top.admits(bound: most, from: end + 1, through: context.lastDoc) { return true }
    }
    return false
  }

  private func run(
    _ tier: PrefixTiers.Tier, _ probes: UnsafePointer<ListProbe.Memory>, _ memory: Conjunction.Memory,
    _ top: inout TopHits, _ sink: inout MatchSink
  ) throws(TesseraError) {
    let parts = try parts(of: tier)
    let bands = context.scratch.allocate(LevelPasses.Band.self, parts.count)
    bands.update(
      repeating: LevelPasses.Band(list: nil, level: nil, greatest: .max, next: .max), count: parts.count)
    bands[0] = LevelPasses.Band(list: nil, level: nil, greatest: tier.greatest, next: tier.next)
    var conjunction = Conjunction(
      clauses: clauses(parts, probes), except: nil, context: context, memory: memory)
    try conjunction.sweep(bands, bound(of: tier), &top, &sink)
  }

  /// In the order of the query, the tier first.
  private func parts(of tier: PrefixTiers.Tier) throws(TesseraError) -> Parts {
    var parts = Parts(capacity: filters.count + 2, scratch: context.scratch)
    parts.append(Part(list: try lists.open(tier, scratch: context.scratch), weight: weight))
    if tier.ofWord > 0, let exact { parts.append(exact) }
    parts.append(filters)
    return parts
  }

  private func clauses(_ parts: Parts, _ probes: UnsafePointer<ListProbe.Memory>) -> Clauses {
    Clauses(count: parts.count, scratch: context.scratch) { index in
      Clause(
        probe: ListProbe(parts[index].list, probes[index]), weight: parts[index].weight,
        impacts: context.segment.impacts.base)
    }
  }

  /// What documents of a tier, and those behind its end, can get.
  private func bound(of tier: PrefixTiers.Tier) -> LevelBound {
    var words = ScratchArray<LevelBound.Word>(capacity: 2, scratch: context.scratch)
    words.append(LevelBound.Word(weight: weight, greatest: tier.greatest))
    if tier.ofWord > 0, let exact {
      // No document has the word more often than the prefix.
      words.append(LevelBound.Word(weight: exact.weight, greatest: min(tier.ofWord, tier.greatest)))
    }
    return LevelBound(words, context)
  }
}
