/// Searches the segments of a snapshot as one index.
final class Searcher: Sendable {
  let segments: [SearchableSegment]
  let statistics: CollectionStatistics
  private let norms: FixedFloats
  private let pool = Pool { ScratchMemory() }

  /// - Parameter statistics: what scores depend on; by default what the segments hold together.
  init(
    _ readers: [(reader: SegmentReader, deleted: DeletedDocuments?)],
    statistics given: CollectionStatistics? = nil
  ) {
    let statistics =
      given
      ?? CollectionStatistics(
        documents: readers.reduce(0) { $0 + $1.reader.documentCount },
        totalLength: readers.reduce(0) { $0 + $1.reader.statistics.totalLength })
    self.statistics = statistics
    norms = FixedFloats(LengthNorms(averageLength: statistics.averageLength).values)
    var segments: [SearchableSegment] = []
    var base: DocNumber = 0
    for (reader, deleted) in readers {
      segments.append(
        SearchableSegment(
          reader: reader, deleted: deleted, base: base, averageLength: statistics.averageLength))
      base += DocNumber(reader.documentCount)
    }
    self.segments = segments
  }

  /// The answer to a query.
  ///
  /// - Throws: also `.cancelled`.
  /// - Complexity: what it costs is decided by the shortest required list; see the architecture document.
  func search(
    _ query: ResolvedQuery, _ options: SearchOptions, schema: Schema, cancellation: SearchCancellation?
  ) throws(TesseraError) -> SearchPage {
    var facetFields: [Int] = []
    for name in options.facets { facetFields.append(try schema.facetNumber(name)) }
    let order = try fieldOrder(options.order, schema)
    return try pool.withItem { (scratch) throws(TesseraError) in
      scratch.reset(stop: cancellation?.flag)
      defer { scratch.reset() }
      try scratch.check()
      let run = SearchRun(
        self, query: try deciding(query, scratch: scratch), options, norms: norms.base, scratch: scratch)
      let page = try run.page(facetFields: facetFields, order: order, schema: schema)
      // Whatever stopped half-way or met damage where it could not throw: then this is not the answer.
      if let failure = scratch.failure { throw failure }
      return page
    }
  }

  /// Whether a number field holds dates: each value of every segment that has any.
  func holdsDates(_ field: Int) -> Bool {
    var hasValues = false
    for segment in segments {
      let values = segment.reader.numbers[field].values
      if values.count == 0 { continue }
      if !values.areDates { return false }
      hasValues = true
    }
    return hasValues
  }

  private func fieldOrder(
    _ order: SearchOptions.Order, _ schema: Schema
  ) throws(TesseraError) -> SearchRun.FieldSort? {
    switch order {
    case .relevance: return nil
    case .field(nil, let descending):
      return SearchRun.FieldSort(number: nil, descending: descending)
    case .field(let name?, let descending):
      return SearchRun.FieldSort(number: try schema.numberField(name), descending: descending)
    }
  }

  /// Decides what plain tokens mean here: a facet value where any field has it, words otherwise. Where just one
  /// field has it, it is that field's own token.
  ///
  /// - Parameter scratch: that of the search, which may be ended; nil for one of its own.
  func deciding(
    _ query: ResolvedQuery, scratch: ScratchMemory? = nil
  ) throws(TesseraError) -> ResolvedQuery {
    if !query.hasPlain { return query }
    var decided = query.conditions
    for index in query.conditions.indices {
      guard case .plain(let value, let words) = query.conditions[index] else { continue }
      let fields = try fields(having: value, scratch)
      decided[index] =
        fields.isEmpty
        ? .words(words)
        : .anyFacet(
          fields.map { ResolvedQuery.FacetValue(field: $0, folded: value) },
          own: fields.count == 1 ? fields[0] : nil)
    }
    return query.with(conditions: decided)
  }

  /// The facet fields in which a document that can be found has the value.
  private func fields(
    having value: [UInt8], _ scratch: ScratchMemory?
  ) throws(TesseraError) -> [Int] {
    var found: Set<Int> = []
    for segment in segments {
      for (field, facet) in segment.reader.facets.enumerated() where !found.contains(field) {
        guard let entry = try facet.terms.find(value) else { continue }
        if try hasLiveDocument(entry, of: facet, in: segment, scratch) { found.insert(field) }
      }
    }
    return found.sorted()
  }

  private func hasLiveDocument(
    _ entry: TermEntry, of facet: FacetField, in segment: SearchableSegment, _ given: ScratchMemory?
  ) throws(TesseraError) -> Bool {
    guard let deleted = segment.deleted, deleted.count > 0 else { return true }
    let scratch = given ?? ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    let set = DocumentSet(documents: segment.reader.documentCount, scratch: scratch)
    try set.formUnion(facet.lists, entry, scratch: scratch)
    return (0..<(segment.reader.documentCount + 63) / 64).contains {
      set.words[$0] & ~deleted.words[$0] != 0
    }
  }

  /// The segment of a document of the snapshot, given by its place in the order of addition, and its ordinal there.
  func place(of doc: DocNumber) -> (segment: SearchableSegment, ordinal: DocNumber) {
    var index = segments.count - 1
    while index > 0, segments[index].base > doc || segments[index].reader.documentCount == 0 {
      index -= 1
    }
    return (segments[index], doc - segments[index].base)
  }
}
