/// Merges a number field of several segments: the values in order, then the documents' values anew.
struct NumberMerger {
  private let sources: [MergeSource]
  private let field: Int
  private let file: SegmentFileWriter

  init(_ sources: [MergeSource], field: Int, file: SegmentFileWriter) {
    self.sources = sources
    self.field = field
    self.file = file
  }

  func run() throws(TesseraError) {
    var writer = NumberColumnWriter(
      column: file.section(SectionID(.numberColumn, field: field)),
      values: file.section(SectionID(.numberValues, field: field)))
    let columns = sources.map { $0.reader.numbers[field] }
    let merge = try NumberMerge(columns, kept: sources.map { live(in: $0) }) { writer.append(value: $0) }
    var ordinals: [UInt32] = []
    try sources.forEachDocument { (source, doc) throws(TesseraError) in
      try columns[source].ordinals.ordinals(of: doc, into: &ordinals)
      // Order stays, since values keep theirs.
      for place in ordinals.indices { ordinals[place] = merge.maps[source][Int(ordinals[place])] }
      ordinals.withUnsafeBufferPointer { writer.append($0) }
    }
    // A segment does not know which of its values are no dates, so those of deleted documents count too.
    writer.finish(areDates: columns.allSatisfy { $0.values.count == 0 || $0.values.areDates })
  }

  /// The living documents as a bitmap; nil when all live.
  private func live(in source: MergeSource) -> [UInt64]? {
    guard let deleted = source.deleted else { return nil }
    return (0..<deleted.wordCount).map { ~deleted.words[$0] }
  }
}
