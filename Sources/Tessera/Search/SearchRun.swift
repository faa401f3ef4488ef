/// One search over all segments of a snapshot, on its own scratch memory.
struct SearchRun {
  struct FieldSort {
    /// The place among the schema's number fields; nil sorts by key.
    let number: Int?
    let descending: Bool
  }

  let searcher: Searcher
  let query: ResolvedQuery
  private(set) var options: SearchOptions
  let norms: UnsafePointer<Float>
  let scratch: ScratchMemory
  /// Hits wanted, those that come before the page included.
  private let depth: Int

  init(
    _ searcher: Searcher, query: ResolvedQuery, _ options: SearchOptions,
    norms: UnsafePointer<Float>,
    scratch: ScratchMemory
  ) {
    self.searcher = searcher
    self.query = query
    self.options = options
    self.options.bound()
    self.norms = norms
    self.scratch = scratch
    let documents = searcher.segments.reduce(0) { $0 + $1.reader.documentCount }
    let limit = max(0, options.limit)
    depth =
      limit == 0
      ? 0 : min(documents, min(limit, documents) + min(max(0, options.offset), documents))
  }

  func page(
    facetFields: [Int], order: FieldSort?, schema: Schema
  ) throws(TesseraError) -> SearchPage {
    var (page, matches) = try page(facetFields: facetFields, order: order)
    if options.suggestions > 0 || options.completions > 0 {
      var suggester = Suggester(self, schema: schema, matches: matches)
      page.suggestedTokens = try suggester.tokens()
      page.completions = try suggester.completions()
    }
    return page
  }

  /// The page without suggestions, and what was found to match.
  private func page(
    facetFields: [Int], order: FieldSort?
  ) throws(TesseraError) -> (SearchPage, matches: [ContextMatches]?) {
    if facetFields.isEmpty {
      let answer = try run(query, depth: depth, facets: facetFields, order: order, counts: true)
      return (SearchPage(hits: try hits(answer), total: answer.total, facetCounts: [:]), nil)
    }
    let own = options.countsBeyondOwnTokens ? facetFields.filter(hasOwnToken) : []
    let shared = facetFields.filter { !own.contains($0) }
    let answer = try run(query, depth: depth, facets: shared, order: order, counts: true)
    var facetCounts = answer.facets
    for field in own {
      let others = query.with(
        conditions: query.conditions.filter { !ResolvedQuery.isOwn($0, ofFacet: field) })
      let more = try run(others, depth: 0, facets: [field], order: nil, counts: false)
      facetCounts.merge(more.facets) { $1 }
    }
    var named: [String: [FacetCount]] = [:]
    for (index, field) in facetFields.enumerated() {
      named[options.facets[index]] = facetCounts[field]
    }
    return (SearchPage(hits: try hits(answer), total: answer.total, facetCounts: named), answer.matches)
  }

  private func hits(_ answer: Answer) throws(TesseraError) -> [Hit] {
    let skipped = min(max(0, options.offset), answer.best.count)
    guard answer.best.count > skipped else { return [] }
    var hits: [Hit] = []
    hits.reserveCapacity(answer.best.count - skipped)
    var segment = searcher.segments[0]
    for index in skipped..<answer.best.count {
      if index & 255 == 255 { try scratch.check() }
      let hit = answer.best[index]
      if !segment.has(hit.doc) { segment = searcher.place(of: hit.doc).segment }
      hits.append(try segment.hit(hit, scratch: scratch))
    }
    return hits
  }

  private func hasOwnToken(_ field: Int) -> Bool {
    query.conditions.contains { ResolvedQuery.isOwn($0, ofFacet: field) }
  }

  private struct Answer {
    var best: ScratchArray<RankedHit>
    var total: Total
    var facets: [Int: [FacetCount]]
    /// Of each segment; nil where they were not needed.
    var matches: [ContextMatches]?
  }

  private func run(
    _ query: ResolvedQuery, depth: Int, facets: [Int], order: FieldSort?, counts: Bool
  ) throws(TesseraError) -> Answer {
    let (lookups, weights) = try lookUp(query)
    var counted: [Int: [FacetCount]] = [:]
    var facets = facets
    if !facets.isEmpty {
      counted = try storedCounts(of: facets, query, lookups)
      facets.removeAll { counted[$0] != nil }
    }
    var top = TopHits(capacity: order == nil ? depth : 0, scratch: scratch)
    var sink = MatchSink(
      needsAll: !facets.isEmpty || (order != nil && depth > 0), wanted: wanted(counts))
    var matches: [ContextMatches] = []
    var sorted = SortedHits()
    for (index, segment) in searcher.segments.enumerated() {
      let set =
        facets.isEmpty ? nil : DocumentSet(documents: segment.reader.documentCount, scratch: scratch)
      sink.beginSegment(order: order.map { fieldOrder($0, depth, of: segment.reader) }, collecting: set)
      try search(segment, for: query, lookups[index], weights, &top, &sink)
      if let set { matches.append(ContextMatches(segment, set, sink.docs, scratch: scratch)) }
      if let order, let found = sink.order { sorted.add(found, order, of: segment, scratch: scratch) }
    }
    if !facets.isEmpty { counted.merge(try facetCounts(of: facets, among: matches)) { $1 } }
    return Answer(
      best: try order.map { (order) throws(TesseraError) in
        try sorted.best(depth, descending: order.descending, scratch: scratch)
      } ?? top.sorted(scratch),
      total: Total(value: sink.count, isExact: !sink.hasSkipped),
      facets: counted, matches: facets.isEmpty ? nil : matches)
  }

