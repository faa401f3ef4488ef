/// Merges a facet field of several segments: values by their folded bytes, then the documents' values anew.
struct FacetMerger {
  private let sources: [MergeSource]
  private let field: Int
  private let schema: Schema
  private let file: SegmentFileWriter
  private static let gone = UInt32.max

  init(_ sources: [MergeSource], field: Int, schema: Schema, file: SegmentFileWriter) {
    self.sources = sources
    self.field = field
    self.schema = schema
    self.file = file
  }

  /// Writes the field, and gives the values of the documents.
  func run() throws(TesseraError) -> FacetRows {
    let documents = sources.reduce(0) { $0 + $1.liveCount }
    var writer = FacetFieldWriter(file: file, field: field, schema: schema, documents: documents)
    let ordinals = try writeValues(&writer)
    return writer.finish(try rows(ordinals, documents: documents))
  }

  /// Writes the values that a living document has; gives for each source what became of its ordinals.
  private func writeValues(_ writer: inout FacetFieldWriter) throws(TesseraError) -> [[UInt32]] {
    var ordinals = sources.map { [UInt32](repeating: Self.gone, count: $0.reader.facets[field].terms.count) }
    var merger = TermMerger(sources.map { $0.reader.facets[field].terms })
    var list = MergedList()
    var spelling: [UInt8] = []
    while try merger.next() {
      list.removeAll()
      for (source, entry) in merger.matches {
        try list.append(sources[source].reader.facets[field].lists, entry, sources[source])
      }
      if list.docs.count == 0 { continue }
      list.sort()
      for (source, entry) in merger.matches { ordinals[source][Int(entry.number)] = UInt32(writer.count) }
      // The spelling seen first is that of the first segment.
      let first = merger.matches[0]
      let values = sources[first.source].reader.facets[field].values
      spelling.removeAll(keepingCapacity: true)
      spelling.append(contentsOf: merger.term)
      try values.spell(first.entry.number, &spelling)
      spelling.withUnsafeBufferPointer {
        writer.append(value: merger.term, spelling: $0, docs: list.docs.elements)
      }
    }
    return ordinals
  }

  /// The values of the living documents.
  private func rows(_ maps: [[UInt32]], documents: Int) throws(TesseraError) -> FacetRowsBuilder {
    var rows = FacetRowsBuilder(documents: documents)
    let columns = sources.map { $0.reader.facets[field].column }
    var blocks = [OrdinalBlock?](repeating: nil, count: sources.count)
    try sources.forEachDocument { (source, doc) throws(TesseraError) in
      // Order stays: values keep theirs, and a living document's values are not gone.
      var isGone = false
      try maps[source].withUnsafeBufferPointer { (map) throws(TesseraError) in
        try columns[source].forEach(of: doc, block: &blocks[source]) { ordinal in
          let merged = map[Int(ordinal)]
          if merged == Self.gone { isGone = true }
          rows.append(value: merged)
        }
      }
      if isGone { throw sources[source].reader.damaged("a facet's column and lists differ") }
      rows.endDocument()
    }
    return rows
  }
}
