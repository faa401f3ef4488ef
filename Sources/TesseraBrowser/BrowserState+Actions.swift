import Tessera
import TesseraSearchField

/// What a person asks for with a key.
enum BrowserAction: Hashable, Sendable {
  case edit(SearchFieldEdit<SearchToken>)
  case copy, cut
  /// What was cut or copied here last.
  case pasteOwn
  /// The most frequent values, while no text is typed.
  case offerValues
  case go(BrowserState.Pane)
  case walkHits(Steps)
  case walkFacets(Steps)
  case scroll(Steps)
  /// The chosen value comes as a token, or goes where it is one.
  case toggleFacet
  /// Documents with the chosen value are left out.
  case excludeFacet
  case openHit
  /// The document before or behind the one that is read.
  case openNeighbor(Int)
  case help
  case closePage
  case redraw
  case quit

  enum Steps: Hashable, Sendable {
    case lines(Int)
    case pages(Int)
    case toFirst, toLast

    /// Where it leads in a list.
    func place(from place: Int, of count: Int, page: Int) -> Int {
      let place =
        switch self {
        case .lines(let lines): place + lines
        case .pages(let pages): place + pages * page
        case .toFirst: 0
        case .toLast: count - 1
        }
      return max(0, min(place, count - 1))
    }
  }
}

/// What is to be done outside of the state when an action has changed it.
enum BrowserEffect: Hashable, Sendable {
  case search
  case read(hit: Int)
  case copy(String)
  case redraw
  case quit
}

extension BrowserState {
  mutating func apply(_ action: BrowserAction) -> [BrowserEffect] {
    defer { keepPlaces() }
    switch action {
    case .edit(let edit):
      // Whoever types means the field, wherever the keys were.
      if pane != .field { go(to: .field) }
      return apply(edit)
    case .copy, .cut:
      let copied = field.copiedText
      guard !copied.isEmpty else { return [] }
      clipboard = copied
      return [.copy(copied)] + (action == .cut ? apply(SearchFieldEdit.cut) : [])
    case .pasteOwn: return clipboard.isEmpty ? [] : apply(.edit(.paste(clipboard)))
    case .offerValues:
      offersValues = true
      offerSuggestions()
      if field.selectedSuggestion == nil { field.apply(.nextSuggestion) }
    case .go(let pane): go(to: pane)
    case .walkHits(let steps): return walkHits(steps)
    case .walkFacets(let steps): walkFacets(steps)
    case .scroll(let steps): scroll(steps)
    case .toggleFacet:
      guard let chosenFacet else { return [] }
      return toggle(chosenFacet)
    case .excludeFacet:
      guard case .facet(let field, let value) = chosenFacet else { return [] }
      return toggle(.noneOf(field, [value]))
    case .openHit: return answer.hitCount > 0 ? [.read(hit: hit)] : []
    case .openNeighbor(let step):
      let place = max(0, min(hit + step, answer.hitCount - 1))
      guard place != hit else { return [] }
      return walkHits(.lines(step)) + [.read(hit: place)]
    case .help: showHelp()
    case .closePage:
      (page, firstPageLine) = pageBehindHelp.map { ($0.page, $0.line) } ?? (nil, 0)
      pageBehindHelp = nil
    case .redraw: return [.redraw]
    case .quit: return [.quit]
    }
    return []
  }

  /// Shows a document that was asked for.
  mutating func show(_ document: ShownDocument) {
    page = .document(document)
    firstPageLine = 0
    keepPlaces()
  }

  private mutating func apply(_ edit: SearchFieldEdit<SearchToken>) -> [BrowserEffect] {
    let revision = field.revision
    field.apply(edit)
    if field.revision != revision || field.suggestions.isEmpty { offersValues = false }
    guard field.revision != revision else { return [] }
    hit = 0
    firstHit = 0
    wantedHits = Self.firstHits
    return [.search]
  }

  private mutating func toggle(_ token: SearchToken) -> [BrowserEffect] {
    if let place = field.tokens.firstIndex(of: token) { return apply(.removeToken(at: place)) }
    return apply(.add(token))
  }

  mutating func go(to pane: Pane) {
    switch pane {
    case .hits where answer.hitCount == 0: break
    case .facets where answer.facets.isEmpty: break
    default:
      if pane == .field {
        field.apply(.focus)
      } else {
        field.apply(.blur)
        offersValues = false
        offerSuggestions()
      }
      self.pane = pane
    }
  }

  private mutating func walkHits(_ steps: BrowserAction.Steps) -> [BrowserEffect] {
    hit = steps.place(from: hit, of: answer.hitCount, page: layout?.hitCount ?? 1)
    guard answer.hitCount == wantedHits, wantedHits < Self.mostHits else { return [] }
    if steps == .toLast {
      wantsLastHit = true
      wantedHits = min(Self.mostHits, max(wantedHits, answer.total))
      return [.search]
    }
    guard hit + Self.firstHits / 2 > wantedHits else { return [] }
    wantedHits = min(Self.mostHits, wantedHits * 2)
    return [.search]
  }

  private mutating func walkFacets(_ steps: BrowserAction.Steps) {
    let lines = facetLines
    let places = lines.indices.filter { if case .value = lines[$0] { true } else { false } }
    guard let place = places.firstIndex(of: facetLine) else { return }
    let rows = max(1, (layout?.facets?.rows.count ?? 2) - 1)
    facetLine = places[steps.place(from: place, of: places.count, page: rows)]
  }

  private mutating func scroll(_ steps: BrowserAction.Steps) {
    guard let layout, page != nil else { return }
    let rows = layout.page.rows.count
    let count = max(1, pageLines(layout).count - rows + 1)
    firstPageLine = steps.place(from: firstPageLine, of: count, page: max(1, rows - 1))
  }

  private mutating func showHelp() {
    guard page != .help else { return }
    if let page { pageBehindHelp = (page, firstPageLine) }
    page = .help
    firstPageLine = 0
  }
}
