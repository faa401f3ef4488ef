import Tessera
import TesseraPresentation
import TesseraSearchField

/// The contents of the field on one line, and where the caret is in it.
struct FieldLine {
  private static let longestPill = 40

  private(set) var text = StyledText()
  /// Where the text behind the tokens begins.
  private(set) var textColumn = 0
  /// Nil while tokens are selected.
  private(set) var caret: Int?
  /// What has to be seen of a line that is too long.
  private var focus = 0..<0

  init(_ state: BrowserState) {
    let field = state.field
    for (place, token) in field.tokens.enumerated() {
      let start = text.columns
      let isSelected = state.pane == .field && field.selectedTokens.contains(place)
      text += Self.pill(token, dates: state.dateFields, isSelected: isSelected)
      if isSelected, focus.isEmpty || field.selection.head > place { focus = start..<text.columns }
      text.append(" ")
    }
    textColumn = text.columns
    if field.isEmpty { text.append(field.title, .faint) }
    let selected = state.pane == .field ? field.selectedText : 0..<0
    let head = field.selection.head - field.tokens.count
    for (place, character) in field.text.enumerated() {
      if place == head { caret = text.columns }
      text.append(String(character), selected.contains(place) ? .selection : .plain)
    }
    if head == field.text.count { caret = field.isEmpty ? textColumn : text.columns }
    if !field.selectedTokens.isEmpty || state.pane != .field { caret = nil }
    if let caret { focus = caret..<caret + 1 }
  }

  /// How many columns of the line lie to the left of what is shown, where only so many are.
  func firstColumn(width: Int) -> Int {
    // One more column stands for what is cut away.
    let last = max(0, focus.upperBound - width)
    return min(last, max(0, focus.lowerBound - 1))
  }

  private static func pill(_ token: SearchToken, dates: [String], isSelected: Bool) -> StyledText {
    let end: Style = isSelected ? .chosenPillEnd : .pillEnd
    let name = name(of: token, dates: dates)
    var pill = StyledText("▐", end)
    pill += StyledText(name, isSelected ? .chosenPill : .pill).fitted(to: longestPill)
    pill.append("▌", end)
    return pill
  }

  private static func name(of token: SearchToken, dates: [String]) -> String {
    let (field, value) = token.shown(dates: dates)
    return field.map { "\($0): \(value)" } ?? value
  }
}
