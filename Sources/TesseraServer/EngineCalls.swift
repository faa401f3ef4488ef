import Tessera
import TesseraPresentation
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
  func answer(
    from state: SnapshotSource.State, cancellation: SearchCancellation
  ) throws(TesseraError) -> SearchAnswer {
    let options = SearchOptions(
      limit: limit, offset: offset, facets: facets, facetLimit: values, count: count, order: order,
      suggestions: suggestions, completions: suggestions)
    var page = try state.snapshot.search(query, options: options, cancellation: cancellation)
    try state.spellings.spell(&page, cancellation: cancellation)
    return SearchAnswer(
      page: page,
      suggestedTokens: page.suggestedTokens.map {
        SearchAnswer.SuggestedToken(
          token: $0.token, field: $0.field, value: $0.value, count: $0.count, text: $0.textLeft(of: text))
      },
      completions: page.completions.map {
        SearchAnswer.Completion(word: $0.word, count: $0.count, text: $0.completed(text))
      })
  }
}
