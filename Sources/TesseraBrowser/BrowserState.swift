import Tessera
import TesseraSearchField

/// All that a person has done, and what was found: what the screen shows is made of this alone.
struct BrowserState: Sendable {
  /// What has the keys.
  enum Pane: Hashable, Sendable {
    case field, hits, facets
  }

  /// A page in front of the search.
  enum Page: Hashable, Sendable {
    case document(ShownDocument)
    case help
  }

  /// Hits are asked for in this many, and more when somebody walks there.
  static let firstHits = 50
  static let mostHits = 10_000
  private static let fewestValues = 3

  let name: String
  var documentCount: Int
  /// The number fields that hold dates.
  var dateFields: [String]
  var size = ScreenSize(rows: 24, columns: 80)

  var field: SearchFieldState<SearchToken>
  /// Whether a person has asked what there is while no text is typed: until then the list would only be in the way.
  var offersValues = false
  var pane = Pane.field
  var answer = Answer()
  /// The hits that were to be seen so far, by their places.
  var shownHits: [Int: ShownHit] = [:]
  /// How many hits are asked for.
  var wantedHits = firstHits

  var hit = 0
  /// Whether the last hit is meant, also when more of them are found.
  var wantsLastHit = false
  var firstHit = 0
  /// A place in `facetLines`.
  var facetLine = 1
  var firstFacetLine = 0

  var page: Page?
  var firstPageLine = 0
  /// A page that help was called from.
  var pageBehindHelp: (page: Page, line: Int)?

  /// What was cut or copied last.
  var clipboard = ""
  /// Why the newest commit cannot be shown.
  var staleness: String?

  init(name: String, schema: Schema, documentCount: Int, dateFields: [String]) {
    self.name = name
    self.documentCount = documentCount
    self.dateFields = dateFields
    field = SearchFieldState(
      title: "Type to search", form: SearchTokenForm(schema, dates: dateFields))
    field.apply(.focus)
  }

  var layout: ScreenLayout? {
    ScreenLayout(size, hasFacets: !answer.facets.isEmpty, facetsHaveKeys: pane == .facets)
  }

  /// The places of the hits to be seen.
  var visibleHits: Range<Int> {
    guard let layout, !layout.hits.columns.isEmpty else { return 0..<0 }
    return firstHit..<min(answer.hitCount, firstHit + (layout.hits.rows.count + 2) / ScreenLayout.hitRows)
  }

  /// The lines of the facets' list: each field, its values, and an empty line between two fields.
  enum FacetLine: Hashable, Sendable {
    case field(String)
    case value(field: String, Answer.Count)
    case empty
  }

  /// Of each field as many values as there is room for when all fields are to be seen, but a few.
  var facetLines: [FacetLine] {
    guard !answer.facets.isEmpty else { return [] }
    let rows = layout?.facets?.rows.count ?? 0
    let values = max(Self.fewestValues, (rows + 1) / answer.facets.count - 2)
    var lines: [FacetLine] = []
    for facet in answer.facets {
      if !lines.isEmpty { lines.append(.empty) }
      lines.append(.field(facet.field))
      lines += facet.counts.prefix(values).map { .value(field: facet.field, $0) }
    }
    return lines
  }

  /// The token that the chosen line of the facets stands for.
  var chosenFacet: SearchToken? {
    let lines = facetLines
    return lines.indices.contains(facetLine) ? token(for: lines[facetLine]) : nil
  }

  private func token(for line: FacetLine) -> SearchToken? {
    guard case .value(let field, let count) = line else { return nil }
    return .facet(field, count.value)
  }

  /// Passages are as long as the lines are wide, so they are made anew.
  mutating func resize(to size: ScreenSize) {
    guard size != self.size else { return }
    self.size = size
    shownHits = [:]
    keepPlaces()
  }

  /// Takes an answer for the newest tokens and text.
  mutating func take(_ answer: Answer) {
    let chosenFacet = chosenFacet
    self.answer = answer
    shownHits = [:]
    if wantsLastHit { hit = answer.hitCount - 1 }
    wantsLastHit = false
    offerSuggestions()
    if pane == .facets && answer.facets.isEmpty || pane == .hits && answer.hitCount == 0 { go(to: .field) }
    // The keys stay on the value that was just committed, wherever it has gone.
    if let place = facetLines.firstIndex(where: { token(for: $0) == chosenFacet && chosenFacet != nil }) {
      facetLine = place
    }
    keepPlaces()
  }

  /// Whether nothing is typed that suggestions could go on from.
  var isTextBlank: Bool { field.text.allSatisfy(\.isWhitespace) }

  mutating func offerSuggestions() {
    let isOffered = !isTextBlank || offersValues
    field.offer(isOffered ? answer.suggestions : [], for: field.revision)
  }

  /// Brings every place back to where something is, and on the screen.
  mutating func keepPlaces() {
    hit = max(0, min(hit, answer.hitCount - 1))
    let lines = facetLines
    facetLine = nearestValue(to: facetLine, in: lines)
    guard let layout else { return }
    firstHit = Self.scrolled(firstHit, to: hit, of: answer.hitCount, visible: layout.hitCount)
    if let rows = layout.facets?.rows.count {
      firstFacetLine = Self.scrolled(firstFacetLine, to: facetLine, of: lines.count, visible: rows)
      // The name above the first values stays with them.
      if facetLine == 1 { firstFacetLine = 0 }
    }
    if page != nil {
      firstPageLine = max(0, min(firstPageLine, pageLines(layout).count - layout.page.rows.count))
    }
  }

  /// The first line to be seen so that a line is seen, moved no further than needed.
  private static func scrolled(_ first: Int, to line: Int, of count: Int, visible: Int) -> Int {
    let first = min(max(first, line - visible + 1), line)
    return max(0, min(first, count - visible))
  }

  private func nearestValue(to line: Int, in lines: [FacetLine]) -> Int {
    guard !lines.isEmpty else { return 1 }
    let line = max(0, min(line, lines.count - 1))
    let isValue = { (place: Int) in if case .value = lines[place] { true } else { false } }
    return (line..<lines.count).first(where: isValue) ?? (0..<line).last(where: isValue) ?? 1
  }
}
