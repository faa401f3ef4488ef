import Tessera

/// What a query finds in the documents of a page, for showing.
struct HitHighlights {
  /// At most so many characters of a text are given to a program.
  private static let passageLength = 200

  let highlighter: Highlighter

  /// Of each text in which something is found, the best passage.
  func json(_ document: String) throws -> JSONValue {
    let texts = try highlighter.texts(ofDocument: document).filter { !$0.ranges.isEmpty }
    return .array(
      texts.map { text in
        let snippet = highlighter.snippet(of: text.text, length: Self.passageLength)
        return [
          "field": .string(text.field), "text": .string(snippet.text), "start": .integer(snippet.start),
          "ranges": .array(snippet.ranges.map { [.integer($0.lowerBound), .integer($0.upperBound)] }),
          "cutBefore": .boolean(snippet.isCutBefore), "cutAfter": .boolean(snippet.isCutAfter),
        ]
      })
  }

  func title(_ title: String) -> MarkedText { MarkedText(title, highlighter.ranges(in: title)) }

  /// The best passage of all texts but the title; nil when nothing is found in them.
  func passage(_ document: String, title: String, columns: Int) throws -> MarkedText? {
    var best: Snippet?
    for text in try highlighter.texts(ofDocument: document) where !text.ranges.isEmpty && text.text != title {
      let snippet = highlighter.snippet(of: text.text, length: columns - 2)
      if let best, (snippet.matchedWords, snippet.ranges.count) <= (best.matchedWords, best.ranges.count) {
        continue
      }
      best = snippet
    }
    return best.map {
      MarkedText($0.isCutBefore ? "…" : "") + MarkedText($0.text, $0.ranges)
        + MarkedText($0.isCutAfter ? "…" : "")
    }
  }
}
