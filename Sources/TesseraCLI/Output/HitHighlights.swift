import Tessera
import TesseraPresentation

/// What a query finds in the documents of a page, for showing.
struct HitHighlights {
  /// At most so many characters of a text are given to a program.
  private static let passageLength = 200

  let texts: HitTexts

  /// Of each text in which something is found, the best passage.
  func json(_ document: String, of hit: Hit) throws -> JSONValue {
    let found = texts.texts(of: try texts.summary(of: document, hit)).filter { !$0.ranges.isEmpty }
    return .array(
      found.map { text in
        let snippet = texts.highlighter.snippet(of: text.text, length: Self.passageLength)
        return [
          "field": .string(text.field), "text": .string(snippet.text), "start": .integer(snippet.start),
          "ranges": .array(snippet.ranges.map { [.integer($0.lowerBound), .integer($0.upperBound)] }),
          "cutBefore": .boolean(snippet.isCutBefore), "cutAfter": .boolean(snippet.isCutAfter),
        ]
      })
  }

  func title(_ title: String) -> MarkedText { MarkedText(title, texts.highlighter.ranges(in: title)) }

  /// The best passage of all texts but the title; nil when nothing is found in them.
  func passage(_ summary: DocumentSummarizer.Summary, columns: Int) -> MarkedText? {
    let found = texts.texts(of: summary).filter { !$0.ranges.isEmpty && $0.text != summary.title }
    return texts.passage(of: found, length: columns - 2).map { MarkedText(pieces: $0.pieces) }
  }
}
