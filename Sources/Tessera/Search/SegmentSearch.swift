/// A query in one segment: opens the lists it needs, and finds the matches by the cheapest of the ways there are.
struct SegmentSearch {
  let query: ResolvedQuery
  private let lookup: SegmentLookup
  let weights: QueryWeights
  let context: SegmentContext
  /// Where fewer matches are expected all are found first.
  let mostExpected: Double
  /// Whether prefixes are united among the documents that the rest of the query leaves.
  let isLarge: Bool
  var scratch: ScratchMemory { context.scratch }
  var segment: SegmentReader { context.segment.reader }

  init(
    _ query: ResolvedQuery, lookup: SegmentLookup, weights: QueryWeights, context: SegmentContext,
    mostExpected: Double, isLarge: Bool
  ) {
    self.query = query
    self.lookup = lookup
    self.weights = weights
    self.context = context
    self.mostExpected = mostExpected
    self.isLarge = isLarge
  }

  /// Inserts the best matches and shows the sink those it wants to see.
  func run(top: inout TopHits, sink: inout MatchSink) throws(TesseraError) {
    top.beginSegment(context)
    let champions = ChampionSearch(query, lookup: lookup, weights: weights, context: context)
    guard let documents = try champions.run(top: &top) else { return try find(top: &top, sink: &sink) }
    if !context.takesAway { sink.addCounted(documents) }
    if !sink.seesAll { return sink.skip() }
    // The best are found; what is left is to count.
    var nothing = TopHits(capacity: 0, scratch: scratch)
    try find(top: &nothing, sink: &sink)
  }

  private func find(top: inout TopHits, sink: inout MatchSink) throws(TesseraError) {
    let hasText = !query.words.isEmpty || query.prefix != nil
    let joinsAny = query.match == .any && query.words.count + (query.prefix == nil ? 0 : 1) > 1
    guard var words = try wordParts() else { return }
    var united: PrefixLists?
    if let prefix = query.prefix, let range = lookup.prefix {
      switch try form(of: prefix, range) {
      case .absent: if query.match == .all { return }
      case .list(let list, let terms):
        words.append(Part(list: list, weight: weights.prefix, terms: terms))
      case .lists(let lists) where joinsAny || !(isLarge || PrefixRow.serves(lists)):
        let list = try PrefixUnion.list(of: lists, scratch: scratch)
        words.append(Part(list: list, weight: weights.prefix))
      case .lists(let lists): united = lists
      }
    }
    guard !hasText || !words.isEmpty || united != nil else { return }
    let fewest = min(words.fewest(context.documents), united?.postings ?? .max)
    guard let filters = try conditionParts(fewest: joinsAny ? context.documents : fewest) else {
      return
    }
    if !joinsAny, query.words.isEmpty, top.capacity > 0, try rankByTiers(filters, &top, &sink) {
      if !sink.seesAll { return sink.skip() }
      // The best are found; what is left is to count.
      var nothing = TopHits(capacity: 0, scratch: scratch)
      return try runConjunction(words, united, filters, &nothing, &sink)
    }
    if joinsAny {
      try runDisjunction(words, top.capacity > 0 ? try exactPart() : nil, filters, &top, &sink)
    } else {
      try runConjunction(words, united, filters, &top, &sink)
    }
  }

  /// Inserts the best documents of a lone prefix within conditions, where its tiers have them; else false.
  private func rankByTiers(
    _ filters: Parts, _ top: inout TopHits, _ sink: inout MatchSink
  ) throws(TesseraError) -> Bool {
    guard segment.tiers != nil, let range = lookup.prefix, range.count > 1, lookup.apart == nil else {
      return false
    }
    if let exact = lookup.exact, exact.number != range.lower { return false }
    let tiers = try TierSearch(
      range.lower..<range.upper, weight: weights.prefix, exact: try exactPart(), filters,
      wanted: top.capacity, context: context)
    return try tiers?.run(&top, &sink) ?? false
  }

  private func runDisjunction(
    _ words: Parts, _ exact: Part?, _ filters: Parts, _ top: inout TopHits, _ sink: inout MatchSink
  ) throws(TesseraError) {
    if segment.levels != nil, query.conditions.isEmpty, exact == nil, top.capacity > 0,
      sink.missing <= top.capacity,
      let sets = try DisjunctionBySets(words, wanted: top.capacity, context: context)
    {
      var nothing = MatchSink.none
      try sets.insertSingle(&top)
      try runConjunction(words, except: nil, &top, &nothing)
      if top.isFull {
        // As many match at least.
        sink.add(count: sink.missing)
        return sink.skip()
      }
      // All that match are there; they are yet to be counted.
      var none = TopHits(capacity: 0, scratch: scratch)
      var disjunction = Disjunction(
        clauses: clauses(words), filters: clauses(filters), context: context)
      return try disjunction.run(top: &none, sink: &sink)
    }
    // For the long lists of large segments; elsewhere the last lead is soon swept.
    let haveChampions = query.conditions.isEmpty && exact == nil && segment.levels != nil
    var words = words
    if let exact { words.append(exact) }
    var disjunction = Disjunction(
      clauses: clauses(words), words: haveChampions ? words : nil, filters: clauses(filters),
      context: context)
    try disjunction.run(top: &top, sink: &sink)
  }

  // MARK: Words

  /// The lists of the words in the order of the text; nil when no document can match.
  private func wordParts() throws(TesseraError) -> Parts? {
    // One more for the prefix, and one for it as a complete word.
    var parts = Parts(capacity: query.words.count + 2, scratch: scratch)
    for word in 0..<query.words.count {
      if let entry = lookup.words[word] {
        parts.append(
          Part(
            list: try segment.lists.open(entry, scratch: scratch), weight: weights.words[word],
            terms: entry.number..<entry.number + 1))
      } else if query.match == .all {
        return nil
      }
    }
    return parts
  }

  /// The list of the prefix as a complete word.
  func exactPart() throws(TesseraError) -> Part? {
    guard let exact = lookup.exact else { return nil }
    return Part(
      list: try segment.lists.open(exact, scratch: scratch), weight: weights.exact,
      terms: exact.number..<exact.number + 1)
  }

  /// What a prefix is in a segment.
  private enum PrefixForm {
    /// No word begins with it.
    case absent
    /// The list of its only word, or the one made at index time.
    case list(PostingList, terms: Range<TermNumber>)
    /// To be united.
    case lists(PrefixLists)
  }

  private func form(of prefix: TermPrefix, _ range: TermRange) throws(TesseraError) -> PrefixForm {
    if let apart = lookup.apart {
      if range.isEmpty {
        return .list(
          try segment.lists.open(apart, scratch: scratch), terms: apart.number..<apart.number + 1)
      }
    } else if range.isEmpty {
      return .absent
    } else if range.count == 1 {
      return .list(
        try segment.lists.open(segment.terms.entry(range.lower), scratch: scratch),
        terms: range.lower..<range.upper)
    }
    if prefix.isPlain, segment.prefixTerms.count > 0,
      let entry = try segment.prefixTerms.find(prefix.term + [PrefixKey.terminator])
    {
      return .list(
        try segment.prefixLists.open(entry, scratch: scratch), terms: range.lower..<range.upper)
    }
    return .lists(try PrefixLists(of: range, and: lookup.apart, in: segment.terms, segment.lists))
  }
}
