/// The values or words with the highest counts so far.
///
/// By falling counts; equal counts by bytes, ascending, and numbers last, ascending; the same value by field.
struct BestCounts {
  enum Value: Hashable {
    case term([UInt8])
    case numbers(from: Number, through: Number)
  }

  struct Entry {
    let count: Int
    let value: Value
    /// The place of the field among those of its kind; 0 for words.
    let field: Int
    /// Where the value stands first.
    let segment: Int
    let number: TermNumber
  }

  let limit: Int
  private(set) var entries: [Entry] = []

  init(limit: Int) { self.limit = max(0, limit) }

  /// The last of the best; nil while there is room.
  var worst: Entry? { entries.count < limit ? nil : entries.last }

  /// Takes a value that may be among the best, unless it is one of them already.
  mutating func insert(_ entry: Entry) {
    guard limit > 0 else { return }
    if let worst, !Self.precedes(entry, worst) { return }
    var (place, end) = (0, entries.count)
    while place < end {
      let middle = (place + end) / 2
      if Self.precedes(entries[middle], entry) { place = middle + 1 } else { end = middle }
    }
    if place < entries.count, !Self.precedes(entry, entries[place]) { return }
    if entries.count == limit { entries.removeLast() }
    entries.insert(entry, at: place)
  }

  static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    if left.count != right.count { return left.count > right.count }
    switch (left.value, right.value) {
    case (.term, .numbers): return true
    case (.numbers, .term): return false
    case (.term(let a), .term(let b)):
      return a == b ? left.field < right.field : a.lexicographicallyPrecedes(b)
    case (.numbers(let a, let c), .numbers(let b, let d)):
      if a != b { return a < b }
      return c == d ? left.field < right.field : c < d
    }
  }
}

extension BestCounts {
  /// Enters the terms with the highest counts over all segments.
  ///
  /// Each segment gives its terms by falling document counts, which nothing exceeds. A term that none has given yet
  /// has at most the sum of those that are next, so that mostly a few are counted (Fagin, Lotem & Naor 2003: the
  /// threshold algorithm).
  ///
  /// - Parameters:
  ///   - sources: one for each segment.
  ///   - excluded: terms that are left out.
  mutating func enter(
    _ sources: inout [CountedTerms], field: Int, except excluded: Set<[UInt8]> = [], scratch: ScratchMemory
  ) throws(TesseraError) {
    if limit == 0 { return }
    if sources.count == 1, sources[0].isExact { return try enter(&sources[0], field, excluded) }
    while let (lead, sum) = Self.lead(sources) {
      try scratch.check()
      if let worst {
        if sum < worst.count { return }
        if sum == worst.count, try !Self.mayPrecede(worst, sources) { return }
      }
      guard let next = sources[lead].next else { return }
      let own = try sources[lead].count(next.number)
      try sources[lead].advance()
      if own == 0 || (sources.count == 1 && own < worst?.count ?? 0) {
        // Of one segment alone, what has fewer documents than the worst cannot be among the best.
        try sources[lead].countAllIfCheaper(atLeast: sources.count == 1 ? worst?.count ?? 1 : 1)
        continue
      }
      let term = try sources[lead].term(next.number)
      if excluded.contains(term) { continue }
      var (count, first, number) = (own, lead, next.number)
      for other in sources.indices where other != lead {
        guard let entry = try sources[other].terms.find(term) else { continue }
        let more = try sources[other].count(entry)
        count += more
        if more > 0, other < first { (first, number) = (other, entry.number) }
      }
      insert(Entry(count: count, value: .term(term), field: field, segment: first, number: number))
      try sources[lead].countAllIfCheaper(atLeast: sources.count == 1 ? worst?.count ?? 1 : 1)
    }
  }

  /// Enters those of the only segment, whose counts are known.
  private mutating func enter(
    _ source: inout CountedTerms, _ field: Int, _ excluded: Set<[UInt8]>
  ) throws(TesseraError) {
    while let next = source.next {
      if let worst, next.count < worst.count { return }
      let term = try source.term(next.number)
      // Those that follow with the same count come behind it.
      if let worst, next.count == worst.count, case .term(let bytes) = worst.value,
        !term.lexicographicallyPrecedes(bytes)
      {
        return
      }
      try source.advance()
      if excluded.contains(term) { continue }
      insert(
        Entry(count: next.count, value: .term(term), field: field, segment: 0, number: next.number))
    }
  }

  /// The segment whose next term has the highest count, and the sum of these counts.
  private static func lead(_ sources: [CountedTerms]) -> (source: Int, sum: Int)? {
    var (lead, highest, sum) = (0, 0, 0)
    for source in sources.indices {
      guard let next = sources[source].next else { continue }
      sum += next.count
      if next.count > highest { (lead, highest) = (source, next.count) }
    }
    return sum == 0 ? nil : (lead, sum)
  }

  /// Whether a term with the highest count possible could stand before the worst: it is not before the next one of any
  /// segment.
  private static func mayPrecede(_ worst: Entry, _ sources: [CountedTerms]) throws(TesseraError) -> Bool {
    guard case .term(let bytes) = worst.value else { return true }
    for source in sources.indices {
      guard let next = sources[source].next else { continue }
      if try !sources[source].term(next.number).lexicographicallyPrecedes(bytes) { return false }
    }
    return true
  }
}