  /// Where the words of a query stand in each segment, and what they weigh in all of them.
  func lookUp(
    _ query: ResolvedQuery
  ) throws(TesseraError) -> (UnsafeMutablePointer<SegmentLookup>, QueryWeights) {
    let segments = searcher.segments.count
    let lookups = scratch.allocate(SegmentLookup.self, segments)
    for index in 0..<segments {
      lookups[index] = try SegmentLookup(query, in: searcher.segments[index].reader, scratch: scratch)
    }
    let weights = QueryWeights(
      lookups, segments: segments, words: query.words.count, statistics: searcher.statistics,
      scratch: scratch)
    return (lookups, weights)
  }

  /// One segment after the other, in their order.
  func search(
    _ segment: SearchableSegment, for query: ResolvedQuery, _ lookup: SegmentLookup, _ weights: QueryWeights,
    _ top: inout TopHits, _ sink: inout MatchSink
  ) throws(TesseraError) {
    let context = try SegmentContext(segment, norms: norms, scratch: scratch)
    let search = SegmentSearch(
      query, lookup: lookup, weights: weights, context: context, mostExpected: options.mostExpected,
      isLarge: context.documents >= options.leastLarge)
    try search.run(top: &top, sink: &sink)
    try scratch.check()
  }

  /// Of those fields whose counts were found with the index.
  private func storedCounts(
    of fields: [Int], _ query: ResolvedQuery, _ lookups: UnsafeMutablePointer<SegmentLookup>
  ) throws(TesseraError) -> [Int: [FacetCount]] {
    guard let stored = try StoredCounts(query, lookups, in: searcher.segments, scratch: scratch)
    else { return [:] }
    var counts: [Int: [FacetCount]] = [:]
    for field in fields where counts[field] == nil {
      if let top = stored.topOfOne(options.facetLimit, of: field) {
        let facet = searcher.segments[0].reader.facets[field]
        var shown: [FacetCount] = []
        shown.reserveCapacity(top.count)
        for entry in top {
          shown.append(
            FacetCount(value: try facet.shown(entry.number, scratch: scratch), count: Int(entry.count)))
        }
        counts[field] = shown
      } else if let best = try stored.best(options.facetLimit, of: field) {
        counts[field] = try shown(best, of: field)
      }
    }
    return counts
  }

  /// The most frequent values of each field; ties in ascending order of the folded value.
  private func facetCounts(
    of fields: [Int], among matches: [ContextMatches]
  ) throws(TesseraError) -> [Int: [FacetCount]] {
    var counts: [Int: [FacetCount]] = [:]
    for field in fields where counts[field] == nil {
      var best = BestCounts(limit: options.facetLimit, .values, of: searcher.segments)
      var sources: [CountedTerms] = []
      for context in matches {
        let facet = context.segment.facets[field]
        sources.append(
          try CountedTerms(
            .all, of: facet.terms, facet.lists, column: facet.column,
            top: { () throws(TesseraError) in try facet.tops.all(scratch: scratch) }, within: context,
            wanted: best.limit, scratch: scratch))
      }
      if sources.count == 1, sources[0].isExact {
        counts[field] = try shownFirst(of: &sources[0], in: matches[0].segment.facets[field])
        continue
      }
      try best.enter(&sources, field: field, scratch: scratch)
      counts[field] = try shown(best.entries, of: field)
    }
    return counts
  }

  /// Those of a segment that is alone, whose counts are known.
  private func shownFirst(
    of source: inout CountedTerms, in facet: FacetField
  ) throws(TesseraError) -> [FacetCount] {
    var shown: [FacetCount] = []
    while shown.count < options.facetLimit, let next = source.next {
      shown.append(FacetCount(value: try facet.shown(next.number, scratch: scratch), count: next.count))
      try source.advance()
    }
    return shown
  }

  private func shown(_ entries: [BestCounts.Entry], of field: Int) throws(TesseraError) -> [FacetCount] {
    var shown: [FacetCount] = []
    shown.reserveCapacity(entries.count)
    for entry in entries {
      let facet = searcher.segments[entry.segment].reader.facets[field]
      shown.append(FacetCount(value: try facet.shown(entry.number, scratch: scratch), count: entry.count))
    }
    return shown
  }

  private func wanted(_ counts: Bool) -> Int {
    guard counts else { return 0 }
    switch options.count {
    case .exact: return .max
    // One more tells "exactly so many" from "more".
    case .upTo(let number): return max(0, number) + (number < .max ? 1 : 0)
    }
  }

  private func fieldOrder(_ sort: FieldSort, _ depth: Int, of segment: SegmentReader) -> FieldOrder {
    let source: FieldOrder.Source =
      if let number = sort.number { .number(segment.numbers[number].ordinals) } else {
        .key(segment.keys)
      }
    return FieldOrder(
      source, in: segment.order, descending: sort.descending, capacity: depth, scratch: scratch)
  }
}

extension SearchOptions {
  /// With numbers that can be added up and multiplied, whatever was asked for: nothing has more values than this.
  fileprivate mutating func bound() {
    func bounded(_ number: Int) -> Int { min(max(0, number), Int(Int32.max)) }
    facetLimit = bounded(facetLimit)
    suggestions = bounded(suggestions)
    completions = bounded(completions)
  }
}
