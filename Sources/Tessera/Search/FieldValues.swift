/// The values of a facet field that have the last words of a text, for each number of words, in each segment.
struct FieldValues {
  let field: Int
  /// By the number of words, from one on, and the segment; nil where a segment has no such value.
  private var levels: [[MarkedValues?]] = []
  /// The most words of the end that one value has.
  var longestRun: Int { levels.count }

  /// - Complexity: O(log *v*) for one word; O(*p* + *v* / 64) for each more, for *p* values with it and *v* values of
  ///   the field.
  init(
    _ field: Int, of text: SuggestionText, in segments: [SearchableSegment], scratch: ScratchMemory
  ) throws(TesseraError) {
    self.field = field
    for run in 0..<text.words.count {
      let word = text.words[text.words.count - 1 - run].term
      var level: [MarkedValues?] = []
      for (index, segment) in segments.enumerated() {
        let others = run == 0 ? nil : levels[run - 1][index]
        if run > 0, others == nil { continue }
        let facet = segment.reader.facets[field]
        guard
          let values = try MarkedValues(
            of: facet, word: word, prefix: run == 0 ? text.prefix : nil, and: others, scratch: scratch)
        else { continue }
        if level.isEmpty { level = Array(repeating: nil, count: segments.count) }
        level[index] = values
      }
      if level.isEmpty { break }
      levels.append(level)
    }
  }

  /// The values of a segment that have the last `run` words.
  func source(run: Int, segment: Int) -> TermsByCount.Source {
    if run == 0 { return .all }
    return levels[run - 1][segment].map { .marked($0) } ?? .none
  }
}

extension TermsByCount.Source {
  /// Those in most documents, where they were found with the index.
  func top(of facet: FacetField, scratch: ScratchMemory) throws(TesseraError) -> TopCounts? {
    switch self {
    case .all: try facet.tops.all(scratch: scratch)
    case .marked(let values): try values.top()
    case .none, .range, .counted: nil
    }
  }
}

/// The values of one segment's field that have a word, or one that a prefix begins, and are among others; found as a
/// bitmap only when it is asked for.
final class MarkedValues {
  private let facet: FacetField
  private let scratch: ScratchMemory
  private let others: MarkedValues?
  /// The words, and one that stands apart.
  private let range: TermRange
  private let apart: TermEntry?
  private var found: UnsafePointer<UInt64>?

  /// nil where there are none.
  init?(
    of facet: FacetField, word: [UInt8], prefix: TermPrefix?, and others: MarkedValues?,
    scratch: ScratchMemory
  ) throws(TesseraError) {
    let (range, apart) =
      if let prefix { try facet.words.terms(of: prefix) } else {
        (range: TermRange.empty, apart: try facet.words.find(word))
      }
    if range.isEmpty && apart == nil { return nil }
    (self.facet, self.range, self.apart, self.others, self.scratch) = (facet, range, apart, others, scratch)
    if others != nil, try isEmpty() { return nil }
  }

  /// At most how many values they are.
  var most: Int {
    let all = facet.terms.count
    return min(all, Int(min(range.documentCountSum, UInt64(all))) + Int(apart?.documentCount ?? 0))
  }

  private func isEmpty() throws(TesseraError) -> Bool {
    let words = try words()
    return !(0..<(facet.terms.count + 63) / 64).contains { words[$0] != 0 }
  }

  /// Those in most documents, where they were found with the index.
  func top() throws(TesseraError) -> TopCounts? {
    if others != nil { return nil }
    if let apart {
      return range.isEmpty
        ? try facet.tops.top(ofWords: apart.number..<apart.number + 1, scratch: scratch) : nil
    }
    return try facet.tops.top(ofWords: range.lower..<range.upper, scratch: scratch)
  }

  /// A bit for each value.
  func words() throws(TesseraError) -> UnsafePointer<UInt64> {
    if let found { return found }
    let set = DocumentSet(documents: facet.terms.count, scratch: scratch)
    if !range.isEmpty { try set.formUnion(facet, of: range, scratch: scratch) }
    if let apart { try set.formUnion(facet.wordValues, apart, scratch: scratch) }
    if let others {
      let before = try others.words()
      for place in 0..<set.wordCount { set.words[place] &= before[place] }
    }
    found = UnsafePointer(set.words)
    return UnsafePointer(set.words)
  }
}

extension TermDictionary {
  /// The terms that a prefix begins, and the prefix itself where it has a place of its own, outside of these.
  func terms(of prefix: TermPrefix) throws(TesseraError) -> (range: TermRange, apart: TermEntry?) {
    let (range, exact) = try find(prefix)
    return (range, exact.flatMap { range.contains($0.number) ? nil : $0 })
  }
}

extension DocumentSet {
  /// Adds the values that have a word of the range.
  fileprivate func formUnion(
    _ facet: FacetField, of range: TermRange, scratch: ScratchMemory
  ) throws(TesseraError) {
    try facet.wordValues.bytes.check(at: range.offset, count: range.byteCount)
    var decoder = ListDecoder(scratch)
    try facet.words.forEachList(in: range) { (count, offset, byteCount) throws(TesseraError) in
      guard count > 0 else { throw facet.wordValues.damaged(offset) }
      try decoder.decodeDocs(facet.wordValues, count, offset: offset, byteCount: byteCount) { values, count in
        for index in 0..<count { insert(values[index]) }
      }
    }
  }
}
