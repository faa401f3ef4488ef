import Tessera
import TesseraPresentation
import TesseraSearchField

/// Writes answers as JSON.
struct AnswerWriter {
  let request: SearchRequest
  private let snapshot: IndexSnapshot
  private let summarizer: DocumentSummarizer
  let limits: ServerLimits
  /// How tokens are written.
  private let form: TokenForm<SearchToken>
  /// The number fields that hold dates.
  private let dates: [String]
  /// Ends an answer whose time is up.
  let cancellation: SearchCancellation

  init(
    _ request: SearchRequest, _ state: SnapshotSource.State, form: SearchTokenForm, limits: ServerLimits,
    cancellation: SearchCancellation
  ) {
    (self.request, self.limits, self.cancellation) = (request, limits, cancellation)
    (snapshot, summarizer) = (state.snapshot, state.summarizer)
    self.form = .search(form)
    dates = snapshot.dateFields
  }

  /// The answer of `/search`.
  func page(_ answer: SearchAnswer) throws -> [UInt8] {
    let hits = try shownHits(answer.page)
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

  /// A document of the page; nil for what is not stored, or beyond the limit of bytes.
  private struct ShownHit {
    let hit: Hit
    var document: String?
    var title: [String]?
    var passage: [String]?
    var values: [String]?
  }

  private func shownHits(_ page: SearchPage) throws -> [ShownHit] {
    let texts = request.highlights ? try HitTexts(request.query, snapshot, summarizer) : nil
    var bytesLeft = limits.documentBytes
    return try page.hits.map { hit in
      try cancellation.check()
      var shown = ShownHit(hit: hit)
      guard bytesLeft > 0, let document = try snapshot.document(for: hit) else { return shown }
      bytesLeft -= document.utf8.count
      guard bytesLeft >= 0 else { return shown }
      shown.document = document
      if let texts {
        let summary = try texts.summary(of: document, hit)
        (shown.title, shown.passage) = texts.pieces(of: summary)
        shown.values = summary.values.map(\.described)
      }
      return shown
    }
  }

  private func write(_ hits: [ShownHit], to writer: inout JSONWriter) {
    writer.array { writer in
      for shown in hits {
        writer.object { writer in
          writer.key("id")
          writer.string(shown.hit.key)
          writer.key("score")
          writer.double(Double("\(shown.hit.score)") ?? 0)
          for (name, pieces) in [
            ("title", shown.title), ("snippet", shown.passage), ("values", shown.values),
          ] {
            guard let pieces else { continue }
            writer.key(name)
            writer.array { writer in pieces.forEach { writer.string($0) } }
          }
          guard let document = shown.document else { return }
          writer.key("document")
          writer.raw(document)
        }
      }
    }
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

  /// The text form, and what to show of it.
  private func write(_ token: SearchToken, to writer: inout JSONWriter) {
    let (field, value) = token.shown(dates: dates)
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
