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

  /// A text for showing, in pieces of which every second one is matched: the first, the third and so on are not. At
  /// most so many characters, the best passage where it is longer.
  func pieces(of text: String, field: String, characters: Int) -> [String] {
    guard let end = text.index(text.startIndex, offsetBy: characters, limitedBy: text.endIndex),
      end < text.endIndex
    else { return [text] }
    return [text[..<end] + "…"]
  }
}
