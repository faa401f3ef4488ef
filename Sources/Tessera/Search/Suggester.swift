/// Finds the tokens and words that a query could go on with, and counts each within what the query has already.
struct Suggester {
  let run: SearchRun
  let schema: Schema
  let segments: [SearchableSegment]
  let scratch: ScratchMemory
  /// What was found to match, and the words; few, so that looking at each is faster than a table.
  private var contexts: [(words: [[UInt8]], matches: [ContextMatches])] = []

  /// - Parameter matches: of the query itself, where they are known.
  init(_ run: SearchRun, schema: Schema, matches: [ContextMatches]?) {
    (self.run, self.schema, scratch) = (run, schema, run.scratch)
    segments = run.searcher.segments
    if let matches, run.query.prefix == nil { contexts.append((run.query.words, matches)) }
  }

  private mutating func context(_ words: [[UInt8]]) throws(TesseraError) -> [ContextMatches] {
    if let known = contexts.first(where: { $0.words == words }) { return known.matches }
    let found = try run.contexts(of: run.query.with(words: words))
    contexts.append((words, found))
    return found
  }

  // MARK: Completions

  /// The words that the last one begins, most frequent first. Where one word of the text is enough, the other words
  /// are not required.
  mutating func completions() throws(TesseraError) -> [Completion] {
    guard run.options.completions > 0, let prefix = run.query.prefix else { return [] }
    let contexts = try context(run.query.match == .all ? run.query.words : [])
    if contexts.allSatisfy({ $0.count == 0 }) { return [] }
    var best = BestCounts(limit: run.options.completions, .words, of: segments)
    var sources: [CountedTerms] = []
    for (segment, context) in zip(segments, contexts) {
      let reader = segment.reader
      let (range, apart) = try reader.terms.terms(of: prefix)
      sources.append(
        try CountedTerms(
          .range(range, apart: apart), of: reader.terms, reader.lists,
          top: { () throws(TesseraError) in
            if apart != nil { return nil }
            return try reader.rangeCounts?.words(of: range.lower..<range.upper, scratch: scratch)
          }, within: context, wanted: best.limit, scratch: scratch))
    }
    try best.enter(&sources, field: 0, scratch: scratch)
    var completions: [Completion] = []
    completions.reserveCapacity(best.entries.count)
    var word: [UInt8] = []
    for entry in best.entries {
      try segments[entry.segment].reader.terms.term(entry.number, into: &word)
      completions.append(
        Completion(
          word: String(decoding: word, as: UTF8.self), count: entry.count, textStart: run.query.prefixStart))
    }
    return completions
  }

  // MARK: Tokens

  /// The values that the end of the text may be the beginning of, most frequent first: of the longest run of words with
  /// which one has documents.
  mutating func tokens() throws(TesseraError) -> [SuggestedToken] {
    guard run.options.suggestions > 0, let text = run.query.suggestionText else { return [] }
    let fields = text.named?.facets ?? Array(schema.facets.indices)
    var starts: [FieldValues] = []
    for field in fields {
      starts.append(try FieldValues(field, of: text, in: segments, scratch: scratch))
    }
    try scratch.check()
    let longest = max(starts.map(\.longestRun).max() ?? 0, longestNumber(of: text))
    var runLength = text.named == nil ? longest : text.words.count
    while runLength >= text.leastRun {
      let found = try tokens(runLength, text, starts)
      if !found.isEmpty { return found }
      runLength -= 1
    }
    return []
  }

  private mutating func tokens(
    _ runLength: Int, _ text: SuggestionText, _ fields: [FieldValues]
  ) throws(TesseraError) -> [SuggestedToken] {
    var best = BestCounts(limit: run.options.suggestions, .values, of: segments)
    if runLength == 0, text.named == nil, try enterStored(text, &best) {
      return try tokens(best.entries, start: text.start(run: 0))
    }
    let contexts = try context(text.context(run: runLength))
    if contexts.allSatisfy({ $0.count == 0 }) { return [] }
    for values in fields where runLength <= values.longestRun {
      var sources: [CountedTerms] = []
      for (index, segment) in segments.enumerated() {
        let facet = segment.reader.facets[values.field]
        let source = values.source(run: runLength, segment: index)
        sources.append(
          try CountedTerms(
            source, of: facet.terms, facet.lists, column: facet.column,
            top: { () throws(TesseraError) in try source.top(of: facet, scratch: scratch) },
            within: contexts[index], wanted: best.limit, scratch: scratch))
      }
      try best.enter(
        &sources, field: values.field, except: committedValues(of: values.field), scratch: scratch)
    }
    try enterNumbers(runLength, text, contexts, &best)
    return try tokens(best.entries, start: text.start(run: runLength))
  }

  /// Enters the values of all fields where their counts were found with the index.
  private func enterStored(_ text: SuggestionText, _ best: inout BestCounts) throws(TesseraError) -> Bool {
    let query = run.query.with(words: text.context(run: 0))
    if query.words.count > 1 || !query.conditions.isEmpty { return false }
    let lookups = scratch.allocate(SegmentLookup.self, segments.count)
    for index in segments.indices {
      lookups[index] = try SegmentLookup(query, in: segments[index].reader, scratch: scratch)
    }
    guard let stored = try StoredCounts(query, lookups, in: segments, scratch: scratch) else { return false }
    for field in schema.facets.indices {
      guard let values = try stored.best(best.limit, of: field) else { return false }
      for value in values { try best.insert(value) }
    }
    return true
  }

  private func tokens(
    _ entries: [BestCounts.Entry], start: Int
  ) throws(TesseraError) -> [SuggestedToken] {
    var tokens: [SuggestedToken] = []
    tokens.reserveCapacity(entries.count)
    for entry in entries { tokens.append(try token(entry, start: start)) }
    return tokens
  }

  private func token(_ entry: BestCounts.Entry, start: Int) throws(TesseraError) -> SuggestedToken {
    switch entry.value {
    case .term:
      let field = schema.facets[entry.field]
      let shown = try segments[entry.segment].reader.facets[entry.field].shown(
        entry.number, scratch: scratch)
      return SuggestedToken(
        token: .facet(field, shown), field: field, value: shown, count: entry.count, textStart: start)
    case .numbers(let from, let through):
      let field = schema.numbers[entry.field]
      return SuggestedToken(
        token: .numbers(field, from: from, through: through), field: field,
        value: shown(from, through, of: entry.field), count: entry.count, textStart: start)
    }
  }

  /// The values that are required already.
  private func committedValues(of field: Int) -> Set<[UInt8]> {
    var values: Set<[UInt8]> = []
    for case .anyFacet(let own, own: field) in run.query.conditions where own.count == 1 {
      values.insert(own[0].folded)
    }
    return values
  }
}
