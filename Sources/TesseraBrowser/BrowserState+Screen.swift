import Tessera
import TesseraSearchField

extension BrowserState {
  /// What is to be seen.
  var screen: Screen {
    var screen = Screen(size)
    guard let layout else {
      drawTooSmall(&screen)
      return screen
    }
    drawHeader(layout, &screen)
    if page != nil {
      drawPage(layout, &screen)
    } else {
      drawHits(layout, &screen)
      drawFacets(layout, &screen)
      drawField(layout, &screen)
      drawTotal(layout, &screen)
    }
    drawFooter(layout, &screen)
    return screen
  }

  private func drawTooSmall(_ screen: inout Screen) {
    let minimum = ScreenLayout.minimum
    let text = "This terminal is too small: \(minimum.columns) columns and \(minimum.rows) rows are needed."
    let lines = StyledText(text).wrapped(to: size.columns)
    for (row, line) in lines.enumerated() { screen.put(line, row, 0) }
  }

  private func drawHeader(_ layout: ScreenLayout, _ screen: inout Screen) {
    let help = StyledText(page == nil ? "F1 help" : "", .faint)
    let count = "  \(Self.grouped(documentCount)) \(documentCount == 1 ? "document" : "documents")"
    let left = StyledText(name, .title) + StyledText(count, .faint)
    let room = (page == nil ? size.columns - 4 - help.columns : size.columns / 2 - 4)
    screen.put(left.fitted(to: room), layout.header, 2)
    screen.put(help, layout.header, size.columns - 2 - help.columns)
  }

  private func drawField(_ layout: ScreenLayout, _ screen: inout Screen) {
    if layout.hasFrame { screen.frame(layout.field, pane == .field ? .focus : .faint) }
    let line = FieldLine(self)
    let columns = layout.fieldColumns
    // The caret behind a text that fills the line has a column of its own, before the frame.
    let first = line.firstColumn(width: columns.count)
    screen.put(line.text, layout.fieldRow, columns.lowerBound - first, within: columns)
    if first > 0 { screen.put("…", .faint, layout.fieldRow, columns.lowerBound) }
    if line.text.columns - first > columns.count {
      screen.put("…", .faint, layout.fieldRow, columns.upperBound - 1)
    }
    drawSuggestions(layout, textColumn: columns.lowerBound + line.textColumn - first, &screen)
    guard let caret = line.caret else { return }
    screen.cursor = Place(row: layout.fieldRow, column: columns.lowerBound + caret - first)
  }

  private func drawTotal(_ layout: ScreenLayout, _ screen: inout Screen) {
    guard answer.failure == nil else { return }
    let noun = answer.total == 1 ? "document" : "documents"
    let total = "\(answer.isExact ? "" : "at least ")\(Self.grouped(answer.total)) \(noun)"
    let time = StyledText(" · \(Self.milliseconds(answer.duration)) ", .faint)
    let text = (StyledText(" \(total)", .count) + time).fitted(to: size.columns - 6)
    screen.put(text, layout.total, size.columns - 3 - text.columns)
  }

  private func drawFooter(_ layout: ScreenLayout, _ screen: inout Screen) {
    if let staleness {
      return screen.put(StyledText(staleness, .failure).fitted(to: size.columns - 4), layout.footer, 2)
    }
    var line = StyledText()
    for (key, meaning) in hints {
      let hint = StyledText(key, .title) + StyledText(" \(meaning)", .faint)
      let gap = line.cells.isEmpty ? 0 : 3
      guard line.columns + gap + hint.columns <= size.columns - 4 else { break }
      if gap > 0 { line.append("   ") }
      line += hint
    }
    screen.put(line, layout.footer, 2)
  }

  /// The keys that do something here, the most useful first.
  private var hints: [(key: String, meaning: String)] {
    switch page {
    case .document: return [("↑↓", "scroll"), ("←→", "documents"), ("Esc", "back"), ("Ctrl-Q", "quit")]
    case .help: return [("↑↓", "scroll"), ("Esc", "back"), ("Ctrl-Q", "quit")]
    case nil: break
    }
    switch pane {
    case .field where field.areSuggestionsOpen:
      return [
        ("↑↓", "suggestions"), ("Enter", enterHint), ("Esc", "closes"),
        ("Tab", field.selectedSuggestion == nil ? "hits" : "accepts"),
      ]
    case .field where !field.selectedTokens.isEmpty:
      return [("←→", "tokens"), ("Backspace", "deletes"), ("Ctrl-X", "cuts"), ("Alt-C", "copies")]
    case .field:
      let values = canOfferValues ? [(key: "↓", meaning: "values")] : []
      return values + [("Tab", "hits"), ("?", "help"), ("Ctrl-Q", "quit")]
    case .hits:
      let facets = answer.facets.isEmpty ? [] : [(key: "→", meaning: "facets")]
      return [("↑↓", "walk"), ("Enter", "opens")] + facets + [("Esc", "field"), ("Ctrl-Q", "quit")]
    case .facets:
      return [("↑↓", "walk"), ("Enter", "token"), ("-", "leaves out"), ("←", "hits"), ("Esc", "field")]
    }
  }

  private var enterHint: String {
    if field.selectedSuggestion != nil { return "accepts" }
    return isTextBlank ? "hits" : "makes a token"
  }

  /// With commas between thousands.
  static func grouped(_ number: Int) -> String {
    var digits = String(number)[...]
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.append(digits.suffix(3))
      digits = digits.dropLast(3)
    }
    return ([digits] + groups.reversed()).joined(separator: ",")
  }

  static func milliseconds(_ duration: Duration) -> String {
    let microseconds = max(0, duration / .microseconds(1))
    guard microseconds < 99_950 else { return "\(Int((microseconds / 1_000).rounded())) ms" }
    let hundredths = Int((microseconds / (microseconds < 9_995 ? 10 : 100)).rounded())
    let (whole, rest) =
      microseconds < 9_995 ? (hundredths / 100, hundredths % 100) : (hundredths / 10, hundredths % 10)
    return "\(whole).\(microseconds < 9_995 && rest < 10 ? "0" : "")\(rest) ms"
  }
}
