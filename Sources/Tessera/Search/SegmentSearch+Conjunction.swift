// All words and conditions required.
extension SegmentSearch {
  /// Of more matches not all are looked at one by one.
  static let mostFew = 1_024

  /// Inserts the best matches and shows the sink those it wants to see.
  ///
  /// Where few are expected they are found first, all of them, and scored. Else, where all are wanted, they are counted by
  /// themselves, so that the search for the best can leave out what it likes.
  func runConjunction(
    _ words: Parts, _ united: PrefixLists?, _ filters: Parts, _ top: inout TopHits,
    _ sink: inout MatchSink
  ) throws(TesseraError) {
    if !sink.seesAll && top.capacity == 0 { return sink.skip() }
    guard let united else { return try runConjunction(words, nil, filters, nil, &top, &sink) }
    let none = Parts(capacity: 0, scratch: scratch)
    switch try unite(united, with: words, filters, scores: top.capacity > 0) {
    case .none: return
    case .row(let row, let found?, _):
      try score(found, wordCount: words.count, row, &top, &sink)
    case .row(let row, nil, let among):
      let filters = among.map { joined(filters, Part(list: $0), none) } ?? filters
      try runConjunction(words, row, filters, nil, &top, &sink)
    case .filter(let list):
      try runConjunction(words, nil, joined(filters, Part(list: list), none), nil, &top, &sink)
    case .list(let list, let isAll):
      let prefix = Part(list: list, weight: weights.prefix)
      try runConjunction(
        joined(words, prefix, none), nil, isAll ? none : filters,
        isAll ? joined(none, prefix, none) : nil, &top, &sink)
    case .matches(let found):
      if top.capacity == 0 { return sink.add(all: found.docs, found.count) }
      try score(found, wordCount: words.count + 1, nil, &top, &sink)
    }
  }

  /// - Parameter all: lists that have the same documents in common as all others, where there are fewer of them.
  private func runConjunction(
    _ words: Parts, _ row: PrefixRow?, _ filters: Parts, _ all: Parts?, _ top: inout TopHits,
    _ sink: inout MatchSink
  ) throws(TesseraError) {
    if top.capacity > 0, row != nil || !words.isEmpty {
      if let found = try fewMatches(joined(words, nil, filters), row) {
        return try score(found, wordCount: words.count, row, &top, &sink)
      }
    }
    guard sink.countsAll else { return try rank(words, row, filters, &top, &sink) }
    let parts = all ?? joined(words, nil, filters)
    guard let required = row == nil ? orEverything(parts) : parts else { return }
    var counter = MatchCounter(required, and: row, context: context)
    try counter.run(&sink)
    if top.capacity == 0 { return }
    var nothing = MatchSink.none
    try rank(words, row, filters, &top, &nothing)
  }

  private func score(
    _ found: FoundMatches, wordCount: Int, _ row: PrefixRow?, _ top: inout TopHits,
    _ sink: inout MatchSink
  ) throws(TesseraError) {
    sink.add(all: found.docs, found.count)
    let prefix = row.map {
      RowConjunction.Prefix(row: $0, weight: weights.prefix, place: wordCount)
    }
    let matches = FewMatches(
      found, wordCount: wordCount, prefix: prefix, exact: try exactPart(), context: context)
    try matches.insert(into: &top)
  }

  /// All matches, where few are expected, as if the lists had nothing to do with each other, and there are few.
  private func fewMatches(_ parts: Parts, _ row: PrefixRow?) throws(TesseraError) -> FoundMatches? {
    guard parts.hasArray, parts.count > (row == nil ? 1 : 0) else { return nil }
    var expected = Double(row?.postings ?? context.documents)
    for index in 0..<parts.count {
      expected *= Double(parts[index].list.count) / Double(context.documents)
    }
    guard expected < mostExpected else { return nil }
    var counter = MatchCounter(parts, and: row, context: context)
    return try counter.matches(most: Self.mostFew, scores: true)
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

  func joined(_ words: Parts, _ exact: Part?, _ filters: Parts) -> Parts {
    if exact == nil, filters.isEmpty { return words }
    var parts = Parts(capacity: words.count + 1 + filters.count, scratch: scratch)
    parts.append(words)
    if let exact { parts.append(exact) }
    parts.append(filters)
    return parts
  }

  func runConjunction(
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

  func clauses(_ parts: Parts) -> Clauses {
    Clauses(count: parts.count, scratch: scratch) { index in
      Clause(
        probe: ListProbe(parts[index].list, scratch: scratch),
        weight: parts[index].weight,
        impacts: context.segment.impacts.base)
    }
  }
}
