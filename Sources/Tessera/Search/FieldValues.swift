/// The values of a facet field that have the last words of a text, for each number of words, in each segment.
struct FieldValues {
  let field: Int
  /// By the number of words and the segment; nil for all values, of no word.
  private var levels: [[MarkedValues?]]
  /// The most words of the end that one value has; −1 where no value is asked for.
  let longestRun: Int

  /// - Complexity: O(log *v*) for one word; O(*p* + *v* / 64) for each more, for *p* values with it and *v* values of
  ///   the field.
  init(
    _ field: Int, of text: SuggestionText, in segments: [FacetField], scratch: ScratchMemory
  ) throws(TesseraError) {
    self.field = field
    levels = [segments.map { _ in nil }]
    for run in 0..<text.words.count {
      let word = text.words[text.words.count - 1 - run]
      var level: [MarkedValues?] = []
      var isEmpty = true
      for (index, facet) in segments.enumerated() {
        let values = try MarkedValues(
          of: facet, word: word.term, prefix: run == 0 ? text.prefix : nil, and: levels[run][index],
          scratch: scratch)
        if try !values.isEmpty() { isEmpty = false }
        level.append(values)
      }
      if isEmpty { break }
      levels.append(level)
    }
    longestRun = levels.count - 1
  }

  /// The values of a segment that have the last `run` words, and those of them in most documents.
  func source(
    run: Int, segment: Int, of facet: FacetField, scratch: ScratchMemory
  ) throws(TesseraError) -> (values: TermsByCount.Source, top: TopCounts?) {
    if let marked = levels[run][segment] { return (.marked(marked), try marked.top()) }
    return (.range(try facet.terms.all(), apart: nil), try facet.tops.all(scratch: scratch))
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

  init(
    of facet: FacetField, word: [UInt8], prefix: TermPrefix?, and others: MarkedValues?,
    scratch: ScratchMemory
  ) throws(TesseraError) {
    (self.facet, self.others, self.scratch) = (facet, others, scratch)
    if let prefix {
      (range, apart) = try facet.words.terms(of: prefix)
    } else {
      (range, apart) = (.empty, try facet.words.find(word))
    }
  }

  /// At most how many values they are.
  var most: Int {
    let all = facet.terms.count
    return min(all, Int(min(range.documentCountSum, UInt64(all))) + Int(apart?.documentCount ?? 0))
  }

  /// Whether no value is among them.
  func isEmpty() throws(TesseraError) -> Bool {
    if range.isEmpty && apart == nil { return true }
    if others == nil { return false }
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
    if prefix.isPlain {
      let range = try prefix.term.withUnsafeBufferPointer { bytes in
        Result { () throws(TesseraError) in try self.range(ofPrefix: bytes) }
      }.get()
      return (range, nil)
    }
    let range = try self.range(from: prefix.lower, to: prefix.upper)
    let exact = try find(prefix.term)
    return (range, exact.flatMap { $0.number < range.lower || $0.number >= range.upper ? $0 : nil })
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
