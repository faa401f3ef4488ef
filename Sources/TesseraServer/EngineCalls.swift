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
      limit: limit, offset: offset, facets: facets, facetLimit: values, count: count, order: order)
    let page = try snapshot.search(query, options: options)
    guard suggestions > 0 else { return SearchAnswer(page: page) }
    return SearchAnswer(page: page, suggestedTokens: try suggestedTokens(snapshot))
  }

  /// Of the most frequent facet values among the documents with the complete words, those that go on as the last word
  /// begins.
  private func suggestedTokens(_ snapshot: IndexSnapshot) throws(TesseraError) -> [SearchAnswer
    .SuggestedToken]
  {
    let start = text.lastIndex(where: \.isWhitespace).map(text.index(after:)) ?? text.startIndex
    let typed = text[start...].lowercased()
    let rest = String(text[..<start])
    let fields = Array(snapshot.schema.facets.prefix(8))
    let page = try snapshot.search(
      Query(tokens: tokens, text: rest, match: match),
      options: SearchOptions(limit: 0, facets: fields, facetLimit: 100, count: .upTo(0)))
    var found: [SearchAnswer.SuggestedToken] = []
    for field in fields {
      for count in page.facetCounts[field] ?? []
      where count.value.lowercased().split(separator: " ").contains(where: { $0.hasPrefix(typed) }) {
        let token = SearchToken.facet(field, count.value)
        if tokens.contains(token) { continue }
        found.append(
          SearchAnswer.SuggestedToken(
            token: token, field: field, value: count.value, count: count.count, text: rest))
      }
    }
    return Array(found.sorted { $0.count > $1.count }.prefix(suggestions))
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
