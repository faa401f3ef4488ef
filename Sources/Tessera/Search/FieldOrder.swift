/// The first matches in the order of a field, within one segment.
struct FieldOrder {
  enum Source {
    case number(OrdinalColumn)
    case key(KeyTable)
  }

  let source: Source
  let descending: Bool
  private(set) var top: TopHits

  init(_ source: Source, descending: Bool, capacity: Int, scratch: ScratchMemory) {
    self.source = source
    self.descending = descending
    top = TopHits(capacity: capacity, scratch: scratch)
  }

  mutating func add(_ docs: UnsafeBufferPointer<DocNumber>) throws(TesseraError) {
    for doc in docs { top.insert(rank: try rank(of: doc), doc: doc) }
  }

  /// Higher is earlier; 0 for a document without a value, which comes last.
  private func rank(of doc: DocNumber) throws(TesseraError) -> UInt32 {
    guard let ordinal = try ordinal(of: doc) else { return 0 }
    return descending ? ordinal + 1 : .max - ordinal
  }

  /// Of several numbers the one that brings the document furthest forward.
  func ordinal(of doc: DocNumber) throws(TesseraError) -> UInt32? {
    switch source {
    case .key(let keys): return UInt32(truncatingIfNeeded: try keys.rank(doc))
    case .number(let column):
      var best: UInt32?
      try column.forEach(of: doc) { ordinal in
        best = best.map { descending ? max($0, ordinal) : min($0, ordinal) } ?? ordinal
      }
      return best
    }
  }
}
