/// Makes one segment of several, without their deleted documents; ordinals are one behind the other.
///
/// All parts are streamed: in memory are one list at a time, twice while it is put in order, a byte a document (one more
/// of a large segment), four bytes a facet value, and for each facet field four a document and two to six for each value that a document has; eight more
/// for each document of a segment that numbers its documents in another way than the merged one.
struct SegmentMerger {
  private let sources: [MergeSource]
  private let schema: Schema
  private let file: SegmentFileWriter
  private let documents: Int
  private let isByLength: Bool

  init(
    _ segments: [(reader: SegmentReader, deleted: DeletedDocuments?)], schema: Schema, path: String,
    files: any FileSystem
  ) throws(TesseraError) {
    let base = segments.reduce(0) { $0 + $1.reader.documentCount - ($1.deleted?.count ?? 0) }
    guard base <= SegmentStatistics.maximumDocuments else {
      throw TesseraError(
        .limitExceeded,
        "a segment of \(base) documents, at most \(SegmentStatistics.maximumDocuments) can be; merge fewer")
    }
    isByLength = schema.isLarge(documents: base)
    sources = try MergeSource.sources(segments, byLength: isByLength)
    self.schema = schema
    documents = base
    file = try SegmentFileWriter(path: path, files: files)
  }

  /// Writes the segment and gives its size in bytes.
  func run() throws(TesseraError) -> Int {
    do throws(TesseraError) {
      let lengths = try mergedLengths()
      let total = lengths.reduce(0) { $0 + Int(LengthCode.decode($1)) }
      var statistics = SegmentStatistics(documents: documents, totalLength: total, terms: 0, postings: 0)
      var rows: [FacetRows] = []
      for field in schema.facets.indices {
        rows.append(try FacetMerger(sources, field: field, schema: schema, file: file).run())
      }
      try writeTerms(lengths, rows, &statistics)
      if isByLength {
        LengthRuns(lengths).write(to: file.section(SectionID(.lengthRuns)))
        try writeOrder()
      } else {
        file.section(SectionID(.norms)).append(lengths)
      }
      for field in schema.numbers.indices { try NumberMerger(sources, field: field, file: file).run() }
      try writeKeys()
      try writeStored()
      statistics.write(to: file.section(SectionID(.statistics)))
      return try file.finish()
    } catch {
      file.abandon()
      throw error
    }
  }

  private func mergedLengths() throws(TesseraError) -> [UInt8] {
    var lengths: [UInt8] = []
    lengths.reserveCapacity(documents)
    try sources.forEachDocument { (source, doc) throws(TesseraError) in
      lengths.append(sources[source].lengths[Int(doc)])
    }
    return lengths
  }

  private func writeOrder() throws(TesseraError) {
    var writer = DocumentOrderWriter(file.section(SectionID(.documentOrder)))
    try sources.forEachDocument { (source, doc) throws(TesseraError) in
      writer.append(sources[source].merged(ordinal: try sources[source].reader.order.ordinal(of: doc)))
    }
    writer.finish()
  }

  private func writeTerms(
    _ lengths: [UInt8], _ facets: [FacetRows], _ statistics: inout SegmentStatistics
  ) throws(TesseraError) {
    let average = statistics.averageLength
    var plan = PrefixPlan(
      for: schema, documents: documents, averageLength: average, facetBytes: file.facetByteCount)
    var planner = TermMerger(sources.map(\.reader.terms))
    while schema.prefixLists, try planner.next() {
      plan.add(
        term: planner.term, documentCount: planner.matches.reduce(0) { $0 + Int($1.entry.documentCount) })
    }
    plan.finish()
    let written = try lengths.withUnsafeBufferPointer { lengths in
      let model = ImpactModel(lengths: lengths, norms: LengthNorms(averageLength: average))
      return Result { () throws(TesseraError) in
        try writeLists(
          TermListsWriter(
            file: file, schema: schema, documents: documents, model: model, plan: plan, facets: facets),
          average)
      }
    }.get()
    (statistics.terms, statistics.postings) = written
  }

  private func writeLists(
    _ writer: consuming TermListsWriter, _ average: Double
  ) throws(TesseraError) -> (terms: Int, postings: Int) {
    var merger = TermMerger(sources.map(\.reader.terms))
    var postings = MergedList()
    while try merger.next() {
      postings.removeAll()
      for (source, entry) in merger.matches {
        try postings.append(sources[source].reader.lists, entry, sources[source])
      }
      postings.sort()
      writer.append(
        term: merger.term, docs: postings.docs.elements, frequencies: postings.frequencies.elements)
    }
    writer.finish(averageLength: average)
    return (writer.termCount, writer.postingCount)
  }

  /// Live documents have different keys, whatever segments they are from.
  private func writeKeys() throws(TesseraError) {
    try KeyTableWriter.merge(
      sources.map { source in
        (source.reader.keys, { source.isLive(ordinal: $0) ? source.merged(ordinal: $0) : nil })
      },
      form: schema.key == nil ? .numbers : .texts, keys: file.section(SectionID(.keys)),
      order: file.section(SectionID(.keyOrder)))
  }

  private func writeStored() throws(TesseraError) {
    guard schema.storesDocuments else { return }
    var writer = StoredDocumentsWriter(
      documents: file.section(SectionID(.documents)), offsets: file.section(SectionID(.documentOffsets)))
    for source in sources {
      guard let stored = source.reader.stored else { continue }
      try writer.append(stored) { source.isLive(ordinal: $0) }
    }
    writer.finish()
  }
}
