import Tessera
import TesseraSearchField

// The lists of the screen: suggestions, hits and facets.

extension BrowserState {
  private static let mostSuggestionRows = 10
  private static let widestSuggestions = 60

  /// The list under the field, in front of the hits: name, field and count below each other.
  func drawSuggestions(_ layout: ScreenLayout, textColumn: Int, _ screen: inout Screen) {
    guard field.areSuggestionsOpen else { return }
    let lines = field.suggestions.map(line)
    let top = layout.total + 1
    let rows = min(lines.count, Self.mostSuggestionRows, layout.footer - top - 2)
    guard rows > 0 else { return }
    let widths = lines.reduce(into: (name: 0, field: 0, count: 0)) { widths, line in
      widths.name = max(widths.name, line.name.columns)
      widths.field = max(widths.field, line.field.columns)
      widths.count = max(widths.count, line.count.columns)
    }
    // On both sides a frame and a blank.
    let inner = min(
      max(widths.name + widths.field + widths.count, 20), Self.widestSuggestions, size.columns - 4)
    let left = max(0, min(textColumn - 2, size.columns - inner - 4))
    let area = Area(rows: top..<top + rows + 2, columns: left..<left + inner + 4)
    screen.clear(area)
    screen.frame(area, .faint)
    let selected = field.selectedSuggestion
    let first = max(0, (selected ?? 0) - rows + 1)
    for (row, place) in (first..<first + rows).enumerated() {
      let line = lines[place]
      let text = (line.name.padded(to: widths.name) + line.field).padded(to: inner - widths.count)
      let whole = StyledText(" ") + text + line.count.padded(to: widths.count, right: true) + StyledText(" ")
      screen.put(place == selected ? whole.styled(.chosen) : whole, top + 1 + row, left + 1)
    }
  }

  private func line(
    _ suggestion: SearchFieldSuggestion<SearchToken>
  ) -> (name: StyledText, field: StyledText, count: StyledText) {
    let number = { (count: Int?) in StyledText(count.map { "  " + Self.grouped($0) } ?? "", .count) }
    switch suggestion {
    case .token(_, let field, let value, let count, _):
      return (StyledText(value), StyledText("  " + field, .faint), number(count))
    case .word(let word, let count, _):
      // What is typed of it already stands back.
      let typed = field.text.lowercased()
      let start = word.indices.last { typed.hasSuffix(word[..<$0].lowercased()) } ?? word.startIndex
      let name = StyledText(word[..<start], .faint) + StyledText(word[start...], .title)
      return (name, StyledText(), number(count))
    }
  }

  func drawHits(_ layout: ScreenLayout, _ screen: inout Screen) {
    let area = layout.hits
    let width = area.columns.count - 4
    guard width > 0 else { return }
    if let failure = answer.failure {
      for (row, line) in zip(area.rows, StyledText(failure, .failure).wrapped(to: width)) {
        screen.put(line, row, 2)
      }
      return
    }
    if answer.hitCount == 0, area.rows.count > 1 {
      let hint = field.isEmpty ? "The index is empty." : "Nothing has all of this. Backspace takes it back."
      screen.put(StyledText(hint, .faint).fitted(to: width), area.rows.lowerBound + 1, 2)
    }
    for place in visibleHits {
      guard let shown = shownHits[place] else { continue }
      let row = area.rows.lowerBound + (place - firstHit) * ScreenLayout.hitRows
      var line = StyledText(pieces: shown.title, .title).fitted(to: width)
      let values = StyledText("  " + shown.values.joined(separator: " · "), .faint)
      if !shown.values.isEmpty, width - line.columns > 8 { line += values.fitted(to: width - line.columns) }
      screen.put(line, row, 2)
      let hasSecondRow = area.rows.contains(row + 1)
      if hasSecondRow { screen.put(StyledText(pieces: shown.passage).fitted(to: width), row + 1, 2) }
      guard pane == .hits, place == hit else { continue }
      screen.put("▌", .focus, row, 0)
      if hasSecondRow { screen.put("▌", .focus, row + 1, 0) }
    }
  }

  func drawFacets(_ layout: ScreenLayout, _ screen: inout Screen) {
    guard let area = layout.facets else { return }
    let left = area.columns.lowerBound
    if left > 0 {
      for row in area.rows { screen.put("│", pane == .facets ? .focus : .faint, row, left - 1) }
    }
    let lines = facetLines
    let width = area.columns.count - 2
    for (row, place) in zip(area.rows, min(firstFacetLine, lines.count)..<lines.count) {
      switch lines[place] {
      case .empty: break
      case .field(let field): screen.put(StyledText(field, .title).fitted(to: width), row, left + 1)
      case .value(let field, let count):
        let isToken = self.field.tokens.contains(.facet(field, count.value))
        let number = StyledText(Self.grouped(count.count), .count)
        let name = StyledText(isToken ? "✓ " : "  ", .focus) + StyledText(count.value)
        let line = name.padded(to: max(0, width - number.columns - 1)) + StyledText(" ") + number
        let isChosen = pane == .facets && place == facetLine
        screen.put(isChosen ? line.styled(.chosen) : line, row, left + 1)
      }
    }
  }
}
