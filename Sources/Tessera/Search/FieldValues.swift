/// The values of a facet field that have the last words of a text, for each number of words, in each segment.
struct FieldValues {
  let field: Int
  /// By the number of words and the segment, as bits by ordinal; nil for all values, of no word.
  private var levels: [[UnsafePointer<UInt64>?]]
  /// The most words of the end that one value has; −1 where no value is asked for.
  let longestRun: Int

  /// - Complexity: O(*p* + *v* / 64) for each word, for *p* values with it and *v* values of the field.
  init(
    _ field: Int, of text: SuggestionText, in segments: [FacetField], scratch: ScratchMemory
  ) throws(TesseraError) {
    self.field = field
    levels = [segments.map { _ in nil }]
    for run in 0..<text.words.count {
      let word = text.words[text.words.count - 1 - run]
      var level: [UnsafePointer<UInt64>?] = []
      var isEmpty = true
      for (index, facet) in segments.enumerated() {
        let set = DocumentSet(documents: facet.terms.count, scratch: scratch)
        if run == 0, let prefix = text.prefix {
          try set.formUnion(facet, of: prefix, scratch: scratch)
        } else if let entry = try facet.words.find(word.term) {
          try set.formUnion(facet.wordValues, entry, scratch: scratch)
        }
        var bits: UInt64 = 0
        for place in 0..<set.wordCount {
          if let before = levels[run][index] { set.words[place] &= before[place] }
          bits |= set.words[place]
        }
        if bits != 0 { isEmpty = false }
        level.append(UnsafePointer(set.words))
      }
      if isEmpty { break }
      levels.append(level)
    }
    longestRun = levels.count - 1
  }

  /// The values of a segment that have the last `run` words.
  func source(run: Int, segment: Int, of facet: FacetField) throws(TesseraError) -> TermsByCount.Source {
    if let marked = levels[run][segment] { return .marked(marked) }
    return .range(try facet.terms.all(), apart: nil)
  }
}

extension DocumentSet {
  /// Adds the values that have a word which the prefix begins.
  fileprivate func formUnion(
    _ facet: FacetField, of prefix: TermPrefix, scratch: ScratchMemory
  ) throws(TesseraError) {
    let range = try facet.words.range(from: prefix.lower, to: prefix.upper)
    try facet.wordValues.bytes.check(at: range.offset, count: range.byteCount)
    var decoder = ListDecoder(scratch)
    try facet.words.forEachList(in: range) { (count, offset, byteCount) throws(TesseraError) in
      guard count > 0 else { throw facet.wordValues.damaged(offset) }
      try decoder.decodeDocs(facet.wordValues, count, offset: offset, byteCount: byteCount) { values, count in
        for index in 0..<count { insert(values[index]) }
      }
    }
    if let exact = try facet.words.find(prefix.term),
      exact.number < range.lower || exact.number >= range.upper
    {
      try formUnion(facet.wordValues, exact, scratch: scratch)
    }
  }
}
