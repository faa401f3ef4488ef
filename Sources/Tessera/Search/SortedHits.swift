/// The first matches of each segment in the order of a field, to be made one list.
///
/// Within a segment ranks tell the order. Values are read only to compare one segment's next hit with another's.
struct SortedHits {
  private enum Value {
    case number(Number)
    case key(String)
  }

  private struct Run {
    let order: FieldOrder
    let sort: SearchRun.FieldSort
    let segment: SearchableSegment
    /// In order.
    let hits: [(rank: UInt32, doc: DocNumber)]
    private(set) var place = 0
    /// The value of the next hit; nil when it has none.
    private(set) var value: Value?

    init(
      _ order: FieldOrder, _ sort: SearchRun.FieldSort, _ segment: SearchableSegment,
      _ hits: [(rank: UInt32, doc: DocNumber)]
    ) {
      (self.order, self.sort, self.segment, self.hits) = (order, sort, segment, hits)
    }

    var doc: DocNumber? { place < hits.count ? segment.base + hits[place].doc : nil }

    mutating func readValue() throws(TesseraError) {
      guard place < hits.count else { return }
      let hit = hits[place]
      if let number = sort.number {
        value = try order.value(ofRank: hit.rank).map { (value) throws(TesseraError) in
          .number(try segment.reader.numbers[number].value(value))
        }
      } else {
        value = .key(try segment.reader.keys.key(of: hit.doc))
      }
    }

    mutating func advance() throws(TesseraError) {
      place += 1
      try readValue()
    }
  }

  /// Those of a later segment have higher documents.
  private var runs: [Run] = []

  mutating func add(
    _ order: FieldOrder, _ sort: SearchRun.FieldSort, of segment: SearchableSegment, scratch: ScratchMemory
  ) {
    var top = order.top
    let hits = top.ranked(scratch)
    if !hits.isEmpty { runs.append(Run(order, sort, segment, hits)) }
  }

  /// The first of all, taken from the runs one by one.
  ///
  /// - Complexity: O(*k* · *s*) for *k* hits of *s* segments.
  mutating func best(
    _ count: Int, descending: Bool, scratch: ScratchMemory
  ) throws(TesseraError) -> ScratchArray<RankedHit> {
    let found = runs.reduce(0) { $0 + $1.hits.count }
    var best = ScratchArray<RankedHit>(capacity: min(count, found), scratch: scratch)
    if let run = runs.first, runs.count == 1 {
      for hit in run.hits.prefix(count) {
        best.append(RankedHit(score: 0, doc: run.segment.base + hit.doc))
      }
      return best
    }
    for run in runs.indices { try runs[run].readValue() }
    while best.count < count, let first = first(descending: descending), let doc = runs[first].doc {
      if best.count & 255 == 255 { try scratch.check() }
      best.append(RankedHit(score: 0, doc: doc))
      try runs[first].advance()
    }
    return best
  }

  /// The run whose next hit comes first; of equal values the earlier run has the lower document.
  private func first(descending: Bool) -> Int? {
    var first: Int?
    for run in runs.indices where runs[run].doc != nil {
      guard let least = first else {
        first = run
        continue
      }
      if Self.precedes(runs[run].value, runs[least].value, descending: descending) { first = run }
    }
    return first
  }

  /// Whether a value comes before another in the order; none comes last.
  private static func precedes(_ left: Value?, _ right: Value?, descending: Bool) -> Bool {
    guard let left else { return false }
    guard let right else { return true }
    return descending ? precedes(right, left) : precedes(left, right)
  }

  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.number(let a), .number(let b)): a < b
    case (.key(let a), .key(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: false
    }
  }
}
