import Tessera
import TesseraSearchField

// What the server asks of the engine, all of it: pages, suggestions, and matched words in texts that are shown.

/// A page with what could be typed or committed next.
struct SearchAnswer {
  /// A token that could be committed, and what is left of the text then.
  struct SuggestedToken {
    let token: SearchToken
    let field: String
    let value: String
    let count: Int
    let text: String
  }

  /// A word that the last one could become, and the text with it.
  struct Completion {
    let word: String
    let count: Int
    let text: String
  }

  let page: SearchPage
  var suggestedTokens: [SuggestedToken] = []
  var completions: [Completion] = []
}

extension SearchRequest {
  func answer(from snapshot: IndexSnapshot) throws(TesseraError) -> SearchAnswer {
    let options = SearchOptions(
      limit: limit, offset: offset, facets: facets, facetLimit: values, count: count, order: order,
      suggestions: suggestions, completions: suggestions)
    let page = try snapshot.search(query, options: options)
    let bytes = text.utf8
    func before(_ start: Int) -> String { String(decoding: bytes.prefix(start), as: UTF8.self) }
    return SearchAnswer(
      page: page,
      suggestedTokens: page.suggestedTokens.map {
        SearchAnswer.SuggestedToken(
          token: $0.token, field: $0.field, value: $0.value, count: $0.count, text: before($0.textStart))
      },
      completions: page.completions.map {
        SearchAnswer.Completion(word: $0.word, count: $0.count, text: before($0.textStart) + $0.word)
      })
  }
}

/// The texts that stand for a document, with what a query finds in them.
struct HitTexts {
  private static let titleLength = 200
  private static let passageLength = 280

  private let highlighter: Highlighter
  private let shown: ShownFields

  init(_ query: Query, _ snapshot: IndexSnapshot) throws(TesseraError) {
    highlighter = try snapshot.highlighter(for: query)
    shown = ShownFields(snapshot.schema)
  }

  /// Both in pieces of which every second one, beginning with the second, is a match: the title, and the passage with
  /// the most of the query, of all texts but the title. Of equal ones the usual field's, so that where nothing is found
  /// it is the start of that.
  func pieces(of document: String) throws(TesseraError) -> (title: [String]?, passage: [String]?) {
    let texts = try highlighter.texts(ofDocument: document)
    let title = texts.firstIndex { $0.field == shown.title }
    var best: (snippet: Snippet, rank: (Int, Int, Int))?
    for (index, text) in texts.enumerated() where index != title {
      let isUsual = text.field == shown.snippet
      if text.ranges.isEmpty, !isUsual { continue }
      let snippet = highlighter.snippet(of: text.text, length: Self.passageLength)
      let rank = (snippet.matchedWords, isUsual ? 1 : 0, snippet.ranges.count)
      if best.map({ $0.rank < rank }) ?? true { best = (snippet, rank) }
    }
    let titlePieces = title.map { highlighter.snippet(of: texts[$0].text, length: Self.titleLength).pieces }
    return (titlePieces, best?.snippet.pieces)
  }
}

extension Snippet {
  /// Text and match in turn, with an ellipsis where there is more.
  fileprivate var pieces: [String] {
    var pieces: [String] = []
    let bytes = Array(text.utf8)
    var place = 0
    for range in ranges {
      pieces.append(String(decoding: bytes[place..<range.lowerBound], as: UTF8.self))
      pieces.append(String(decoding: bytes[range], as: UTF8.self))
      place = range.upperBound
    }
    pieces.append(String(decoding: bytes[place...], as: UTF8.self) + (isCutAfter ? "…" : ""))
    if isCutBefore { pieces[0] = "…" + pieces[0] }
    return pieces
  }
}
