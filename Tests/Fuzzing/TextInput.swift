import Tessera

/// A text is cut into words the fast way and the plain way, folded as a facet value, and highlighted with its first
/// line as the query.
enum TextInput {
  static func run(_ input: [UInt8]) throws(FuzzFinding) {
    try checkWords(input)
    try checkFolding(input)
    let lines = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let query = String(decoding: lines[0], as: UTF8.self)
    let text = String(decoding: lines.count > 1 ? lines[1] : lines[0], as: UTF8.self)
    try checkHighlights(of: query, in: text)
  }

  private static func checkWords(_ bytes: [UInt8]) throws(FuzzFinding) {
    var (tokenizer, reference) = (Tokenizer(), ReferenceTokenizer())
    var (fast, plain) = (TokenBuffer(), TokenBuffer())
    bytes.withUnsafeBufferPointer {
      tokenizer.tokenize($0, into: &fast)
      reference.tokenize($0, into: &plain)
    }
    try require(fast.wordCount == plain.wordCount, "\(fast.wordCount) words, not \(plain.wordCount)")
    try require(
      fast.tokens.count == plain.tokens.count, "\(fast.tokens.count) terms, not \(plain.tokens.count)")
    for (left, right) in zip(fast.tokens, plain.tokens) {
      let isSame =
        fast.term(of: left).elementsEqual(plain.term(of: right)) && left.kind == right.kind
        && left.sourceStart == right.sourceStart && left.sourceEnd == right.sourceEnd
        && left.position == right.position
      try require(isSame, "\(left) is not \(right)")
      try require(
        left.termCount > 0 && left.termCount <= 255 && left.sourceStart <= left.sourceEnd
          && Int(left.sourceEnd) <= bytes.count, "\(left) is out of bounds")
    }
  }

  private static func checkFolding(_ bytes: [UInt8]) throws(FuzzFinding) {
    // What reaches folding is valid UTF-8.
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    let once = fold(text)
    try require(fold(once) == once, "folding \(text) twice is not folding it once")
  }

  private static func fold(_ bytes: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    bytes.withUnsafeBufferPointer { FacetFolding.fold($0, into: &folded) }
    return folded
  }

  private static func checkHighlights(of query: String, in text: String) throws(FuzzFinding) {
    let highlighter = Highlighter(text: query)
    let ranges = highlighter.ranges(in: text)
    try check(ranges, of: text)
    for length in [1, 20, 200] {
      let snippet = highlighter.snippet(of: text, length: length)
      try require(
        text.utf8.dropFirst(snippet.start).starts(with: snippet.text.utf8),
        "a passage that is not in the text")
      try require(
        snippet.text.unicodeScalars.count <= max(length, 1) || snippet.text.count <= 1, "a passage too long")
      try check(snippet.ranges, of: snippet.text)
    }
  }

  private static func check(_ ranges: [Range<Int>], of text: String) throws(FuzzFinding) {
    var end = -1
    for range in ranges {
      try require(range.lowerBound > end && !range.isEmpty, "\(range) overlaps or touches what is before it")
      end = range.upperBound
      let bounds = [range.lowerBound, range.upperBound].map {
        text.utf8.index(text.startIndex, offsetBy: $0, limitedBy: text.endIndex)
      }
      try require(
        bounds.allSatisfy { $0.map { String.Index($0, within: text) != nil } ?? false },
        "\(range) splits a character")
    }
  }
}
