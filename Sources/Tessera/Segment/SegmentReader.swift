/// A segment, open: its dictionaries, lists and columns over the mapped file.
///
/// Opening reads the tables of each part and none of their contents.
final class SegmentReader: Sendable {
  let file: SegmentFile
  let statistics: SegmentStatistics
  let terms: TermDictionary
  let lists: ListSection
  let prefixTerms: TermDictionary
  let prefixLists: ListSection
  let champions: ChampionLists
  /// nil where there are no facet fields, and in a segment whose documents are not numbered by length.
  let valueChampions: ValueChampions?
  /// nil in a segment whose documents are not numbered by length.
  let levels: LevelLists?
  let tiers: TierLists?
  let codebook: ImpactCodebook
  let facets: [FacetField]
  /// nil where there are no facet fields.
  let rangeCounts: RangeCounts?
  let numbers: [NumberColumn]
  let keys: KeyTable
  let stored: StoredDocuments?
  /// Which ordinal each document has: keys and stored documents are by ordinal, all else by document.
  let order: DocumentOrder
  let lengths: DocumentLengths

  var documentCount: Int { statistics.documents }

  init(_ file: SegmentFile, schema: Schema) throws(TesseraError) {
    self.file = file
    let statistics = try SegmentStatistics(file.requiredSection(SectionID(.statistics)))
    self.statistics = statistics
    terms = try TermDictionary(file.requiredSection(SectionID(.terms)))
    lists = ListSection(
      bytes: try file.requiredSection(SectionID(.lists)),
      bounds: try file.requiredSection(SectionID(.listBounds)), documents: statistics.documents)
    prefixTerms = try TermDictionary(file.requiredSection(SectionID(.prefixTerms)))
    prefixLists = ListSection(
      bytes: try file.requiredSection(SectionID(.prefixLists)),
      bounds: try file.requiredSection(SectionID(.prefixBounds)), documents: statistics.documents)
    champions = try ChampionLists(
      directory: file.requiredSection(SectionID(.champions)),
      lists: file.requiredSection(SectionID(.championLists)), documents: statistics.documents)
    levels = try file.section(SectionID(.levels)).map { (directory) throws(TesseraError) in
      try LevelLists(
        directory: directory,
        lists: ListSection(
          bytes: file.requiredSection(SectionID(.levelLists)),
          bounds: file.requiredSection(SectionID(.levelBounds)), documents: statistics.documents))
    }
    tiers = try file.section(SectionID(.tiers)).map { (directory) throws(TesseraError) in
      try TierLists(
        directory: directory,
        lists: ListSection(
          bytes: file.requiredSection(SectionID(.tierLists)),
          bounds: file.requiredSection(SectionID(.tierBounds)), documents: statistics.documents))
    }
    codebook = try ImpactCodebook(file.requiredSection(SectionID(.codebook)))
    // Only where documents are numbered by length is the order another one than that of addition.
    var order: SectionBytes?
    if let runs = file.section(SectionID(.lengthRuns)) {
      lengths = try DocumentLengths(runs, areRuns: true, documents: statistics.documents)
      order = file.section(SectionID(.documentOrder))
    } else {
      lengths = try DocumentLengths(
        file.requiredSection(SectionID(.norms)), areRuns: false, documents: statistics.documents)
    }
    self.order = try DocumentOrder(order, documents: statistics.documents)
    var facets: [FacetField] = []
    for field in schema.facets.indices {
      facets.append(try FacetField(file, field: field, documents: statistics.documents))
    }
    self.facets = facets
    valueChampions = try file.section(SectionID(.valueChampions)).map { (directory) throws(TesseraError) in
      try ValueChampions(
        directory: directory, lists: file.requiredSection(SectionID(.valueChampionLists)),
        values: facets.map(\.terms.count), documents: statistics.documents)
    }
    rangeCounts =
      facets.isEmpty
      ? nil
      : try RangeCounts(
        file.requiredSection(SectionID(.rangeCounts)), values: facets.map(\.terms.count),
        documents: statistics.documents)
    var numbers: [NumberColumn] = []
    for field in schema.numbers.indices {
      numbers.append(
        try NumberColumn(
          column: file.requiredSection(SectionID(.numberColumn, field: field)),
          values: file.requiredSection(SectionID(.numberValues, field: field))))
    }
    self.numbers = numbers
    keys = try KeyTable(
      keys: file.requiredSection(SectionID(.keys)), order: file.requiredSection(SectionID(.keyOrder)))
    guard keys.count == statistics.documents else {
      throw keys.corrupt("there are \(keys.count) keys of \(statistics.documents) documents")
    }
    stored =
      schema.storesDocuments
      ? try StoredDocuments(
        documents: file.requiredSection(SectionID(.documents)),
        offsets: file.requiredSection(SectionID(.documentOffsets))) : nil
  }

  /// The length codes of all documents; ascending where the segment has an order of its own.
  func checkedLengths() throws(TesseraError) -> UnsafePointer<UInt8> {
    try lengths.codes()
  }

  func damaged(_ detail: String) -> TesseraError {
    lists.bytes.corrupt(at: 0, detail)
  }
}

/// A facet field of a segment: values with their documents, and documents with their values. A class, since one
/// reference is cheaper to hand on than what it holds.
final class FacetField: Sendable {
  /// The folded values. A value's number is its ordinal in the column.
  let terms: TermDictionary
  let lists: ListSection
  let column: OrdinalColumn
  /// How the values are shown.
  let values: FacetValues
  /// The words of the values, and for each the ordinals of the values that have it, as lists of documents are kept.
  let words: TermDictionary
  let wordValues: ListSection
  let tops: FacetTops

  init(_ file: SegmentFile, field: Int, documents: Int) throws(TesseraError) {
    terms = try TermDictionary(file.requiredSection(SectionID(.facetTerms, field: field)))
    lists = ListSection(
      bytes: try file.requiredSection(SectionID(.facetLists, field: field)), bounds: nil, documents: documents
    )
    column = try OrdinalColumn(file.requiredSection(SectionID(.facetColumn, field: field)))
    values = try FacetValues(file.requiredSection(SectionID(.facetValues, field: field)))
    words = try TermDictionary(file.requiredSection(SectionID(.facetWords, field: field)))
    wordValues = ListSection(
      bytes: try file.requiredSection(SectionID(.facetWordValues, field: field)), bounds: nil,
      documents: terms.count)
    tops = try FacetTops(
      file.requiredSection(SectionID(.facetTops, field: field)), values: terms.count, documents: documents)
    guard column.ordinalCount == terms.count, values.count == terms.count else {
      throw terms.section.corrupt(
        at: 0,
        "there are \(terms.count) values, \(values.count) spellings, and \(column.ordinalCount) for the documents"
      )
    }
  }

  /// A value as it is shown.
  ///
  /// - Parameter scratch: that of the search; it keeps what was shown lately.
  func shown(_ ordinal: UInt32, scratch: ScratchMemory) throws(TesseraError) -> String {
    if let text = scratch.texts.text(ordinal, of: self) { return text }
    var bytes: [UInt8] = []
    try terms.term(ordinal, into: &bytes)
    try values.spell(ordinal, &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    scratch.texts.keep(text, ordinal, of: self)
    return text
  }
}
