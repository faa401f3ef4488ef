import Tessera
import TesseraPresentation
import TesseraSearchField

/// All that the browser asks of the engine: one search for each change of the field, and documents to show.
final class BrowserEngine {
  private static let suggestions = 8
  private static let facetValues = 12
  /// A search that takes longer ends with a message, so that keys are heard again.
  private static let budget = Duration.seconds(5)

  private let source: SnapshotSource
  private var state: SnapshotSource.State
  private var page: SearchPage?
  private var texts: HitTexts?

  init(folder: String) throws(TesseraError) {
    source = try SnapshotSource(folder: folder)
    state = source.current()
  }

  private var snapshot: IndexSnapshot { state.snapshot }
  var schema: Schema { snapshot.schema }
  var documentCount: Int { snapshot.documentCount }
  var dateFields: [String] { snapshot.dateFields }

  /// Takes up the newest commit.
  ///
  /// - Returns: Whether it is another one, and why the newest cannot be read.
  func refresh() -> (isNew: Bool, failure: TesseraError?) {
    source.retry()
    let known = state.reloads
    state = source.current()
    return (state.reloads != known, state.failure)
  }

  /// The best hits, with counts, suggested tokens and completions.
  func answer(to field: SearchFieldState<SearchToken>, hits: Int) -> Answer {
    let query = field.query
    let options = SearchOptions(
      limit: hits, facets: schema.facets, facetLimit: Self.facetValues, suggestions: Self.suggestions,
      completions: Self.suggestions)
    let clock = ContinuousClock()
    let start = clock.now
    do throws(TesseraError) {
      let cancellation = SearchCancellation(budget: Self.budget)
      var page = try snapshot.search(query, options: options, cancellation: cancellation)
      let duration = clock.now - start
      try state.spellings.spell(&page, cancellation: cancellation)
      texts = try HitTexts(query, snapshot, state.summarizer)
      self.page = page
      return answer(page, to: field, duration)
    } catch {
      page = nil
      return Answer(failure: error.kind == .cancelled ? "The search took too long." : "\(error)")
    }
  }

  private func answer(
    _ page: SearchPage, to field: SearchFieldState<SearchToken>, _ duration: Duration
  ) -> Answer {
    let facets = schema.facets.compactMap { name -> Answer.Facet? in
      guard let counts = page.facetCounts[name], !counts.isEmpty else { return nil }
      return Answer.Facet(
        field: name, counts: counts.map { Answer.Count(value: $0.value, count: $0.count) })
    }
    return Answer(
      total: page.total.value, isExact: page.total.isExact, hitCount: page.hits.count, facets: facets,
      suggestions: page.suggestions(besides: field.tokens), duration: duration)
  }

  // MARK: Documents

  /// A hit of the newest answer, with a passage of about so many characters.
  func shownHit(_ place: Int, passage length: Int) -> ShownHit {
    guard let page, let texts, page.hits.indices.contains(place) else { return ShownHit(title: []) }
    let hit = page.hits[place]
    do throws(TesseraError) {
      guard let document = try snapshot.document(for: hit) else { return ShownHit(title: [hit.key]) }
      let summary = try texts.summary(of: document, hit)
      let pieces = texts.pieces(of: summary, passage: length)
      let isUntitled = pieces.title?.allSatisfy { $0.allSatisfy(\.isWhitespace) } ?? true
      return ShownHit(
        title: isUntitled ? [hit.key] : pieces.title ?? [], passage: pieces.passage ?? [],
        values: summary.values.map(\.described))
    } catch {
      return ShownHit(title: [hit.key], passage: ["\(error)"])
    }
  }

  /// The whole document behind a hit of the newest answer.
  func shownDocument(_ place: Int) -> ShownDocument {
    guard let page, let texts, page.hits.indices.contains(place) else {
      return ShownDocument(title: [], fields: [])
    }
    let hit = page.hits[place]
    do throws(TesseraError) {
      guard let document = try snapshot.document(for: hit) else {
        return ShownDocument(
          title: [hit.key], fields: [.init(name: "", pieces: ["This index does not store documents."])])
      }
      return shown(document, key: hit.key, texts.highlighter)
    } catch {
      return ShownDocument(title: [hit.key], fields: [.init(name: "", pieces: ["\(error)"])])
    }
  }

  private func shown(_ document: String, key: String, _ highlighter: Highlighter) -> ShownDocument {
    let searched = Set(schema.text.map(\.path))
    let titleField = ShownFields(schema).title
    var title: [String]?
    var fields: [ShownDocument.Field] = []
    for (path, values) in DocumentOutline(document).groups {
      var pieces = [""]
      for (place, value) in values.enumerated() {
        if place > 0 { pieces[pieces.count - 1] += ", " }
        let ranges = searched.contains(path) ? highlighter.ranges(in: value) : []
        let parts = HitTexts.pieces(of: value, marking: ranges)
        pieces[pieces.count - 1] += parts[0]
        pieces += parts.dropFirst()
      }
      if path == titleField, title == nil {
        title = pieces
      } else {
        fields.append(.init(name: path, pieces: pieces))
      }
    }
    return ShownDocument(title: title ?? [key], fields: fields)
  }
}
