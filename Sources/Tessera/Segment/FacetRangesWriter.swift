/// Writes what is found within facet values for words and prefixes of many documents: their most frequent values
/// (`RangeCounts`), and their champions within frequent ones (`ValueChampions`). Both ask how many of the documents have
/// each value, which is counted once.
struct FacetRangesWriter: ~Copyable {
  private let fields: [FacetRows]
  private var tally = TopCountsTally()
  private var counts: RangeCountsWriter
  /// nil in a segment whose documents are not numbered by length, and where prefixes have no lists.
  private var champions: ValueChampionsWriter?

  /// nil where there are no facet fields: then nothing is written.
  ///
  /// - Parameters:
  ///   - fields: the values of the documents, of each facet field.
  ///   - plan: a complete one.
  ///   - lengths: the length codes of the documents.
  init?(
    _ file: SegmentFileWriter, _ fields: [FacetRows], schema: Schema, plan: PrefixPlan,
    lengths: UnsafeBufferPointer<UInt8>
  ) {
    if fields.isEmpty { return nil }
    self.fields = fields
    counts = RangeCountsWriter(
      file, valueCounts: fields.map(\.valueCount), schema: schema, documents: lengths.count)
    if plan.hasLevels, schema.prefixLists {
      champions = ValueChampionsWriter(
        file, fields, leastDocuments: schema.leastValueDocuments, postingCount: plan.postingCount,
        room: plan.valueRoom, lengths: lengths)
    }
  }

  /// Takes the next word.
  mutating func append(documentCount: Int) { counts.append(documentCount: documentCount) }

  /// Takes the words of a range, all of them taken already, with all their documents.
  ///
  /// - Parameter word: the postings of the first word where all others begin with it; else, and for a single word, none.
  mutating func append(
    terms: Range<TermNumber>, _ postings: ChampionSelection.Postings,
    word: ChampionSelection.Postings = (
      UnsafeBufferPointer(start: nil, count: 0), UnsafeBufferPointer(start: nil, count: 0)
    )
  ) {
    let documents = postings.docs.count
    let areCounted = counts.begin(terms: terms, documents: documents)
    let areSought = champions?.begin(terms: terms, documents: documents) ?? false
    if !areCounted, !areSought { return }
    for (field, rows) in fields.enumerated() {
      let isSought = areSought && champions?.seeks(field: field) ?? false
      if !areCounted, !isSought { continue }
      tally.count(postings.docs, in: rows)
      if areCounted { counts.append(tally, field: field) }
      if isSought { champions?.append(postings, word: word, field: field, rows, tally) }
    }
    if areCounted { counts.end(terms: terms) }
    if areSought { champions?.end() }
  }

  mutating func finish() {
    counts.finish()
    champions?.finish()
  }
}
