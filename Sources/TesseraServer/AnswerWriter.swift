import Tessera
import TesseraSearchField

/// Writes answers as JSON.
struct AnswerWriter {
  let request: SearchRequest
  let snapshot: IndexSnapshot
  let limits: ServerLimits
  let deadline: Deadline

  /// The answer of `/search`.
  func page(_ answer: SearchAnswer) throws -> [UInt8] {
    let hits = try answer.page.hits.map { ($0, try document(of: $0)) }
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("total")
      writer.object { writer in
        writer.key("value")
        writer.integer(answer.page.total.value)
        writer.key("exact")
        writer.boolean(answer.page.total.isExact)
      }
      writer.key("tokens")
      writer.array { writer in
        for token in request.tokens { write(token, to: &writer) }
      }
      writer.key("hits")
      write(hits, to: &writer)
      writer.key("facets")
      writer.object { writer in
        for (field, counts) in facets(answer.page) { write(field, counts, to: &writer) }
      }
      if request.suggestions > 0 { writeSuggestions(answer, to: &writer) }
    }
    return writer.bytes
  }

  /// The answer of `/suggest`.
  func suggestions(_ answer: SearchAnswer) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writeSuggestions(answer, to: &$0) }
    return writer.bytes
  }

  // MARK: Hits

  private func document(of hit: Hit) throws -> String? {
    try deadline.check()
    return try snapshot.document(for: hit)
  }

  private func write(_ hits: [(hit: Hit, document: String?)], to writer: inout JSONWriter) {
    let texts = ShownTexts(snapshot.schema)
    var bytesLeft = limits.documentBytes
    writer.array { writer in
      for (hit, document) in hits {
        bytesLeft -= document?.utf8.count ?? 0
        writer.object { writer in
          writer.key("id")
          writer.string(hit.key)
          writer.key("score")
          writer.double(Double("\(hit.score)") ?? 0)
          if let document, bytesLeft >= 0 { write(document, texts, to: &writer) }
        }
      }
    }
  }

  private func write(_ document: String, _ texts: ShownTexts, to writer: inout JSONWriter) {
    let (title, snippet) = texts.texts(of: document)
    for (name, shown, characters) in [("title", title, 200), ("snippet", snippet, 280)] {
      guard let shown else { continue }
      writer.key(name)
      writer.array { writer in
        for piece in request.pieces(of: shown.text, field: shown.field, characters: characters) {
          writer.string(piece)
        }
      }
    }
    writer.key("document")
    writer.raw(document)
  }

  // MARK: Facets, tokens and suggestions

  /// In the order they were asked for, each once.
  private func facets(_ page: SearchPage) -> [(field: String, counts: [FacetCount])] {
    var seen: Set<String> = []
    return request.facets.filter { seen.insert($0).inserted }.map { ($0, page.facetCounts[$0] ?? []) }
  }

  private func write(_ field: String, _ counts: [FacetCount], to writer: inout JSONWriter) {
    writer.key(field)
    writer.array { writer in
      for count in counts {
        writer.object { writer in
          writer.key("value")
          writer.string(count.value)
          writer.key("count")
          writer.integer(count.count)
          writer.key("token")
          writer.string(form.text(of: .facet(field, count.value)))
        }
      }
    }
  }

  private var form: TokenForm<SearchToken> { .search(snapshot.schema) }

  /// The text form, and what to show of it.
  private func write(_ token: SearchToken, to writer: inout JSONWriter) {
    let (field, value) = token.shown
    writer.object { writer in
      writer.key("token")
      writer.string(form.text(of: token))
      if let field {
        writer.key("field")
        writer.string(field)
      }
      writer.key("value")
      writer.string(value)
    }
  }

  private func writeSuggestions(_ answer: SearchAnswer, to writer: inout JSONWriter) {
    writer.key("suggestedTokens")
    writer.array { writer in
      for suggestion in answer.suggestedTokens {
        writer.object { writer in
          writer.key("token")
          writer.string(form.text(of: suggestion.token))
          writer.key("field")
          writer.string(suggestion.field)
          writer.key("value")
          writer.string(suggestion.value)
          writer.key("count")
          writer.integer(suggestion.count)
          writer.key("text")
          writer.string(suggestion.text)
        }
      }
    }
    writer.key("completions")
    writer.array { writer in
      for completion in answer.completions {
        writer.object { writer in
          writer.key("word")
          writer.string(completion.word)
          writer.key("count")
          writer.integer(completion.count)
          writer.key("text")
          writer.string(completion.text)
        }
      }
    }
  }
}

extension SearchToken {
  /// The field, where there is one, and the rest in words for a person.
  fileprivate var shown: (field: String?, value: String) {
    switch self {
    case .facet(let field, let value): (field, value)
    case .anyOf(let field, let values): (field, values.joined(separator: " or "))
    case .noneOf(let field, let values): (field, "not " + values.joined(separator: ", "))
    case .numbers(let field, let from, let through):
      (
        field,
        from == through && from != nil
          ? "\(from!)" : "\(from?.description ?? "")–\(through?.description ?? "")"
      )
    case .plain(let text): (nil, text)
    }
  }
}
