import Tessera
import TesseraSearchField

extension BrowserState {
  /// What a key asks for here; nil where it has no meaning.
  func action(for key: Key) -> BrowserAction? {
    switch key {
    case .control("c"), .control("d"), .control("q"): return .quit
    case .control("l"): return .redraw
    case .f1: return page == .help ? .closePage : .help
    default: break
    }
    if page != nil { return actionOnPage(key) }
    switch pane {
    case .field: return actionInField(key)
    case .hits: return actionInHits(key) ?? typing(key)
    case .facets: return actionInFacets(key) ?? typing(key)
    }
  }

  private func actionOnPage(_ key: Key) -> BrowserAction? {
    switch key {
    case .up: .scroll(.lines(-1))
    case .down: .scroll(.lines(1))
    case .pageUp: .scroll(.pages(-1))
    case .pageDown, .text(" "): .scroll(.pages(1))
    case .home: .scroll(.toFirst)
    case .end: .scroll(.toLast)
    case .left: page == .help ? nil : .openNeighbor(-1)
    case .right: page == .help ? nil : .openNeighbor(1)
    case .text("?"): page == .help ? .closePage : .help
    case .escape, .enter, .backspace, .text("q"): .closePage
    default: nil
    }
  }

  private func actionInHits(_ key: Key) -> BrowserAction? {
    switch key {
    case .up: hit == 0 ? .go(.field) : .walkHits(.lines(-1))
    case .down: .walkHits(.lines(1))
    case .pageUp: .walkHits(.pages(-1))
    case .pageDown: .walkHits(.pages(1))
    case .home: .walkHits(.toFirst)
    case .end: .walkHits(.toLast)
    case .enter: .openHit
    case .right: .go(.facets)
    case .tab: .go(answer.facets.isEmpty ? .field : .facets)
    case .escape, .backTab: .go(.field)
    case .text("?"): .help
    default: nil
    }
  }

  private func actionInFacets(_ key: Key) -> BrowserAction? {
    switch key {
    case .up: facetLine <= 1 ? .go(.field) : .walkFacets(.lines(-1))
    case .down: .walkFacets(.lines(1))
    case .pageUp: .walkFacets(.pages(-1))
    case .pageDown: .walkFacets(.pages(1))
    case .home: .walkFacets(.toFirst)
    case .end: .walkFacets(.toLast)
    case .enter, .text(" "): .toggleFacet
    case .text("-"): .excludeFacet
    case .left, .backTab: .go(answer.hitCount > 0 ? .hits : .field)
    case .escape, .tab: .go(.field)
    case .text("?"): .help
    default: nil
    }
  }

  /// Whoever types outside of the field means the field; the loop goes there first.
  private func typing(_ key: Key) -> BrowserAction? {
    switch key {
    case .text, .paste, .backspace, .control("z"), .control("_"), .control("y"), .control("v"):
      actionInField(key)
    default: nil
    }
  }

  private func actionInField(_ key: Key) -> BrowserAction? {
    switch key {
    case .text("?") where field.text.isEmpty: .help
    case .text(let text): .edit(.type(text))
    case .paste(let text): .edit(.paste(text))
    case .enter where field.selectedSuggestion == nil && isTextBlank:
      .go(.hits)
    case .enter: .edit(.submit)
    case .tab:
      field.selectedSuggestion == nil ? .go(answer.hitCount > 0 ? .hits : .facets) : .edit(.acceptSuggestion)
    case .backTab: .go(answer.facets.isEmpty ? .hits : .facets)
    case .down where canOfferValues: .offerValues
    case .down: field.suggestions.isEmpty ? .go(.hits) : .edit(.nextSuggestion)
    case .up: field.suggestions.isEmpty ? nil : .edit(.previousSuggestion)
    case .pageUp: .walkHits(.pages(-1))
    case .pageDown: .walkHits(.pages(1))
    case .escape: .edit(.escape)
    default: edit(for: key).map { .edit($0) } ?? clipboardAction(for: key)
    }
  }

  /// Whether there are values to be asked for that are not to be seen yet.
  var canOfferValues: Bool { isTextBlank && !field.areSuggestionsOpen && !answer.suggestions.isEmpty }

  private func clipboardAction(for key: Key) -> BrowserAction? {
    switch key {
    case .control("x"): .cut
    case .alt("c"): .copy
    case .control("v"): .pasteOwn
    default: nil
    }
  }

  /// Keys that move and delete, those of terminals among them.
  private func edit(for key: Key) -> SearchFieldEdit<SearchToken>? {
    switch key {
    case .left, .control("b"): .move(.left)
    case .right, .control("f"): .move(.right)
    case .wordLeft, .alt("b"): .move(.wordLeft)
    case .wordRight, .alt("f"): .move(.wordRight)
    case .home, .control("a"): .move(.start)
    case .end, .control("e"): .move(.end)
    case .shiftLeft: .move(.left, extending: true)
    case .shiftRight: .move(.right, extending: true)
    case .shiftWordLeft: .move(.wordLeft, extending: true)
    case .shiftWordRight: .move(.wordRight, extending: true)
    case .shiftHome: .move(.start, extending: true)
    case .shiftEnd: .move(.end, extending: true)
    case .alt("a"): .selectAll
    case .backspace: .delete(.left)
    case .delete: .delete(.right)
    case .control("w"), .altBackspace: .delete(.wordLeft)
    case .alt("d"): .delete(.wordRight)
    case .control("u"): .delete(.start)
    case .control("k"): .delete(.end)
    case .control("z"), .control("_"): .undo
    case .control("y"): .redo
    default: nil
    }
  }
}
