import Tessera

/// The texts that stand for a hit, with what a query finds in them.
package struct HitTexts {
  private static let titleLength = 200

  package let highlighter: Highlighter
  private let snapshot: IndexSnapshot
  private let summarizer: DocumentSummarizer
  private let shown: ShownFields

  /// - Parameter summarizer: one for the snapshot's schema.
  package init(
    _ query: Query, _ snapshot: IndexSnapshot, _ summarizer: DocumentSummarizer
  ) throws(TesseraError) {
    highlighter = try snapshot.highlighter(for: query)
    (self.snapshot, self.summarizer) = (snapshot, summarizer)
    shown = ShownFields(snapshot.schema)
  }

  /// - Throws: `.corrupt` when what was stored is no document.
  package func summary(
    of document: String, _ hit: Hit
  ) throws(TesseraError) -> DocumentSummarizer.Summary {
    try summarizer.summary(document, of: hit, in: snapshot)
  }

  /// All texts of a document, with what is found in each.
  package func texts(of summary: DocumentSummarizer.Summary) -> [HighlightedText] {
    summary.texts.map { field, text in
      HighlightedText(field: field, text: text, ranges: highlighter.ranges(in: text))
    }
  }

  /// Both in pieces of which every second one, beginning with the second, is a match: the title, and the best passage
  /// of all texts but the title, or where nothing is found the start of the usual field.
  ///
  /// - Parameter length: of the passage, in characters.
  package func pieces(
    of summary: DocumentSummarizer.Summary, passage length: Int = 280
  ) -> (title: [String]?, passage: [String]?) {
    var texts = texts(of: summary)
    let title = texts.firstIndex { $0.field == shown.title }.map { texts.remove(at: $0) }
    let passage = passage(
      of: texts.filter { !$0.ranges.isEmpty || $0.field == shown.snippet }, length: length)
    return (title.map { highlighter.snippet(of: $0.text, length: Self.titleLength).pieces }, passage?.pieces)
  }

  /// The passage with the most different words of the query; of equal ones the usual field's, then that with the most
  /// matches, then the first. Nil without texts.
  package func passage(of texts: [HighlightedText], length: Int) -> Snippet? {
    var best: (snippet: Snippet, rank: (Int, Int, Int))?
    for text in texts {
      let snippet = highlighter.snippet(of: text.text, length: length)
      let rank = (snippet.matchedWords, text.field == shown.snippet ? 1 : 0, snippet.ranges.count)
      if best.map({ $0.rank < rank }) ?? true { best = (snippet, rank) }
    }
    return best?.snippet
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
  package var pieces: [String] {
    var pieces = HitTexts.pieces(of: text, marking: ranges)
    if isCutBefore { pieces[0] = "…" + pieces[0] }
    if isCutAfter { pieces[pieces.count - 1] += "…" }
    return pieces
  }
}
