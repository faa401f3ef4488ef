/// The values or words with the highest counts so far.
///
/// By falling counts; equal counts by bytes, ascending, and numbers last, ascending; the same value by field.
struct BestCounts {
  enum Value: Hashable {
    /// The one of the entry's number.
    case term
    case numbers(from: Number, through: Number)
  }

  /// Without the bytes of a term: they are read only where they decide.
  struct Entry {
    let count: Int
    let value: Value
    /// The place of the field among those of its kind; 0 for words.
    let field: Int
    /// Where the value stands first, and its number there.
    let segment: Int
    let number: TermNumber

    fileprivate var term: Term { Term(field: field, segment: segment, number: number) }
  }

  /// A term, by where it stands.
  fileprivate struct Term {
    let field: Int
    let segment: Int
    let number: TermNumber
  }

  enum Kind { case words, values }

  let limit: Int
  private(set) var entries: [Entry] = []
  private let kind: Kind
  private let segments: [SearchableSegment]

  /// - Parameter kind: what the terms are that are going to be inserted.
  init(limit: Int, _ kind: Kind, of segments: [SearchableSegment]) {
    (self.limit, self.kind, self.segments) = (max(0, limit), kind, segments)
    entries.reserveCapacity(min(self.limit, 16))
  }

  /// The last of the best; nil while there is room.
  var worst: Entry? { entries.count < limit ? nil : entries.last }

  /// Takes a value that may be among the best, unless it is one of them already.
  mutating func insert(_ entry: Entry) throws(TesseraError) {
    guard limit > 0 else { return }
    if let worst, try !precedes(entry, worst) { return }
    var (place, end) = (0, entries.count)
    while place < end {
      let middle = (place + end) / 2
      if try precedes(entries[middle], entry) { place = middle + 1 } else { end = middle }
    }
    if place < entries.count, try !precedes(entry, entries[place]) { return }
    if entries.count == limit { entries.removeLast() }
    entries.insert(entry, at: place)
  }

  private func precedes(_ left: Entry, _ right: Entry) throws(TesseraError) -> Bool {
    if left.count != right.count { return left.count > right.count }
    switch (left.value, right.value) {
    case (.term, .numbers): return true
    case (.numbers, .term): return false
    case (.term, .term):
      let order = try order(left.term, right.term)
      return order == 0 ? left.field < right.field : order < 0
    case (.numbers(let a, let c), .numbers(let b, let d)):
      if a != b { return a < b }
      return c == d ? left.field < right.field : c < d
    }
  }

  /// Compares two terms by their bytes: below 0 where the first one is before.
  ///
  /// - Complexity: O(1) for terms of one dictionary, whose numbers ascend with them.
  private func order(_ left: Term, _ right: Term) throws(TesseraError) -> Int {
    if (left.field, left.segment) == (right.field, right.segment) {
      return Int(left.number) - Int(right.number)
    }
    let (left, right) = (try bytes(of: left), try bytes(of: right))
    return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  private func bytes(of term: Term) throws(TesseraError) -> [UInt8] {
    let reader = segments[term.segment].reader
    var bytes: [UInt8] = []
    switch kind {
    case .words: try reader.terms.term(term.number, into: &bytes)
    case .values: try reader.facets[term.field].terms.term(term.number, into: &bytes)
    }
    return bytes
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
    let left = try Self.numbers(of: excluded, in: sources)
    if sources.count == 1, sources[0].isExact { return try enter(&sources[0], field, except: left) }
    while let (lead, sum) = Self.lead(sources) {
      try scratch.check()
      if let worst {
        if sum < worst.count { return }
        if sum == worst.count, try !mayPrecede(worst, sources, field) { return }
      }
      guard let next = sources[lead].next else { return }
      let own = try sources[lead].count(next.number)
      try sources[lead].advance()
      if own == 0 || (sources.count == 1 && own < worst?.count ?? 0) {
        // Of one segment alone, what has fewer documents than the worst cannot be among the best.
        try sources[lead].countAllIfCheaper(atLeast: sources.count == 1 ? worst?.count ?? 1 : 1)
        continue
      }
      if left.contains(where: { $0 == (lead, next.number) }) { continue }
      var (count, first, number) = (own, lead, next.number)
      if sources.count > 1 {
        let term = try bytes(of: Term(field: field, segment: lead, number: next.number))
        for other in sources.indices where other != lead {
          guard let entry = try sources[other].terms.find(term) else { continue }
          let more = try sources[other].count(entry)
          count += more
          if more > 0, other < first { (first, number) = (other, entry.number) }
        }
      }
      try insert(Entry(count: count, value: .term, field: field, segment: first, number: number))
      try sources[lead].countAllIfCheaper(atLeast: sources.count == 1 ? worst?.count ?? 1 : 1)
    }
  }

  /// Enters those of the only segment, whose counts are known.
  private mutating func enter(
    _ source: inout CountedTerms, _ field: Int, except left: [(source: Int, number: TermNumber)]
  ) throws(TesseraError) {
    while let next = source.next {
      if let worst {
        if next.count < worst.count { return }
        // Those that follow with the same count come behind it.
        if next.count == worst.count, case .term = worst.value,
          try order(Term(field: field, segment: 0, number: next.number), worst.term) >= 0
        {
          return
        }
      }
      try source.advance()
      if left.contains(where: { $0.number == next.number }) { continue }
      try insert(Entry(count: next.count, value: .term, field: field, segment: 0, number: next.number))
    }
  }

  /// What some terms are called in each of the segments.
  private static func numbers(
    of terms: Set<[UInt8]>, in sources: [CountedTerms]
  ) throws(TesseraError) -> [(source: Int, number: TermNumber)] {
    var numbers: [(source: Int, number: TermNumber)] = []
    for term in terms {
      for source in sources.indices {
        if let entry = try sources[source].terms.find(term) { numbers.append((source, entry.number)) }
      }
    }
    return numbers
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
  private func mayPrecede(
    _ worst: Entry, _ sources: [CountedTerms], _ field: Int
  ) throws(TesseraError) -> Bool {
    guard case .term = worst.value else { return true }
    for source in sources.indices {
      guard let next = sources[source].next else { continue }
      let term = Term(field: field, segment: source, number: next.number)
      if try order(term, worst.term) >= 0 { return false }
    }
    return true
  }
}
