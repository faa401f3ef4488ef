/// The first matches in the order of a field, within one segment: by their ordinals, of equal ones the lower first.
final class FieldOrder {
  enum Source {
    case number(OrdinalColumn)
    case key(KeyTable)
  }

  let source: Source
  private let order: DocumentOrder
  private let scratch: ScratchMemory
  let descending: Bool
  private(set) var top: TopHits

  init(
    _ source: Source, in order: DocumentOrder, descending: Bool, capacity: Int, scratch: ScratchMemory
  ) {
    self.source = source
    self.order = order
    self.descending = descending
    self.scratch = scratch
    top = TopHits(capacity: capacity, scratch: scratch)
  }

  /// Takes matches; what is damaged is noted in the scratch memory.
  func add(_ docs: UnsafeBufferPointer<DocNumber>) {
    do throws(TesseraError) {
      var top = top
      try insert(docs, &top)
      self.top = top
    } catch {
      scratch.note(error)
    }
  }

  private func insert(_ docs: UnsafeBufferPointer<DocNumber>, _ top: inout TopHits) throws(TesseraError) {
    for doc in docs {
      switch source {
      case .key(let keys):
        let ordinal = try order.ordinal(of: doc)
        top.insert(rank: rank(of: UInt32(truncatingIfNeeded: try keys.rank(ordinal))), doc: ordinal)
      case .number(let column):
        let rank = rank(of: try value(of: doc, in: column))
        // Of equal ones the one added first; whichever cannot enter need not be asked.
        if rank >= top.rankFloor { top.insert(rank: rank, doc: try order.ordinal(of: doc)) }
      }
    }
  }

  /// Higher is earlier; 0 for a document without a value, which comes last.
  private func rank(of value: UInt32?) -> UInt32 {
    guard let value else { return 0 }
    return descending ? value + 1 : .max - value
  }

  /// What has a rank: the number of a value, or a key's rank; nil for a document without a value.
  func value(ofRank rank: UInt32) -> UInt32? {
    rank == 0 ? nil : descending ? rank - 1 : .max - rank
  }

  /// Of several numbers the one that brings the document furthest forward.
  private func value(of doc: DocNumber, in column: OrdinalColumn) throws(TesseraError) -> UInt32? {
    var best: UInt32?
    try column.forEach(of: doc) { ordinal in
      best = best.map { descending ? max($0, ordinal) : min($0, ordinal) } ?? ordinal
    }
    return best
  }
}
