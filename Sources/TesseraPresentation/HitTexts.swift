import Tessera

/// The texts that stand for a document, with what a query finds in them.
package struct HitTexts {
  private static let titleLength = 200

  package let highlighter: Highlighter
  private let shown: ShownFields

  package init(_ query: Query, _ snapshot: IndexSnapshot) throws(TesseraError) {
    highlighter = try snapshot.highlighter(for: query)
    shown = ShownFields(snapshot.schema)
  }

  /// Both in pieces of which every second one, beginning with the second, is a match: the title, and the passage with
  /// the most of the query, of all texts but the title. Of equal ones the usual field's, so that where nothing is found
  /// it is the start of that.
  ///
  /// - Parameter length: of the passage, in characters.
  package func pieces(
    of document: String, passage length: Int = 280
  ) throws(TesseraError) -> (title: [String]?, passage: [String]?) {
    let texts = try highlighter.texts(ofDocument: document)
    let title = texts.firstIndex { $0.field == shown.title }
    var best: (snippet: Snippet, rank: (Int, Int, Int))?
    for (index, text) in texts.enumerated() where index != title {
      let isUsual = text.field == shown.snippet
      if text.ranges.isEmpty, !isUsual { continue }
      let snippet = highlighter.snippet(of: text.text, length: length)
      let rank = (snippet.matchedWords, isUsual ? 1 : 0, snippet.ranges.count)
      if best.map({ $0.rank < rank }) ?? true { best = (snippet, rank) }
    }
    let titlePieces = title.map { highlighter.snippet(of: texts[$0].text, length: Self.titleLength).pieces }
    return (titlePieces, best?.snippet.pieces)
  }
}

extension HitTexts {
  /// Text and match in turn, beginning and ending with text.
  ///
  /// - Parameter ranges: UTF-8 offsets of the text, ascending, apart, and of whole characters.
  package static func pieces(of text: String, marking ranges: [Range<Int>]) -> [String] {
    var pieces: [String] = []
    let bytes = Array(text.utf8)
    var place = 0
    for range in ranges {
      pieces.append(String(decoding: bytes[place..<range.lowerBound], as: UTF8.self))
      pieces.append(String(decoding: bytes[range], as: UTF8.self))
      place = range.upperBound
    }
    return pieces + [String(decoding: bytes[place...], as: UTF8.self)]
  }
}

extension Snippet {
  /// Text and match in turn, with an ellipsis where there is more.
  fileprivate var pieces: [String] {
    var pieces = HitTexts.pieces(of: text, marking: ranges)
    if isCutBefore { pieces[0] = "…" + pieces[0] }
    if isCutAfter { pieces[pieces.count - 1] += "…" }
    return pieces
  }
}
