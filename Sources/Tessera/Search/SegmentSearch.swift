/// A query in one segment: opens the lists it needs, and finds the matches by the cheapest of the ways there are.
struct SegmentSearch {
  let query: ResolvedQuery
  private let lookup: SegmentLookup
  private let weights: QueryWeights
  let context: SegmentContext
  var scratch: ScratchMemory { context.scratch }
  var segment: SegmentReader { context.segment.reader }

  /// So many times as many postings as documents that have all else, and these are found first.
  private static let postingsToCandidate = 8

  init(
    _ query: ResolvedQuery, lookup: SegmentLookup, weights: QueryWeights, context: SegmentContext
  ) {
    self.query = query
    self.lookup = lookup
    self.weights = weights
    self.context = context
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
      case .lists(let lists) where joinsAny || !PrefixRow.serves(lists):
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
    if joinsAny {
      try runDisjunction(words, top.capacity > 0 ? try exactPart() : nil, filters, &top, &sink)
    } else {
      try runConjunction(words, united, filters, &top, &sink)
    }
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

  // MARK: All required

  /// Where all matches are wanted they are counted by themselves, so that the search for the best can leave out what
  /// it likes.
  private func runConjunction(
    _ words: Parts, _ united: PrefixLists?, _ filters: Parts, _ top: inout TopHits,
    _ sink: inout MatchSink
  ) throws(TesseraError) {
    if !sink.seesAll && top.capacity == 0 { return sink.skip() }
    var filters = filters
    var row: PrefixRow?
    if let united {
      row = try unite(united, with: words, &filters, frequencies: top.capacity > 0)
      if row == nil { return }
    }
    guard sink.countsAll else { return try rank(words, row, filters, &top, &sink) }
    let parts = joined(words, nil, filters)
    guard let required = row == nil ? orEverything(parts) : parts else { return }
    var counter = MatchCounter(required, and: row, context: context)
    try counter.run(&sink)
    if top.capacity == 0 { return }
    var nothing = MatchSink.none
    try rank(words, row, filters, &top, &nothing)
  }

  /// The prefix as a row; nil when no document can match. Where the other lists leave few documents these are found
  /// first, become one more filter, and are looked up in the prefix's long lists.
  private func unite(
    _ lists: PrefixLists, with words: Parts, _ filters: inout Parts, frequencies: Bool
  ) throws(TesseraError) -> PrefixRow? {
    let others = joined(words, nil, filters)
    guard others.hasArray, others.fewest(.max) < lists.postings / Self.postingsToCandidate else {
      return try PrefixRow(lists, frequencies: frequencies, scratch: scratch)
    }
    var counter = MatchCounter(others, and: nil, context: context)
    let (docs, count) = try counter.matches()
    if count == 0 { return nil }
    var more = Parts(capacity: filters.count + 1, scratch: scratch)
    more.append(filters)
    more.append(
      Part(
        list: PostingList(
          docs: docs, frequencies: docs, count: count, documents: context.documents,
          hasFrequencies: false)))
    filters = more
    return try PrefixRow(
      lists, frequencies: frequencies, within: FewLookups(docs, count, scratch: scratch),
      scratch: scratch)
  }

  /// The lists, or one of all documents where there are none; nil when there are no documents.
  private func orEverything(_ parts: Parts) -> Parts? {
    if !parts.isEmpty { return parts }
    guard let everything = DocumentSet(all: context.documents, scratch: scratch).list() else {
      return nil
    }
    var parts = Parts(capacity: 1, scratch: scratch)
    parts.append(Part(list: everything))
    return parts
  }

  private func rank(
    _ words: Parts, _ row: PrefixRow?, _ filters: Parts, _ top: inout TopHits,
    _ sink: inout MatchSink
  ) throws(TesseraError) {
    let exact = top.capacity > 0 ? try exactPart() : nil
    guard let row else { return try rank(words, exact, filters, &top, &sink) }
    let others = joined(words, nil, filters)
    if others.isEmpty {
      var words = words
      words.append(Part(list: row.list(scratch: scratch), weight: weights.prefix))
      return try rank(words, exact, filters, &top, &sink)
    }
    let prefix = RowConjunction.Prefix(row: row, weight: weights.prefix, place: words.count)
    var covered: ListProbe?
    if let exact {
      var nothing = MatchSink.none
      try run(prefix, joined(words, exact, filters), except: nil, &top, &nothing)
      covered = ListProbe(exact.list, scratch: scratch)
    }
    try run(prefix, others, except: covered, &top, &sink)
  }

  private func run(
    _ prefix: RowConjunction.Prefix, _ others: Parts, except covered: ListProbe?,
    _ top: inout TopHits, _ sink: inout MatchSink
  ) throws(TesseraError) {
    var conjunction = RowConjunction(
      prefix, and: clauses(others), except: covered, context: context)
    try conjunction.run(top: &top, sink: &sink)
  }

  /// First the documents that have the prefix as a complete word: mostly few, and mostly the best. What is left then
  /// has lower bounds, without that word, and often needs no more looking at.
  private func rank(
    _ words: Parts, _ exact: Part?, _ filters: Parts, _ top: inout TopHits, _ sink: inout MatchSink
  ) throws(TesseraError) {
    guard let parts = orEverything(joined(words, nil, filters)) else {
      return
    }
    countWithoutLooking(parts, &sink)
    var covered: ListProbe?
    if let exact {
      var nothing = MatchSink.none
      try runConjunction(joined(words, exact, filters), except: nil, &top, &nothing)
      covered = ListProbe(exact.list, scratch: scratch)
    }
    try runConjunction(parts, except: covered, &top, &sink)
  }

  private func joined(_ words: Parts, _ exact: Part?, _ filters: Parts) -> Parts {
    if exact == nil, filters.isEmpty { return words }
    var parts = Parts(capacity: words.count + 1 + filters.count, scratch: scratch)
    parts.append(words)
    if let exact { parts.append(exact) }
    parts.append(filters)
    return parts
  }

  private func runConjunction(
    _ parts: Parts, except covered: ListProbe?, _ top: inout TopHits, _ sink: inout MatchSink
  ) throws(TesseraError) {
    if !sink.needsAll, top.capacity > 0,
      let passes = try LevelPasses(parts, wanted: top.capacity, context: context)
    {
      return try passes.run(except: covered, top: &top, sink: &sink)
    }
    var conjunction = Conjunction(
      clauses: clauses(parts), except: covered, context: context)
    try conjunction.run(top: &top, sink: &sink)
  }

  /// A single list with nothing taken away has as many matches as documents.
  private func countWithoutLooking(_ parts: Parts, _ sink: inout MatchSink) {
    if parts.count == 1, !context.takesAway { sink.addCounted(parts[0].list.count) }
  }

  private func clauses(_ parts: Parts) -> Clauses {
    Clauses(count: parts.count, scratch: scratch) { index in
      Clause(
        probe: ListProbe(parts[index].list, scratch: scratch),
        weight: parts[index].weight,
        impacts: context.segment.impacts.base)
    }
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
  private func exactPart() throws(TesseraError) -> Part? {
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
