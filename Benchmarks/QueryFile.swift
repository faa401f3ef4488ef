import Tessera

/// One query of a file of queries: a line of class, mode, operator, facet tokens, words, prefix and facet field,
/// separated by tabs. Words and prefix are lower-case words as they stand in the corpus.
struct QueryLine {
  enum Mode: String {
    /// The best 10 documents.
    case top
    /// The number of matches alone.
    case count
    /// The 10 most frequent values of `facetField` over all matches.
    case facets
  }

  var kind: String
  var mode: Mode
  var matchesAny: Bool
  var tokens: [(field: String, value: String)]
  var words: [String]
  var prefix: String
  var facetField: String

  init?(_ line: Substring) {
    var columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard columns.count >= 3, let mode = Mode(rawValue: columns[1]) else { return nil }
    columns += Array(repeating: "", count: max(0, 7 - columns.count))
    kind = columns[0]
    self.mode = mode
    matchesAny = columns[2] == "or"
    tokens = columns[3].split(separator: "\u{1F}").map { token in
      let parts = token.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    words = columns[4].split(separator: " ").map(String.init)
    prefix = columns[5]
    facetField = columns[6]
  }

  /// The text as it would be typed: a blank closes the last word when there is no prefix.
  var typedText: String {
    words.map { $0 + " " }.joined() + prefix
  }

  static func read(_ path: String, only kinds: [String] = []) throws -> [QueryLine] {
    try wholeText(path).split(separator: "\n").enumerated().compactMap { number, text in
      guard let line = QueryLine(text) else {
        throw BenchmarkError(message: "\(path), line \(number + 1): not a query")
      }
      return kinds.isEmpty || kinds.contains(line.kind) ? line : nil
    }
  }
}
