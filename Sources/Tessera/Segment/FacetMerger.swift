/// Merges a facet field of several segments: values by their folded bytes, then the documents' values anew.
struct FacetMerger {
  private let sources: [MergeSource]
  private let field: Int
  private let writer: FacetFieldWriter
  private static let gone = UInt32.max

  init(_ sources: [MergeSource], field: Int, schema: Schema, file: SegmentFileWriter) {
    self.sources = sources
    self.field = field
    let documents = sources.reduce(0) { $0 + $1.liveCount }
    writer = FacetFieldWriter(file: file, field: field, schema: schema, documents: documents)
  }

  /// Writes the field, and gives the values of the documents.
  func run() throws(TesseraError) -> FacetRows {
    let ordinals = try writeValues()
    try writeColumn(ordinals)
    return writer.finish()
  }

  /// Writes the values that a living document has; gives for each source what became of its ordinals.
  private func writeValues() throws(TesseraError) -> [[UInt32]] {
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

  private func writeColumn(_ maps: [[UInt32]]) throws(TesseraError) {
    var ordinals: [UInt32] = []
    try sources.forEachDocument { (source, doc) throws(TesseraError) in
      let reader = sources[source].reader
      try reader.facets[field].column.ordinals(of: doc, into: &ordinals)
      // Order stays: values keep theirs, and a living document's values are not gone.
      for place in ordinals.indices { ordinals[place] = maps[source][Int(ordinals[place])] }
      if ordinals.contains(Self.gone) { throw reader.damaged("a facet's column and lists differ") }
      writer.append(ordinals: ordinals)
    }
  }
}
