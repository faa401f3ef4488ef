/// Finds the tokens and words that a query could go on with, and counts each within what the query has already.
struct Suggester {
  private let run: SearchRun
  private let schema: Schema
  private let segments: [SearchableSegment]
  private let scratch: ScratchMemory
  /// What was found to match, by the words.
  private var contexts: [[[UInt8]]: [ContextMatches]] = [:]

  /// - Parameter matches: of the query itself, where they are known.
  init(_ run: SearchRun, schema: Schema, matches: [ContextMatches]?) {
    (self.run, self.schema, scratch) = (run, schema, run.scratch)
    segments = run.searcher.segments
    if let matches, run.query.prefix == nil { contexts[run.query.words] = matches }
  }

  private mutating func context(_ words: [[UInt8]]) throws(TesseraError) -> [ContextMatches] {
    if let known = contexts[words] { return known }
    let found = try run.contexts(of: run.query.with(words: words))
    contexts[words] = found
    return found
  }

  // MARK: Completions

  /// The words that the last one begins, most frequent first. Where one word of the text is enough, the other words
  /// are not required.
  mutating func completions() throws(TesseraError) -> [Completion] {
    guard run.options.completions > 0, let prefix = run.query.prefix else { return [] }
    let contexts = try context(run.query.match == .all ? run.query.words : [])
    var best = BestCounts(limit: run.options.completions)
    var sources: [CountedTerms] = []
    for (segment, context) in zip(segments, contexts) {
      let reader = segment.reader
      let range = try reader.terms.range(from: prefix.lower, to: prefix.upper)
      let exact = try reader.terms.find(prefix.term)
      let apart = exact.flatMap { $0.number < range.lower || $0.number >= range.upper ? $0 : nil }
      let top =
        apart == nil ? try reader.rangeCounts?.words(of: range.lower..<range.upper, scratch: scratch) : nil
      sources.append(
        try CountedTerms(
          .range(range, apart: apart), of: reader.terms, reader.lists, top: top, within: context,
          wanted: best.limit, scratch: scratch))
    }
    try best.enter(&sources, field: 0, scratch: scratch)
    return best.entries.map { entry in
      guard case .term(let word) = entry.value else { preconditionFailure("words alone were counted") }
      return Completion(
        word: String(decoding: word, as: UTF8.self), count: entry.count, textStart: run.query.prefixStart)
    }
  }

  // MARK: Tokens

  /// The values that the end of the text may be the beginning of, most frequent first: of the longest run of words with
  /// which one has documents.
  mutating func tokens() throws(TesseraError) -> [SuggestedToken] {
    guard run.options.suggestions > 0, let text = run.query.suggestionText else { return [] }
    let fields = text.named?.facets ?? Array(schema.facets.indices)
    var starts: [FieldValues] = []
    for field in fields {
      starts.append(
        try FieldValues(field, of: text, in: segments.map { $0.reader.facets[field] }, scratch: scratch))
    }
    try scratch.check()
    let longest = max(starts.map(\.longestRun).max() ?? 0, text.number != nil ? 1 : 0)
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
    var best = BestCounts(limit: run.options.suggestions)
    if runLength == 0, text.named == nil, try enterStored(text, &best) {
      return try tokens(best.entries, start: text.start(run: 0))
    }
    let contexts = try context(text.context(run: runLength))
    if contexts.allSatisfy({ $0.count == 0 }) { return [] }
    for values in fields where runLength <= values.longestRun {
      var sources: [CountedTerms] = []
      for (index, segment) in segments.enumerated() {
        let facet = segment.reader.facets[values.field]
        let source = try values.source(run: runLength, segment: index, of: facet, scratch: scratch)
        sources.append(
          try CountedTerms(
            source.values, of: facet.terms, facet.lists, column: facet.column, top: source.top,
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
      for value in values { best.insert(value) }
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
      let shown = try segments[entry.segment].reader.facets[entry.field].shown(entry.number)
      return SuggestedToken(
        token: .facet(field, shown), field: field, value: shown, count: entry.count, textStart: start)
    case .numbers(let from, let through):
      let field = schema.numbers[entry.field]
      return SuggestedToken(
        token: .numbers(field, from: from, through: through), field: field,
        value: from == through ? "\(from)" : "\(from)-\(through)", count: entry.count, textStart: start)
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

  // MARK: Numbers

  /// The ranges of numbers that begin with the digits of the text; of a field that is named alone, its numbers.
  private func enterNumbers(
    _ runLength: Int, _ text: SuggestionText, _ contexts: [ContextMatches], _ best: inout BestCounts
  ) throws(TesseraError) {
    guard runLength == 1, let number = text.number else {
      if runLength == 0 {
        for field in text.named?.numbers ?? [] { try enterAllNumbers(of: field, contexts, &best) }
      }
      return
    }
    for field in text.named?.numbers ?? Array(schema.numbers.indices) {
      for (from, through) in NumberRanges.beginning(with: number, isOpen: text.prefix != nil) {
        if isCommitted(field, .integer(from), .integer(through)) { continue }
        var count = 0
        for (segment, context) in zip(segments, contexts) {
          let column = segment.reader.numbers[field]
          let ordinals = try column.ordinalRange(from: .integer(from), through: .integer(through))
          count += try context.count(column.ordinals, in: ordinals)
        }
        if count > 0 { enter(.integer(from), .integer(through), field, count, &best) }
      }
    }
  }

  private func enterAllNumbers(
    of field: Int, _ contexts: [ContextMatches], _ best: inout BestCounts
  ) throws(TesseraError) {
    var tallies: [NumberTally] = []
    for (segment, context) in zip(segments, contexts) {
      tallies.append(try NumberTally(segment.reader.numbers[field], of: context, scratch: scratch))
    }
    if tallies.count == 1 {
      // The highest counts alone need their numbers read; those that are committed may be among them.
      let wanted = run.options.suggestions + run.query.conditions.count
      for (count, number) in try tallies[0].highest(wanted) where !isCommitted(field, number, number) {
        enter(number, number, field, count, &best)
      }
      return
    }
    while let number = tallies.compactMap(\.next).min() {
      var count = 0
      for place in tallies.indices where tallies[place].next == number {
        count += tallies[place].count
        try tallies[place].advance()
      }
      if !isCommitted(field, number, number) { enter(number, number, field, count, &best) }
    }
  }

  private func enter(
    _ from: Number, _ through: Number, _ field: Int, _ count: Int, _ best: inout BestCounts
  ) {
    best.insert(
      BestCounts.Entry(
        count: count, value: .numbers(from: from, through: through), field: field, segment: 0, number: 0))
  }

  private func isCommitted(_ field: Int, _ from: Number, _ through: Number) -> Bool {
    run.query.conditions.contains { condition in
      guard case .numbers(field, let lower, let upper) = condition else { return false }
      return lower == from && upper == through
    }
  }
}

/// The whole numbers whose decimal text begins with some digits, as ranges.
enum NumberRanges {
  /// 199, 1990 to 1999, 19900 to 19999, and so on; of a number that is complete, or 0, itself alone.
  static func beginning(with number: Int64, isOpen: Bool) -> [(from: Int64, through: Int64)] {
    var ranges = [(from: number, through: number)]
    guard isOpen, number > 0 else { return ranges }
    while let last = ranges.last {
      let (from, isFromOver) = last.from.multipliedReportingOverflow(by: 10)
      let (through, isThroughOver) = last.through.multipliedReportingOverflow(by: 10)
      if isFromOver || isThroughOver || through > .max - 9 { break }
      ranges.append((from, through + 9))
    }
    return ranges
  }
}
