/// One token of a text that a query asks for.
struct HighlightMatch {
  /// What is highlighted, in UTF-8 offsets of the text.
  var start: Int
  var end: Int
  /// Where the token ends of which that may be a part.
  var tokenEnd: Int
  /// The number of the word among those of the query; nil when the token only begins with the prefix.
  var word: Int?
  var isPrefixed: Bool

  /// What is highlighted by ascending matches: what overlaps or touches is one.
  static func merged(_ matches: [HighlightMatch]) -> [Range<Int>] {
    merged(matches.lazy.map { $0.start..<$0.end })
  }

  /// Ranges in ascending order of their starts, those that overlap or touch made one.
  static func merged(_ ranges: some Sequence<Range<Int>>) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension TokenBuffer {
  /// The tokens of `text` that the query asks for, in ascending order of their starts, then of their ends.
  func matches(of terms: HighlightTerms, in text: UnsafeBufferPointer<UInt8>) -> [HighlightMatch] {
    var matches: [HighlightMatch] = []
    var isAscending = true
    termBytes.withUnsafeBufferPointer { termBytes in
      for token in tokens where terms.mayHave(termBytes[Int(token.termStart)]) {
        let term = UnsafeBufferPointer(rebasing: termBytes[token.termRange])
        guard let answer = terms.answer(to: term) else { continue }
        let source = Int(token.sourceStart)..<Int(token.sourceEnd)
        var end = source.upperBound
        if answer.word == nil {
          end = TypedPart.end(
            ofFirst: terms.prefixCount, of: term, in: UnsafeBufferPointer(rebasing: text[source]))
          end += source.lowerBound
        }
        if let last = matches.last, (source.lowerBound, end) < (last.start, last.end) { isAscending = false }
        matches.append(
          HighlightMatch(
            start: source.lowerBound, end: end, tokenEnd: source.upperBound, word: answer.word,
            isPrefixed: answer.isPrefixed))
      }
    }
    // Only a joined form stands behind what begins later.
    if !isAscending { matches.sort { ($0.start, $0.end) < ($1.start, $1.end) } }
    return matches
  }
}
