/// What is selected, in units from the left: each token is one, then each character of the text.
///
/// `anchor` and `head` stand between units. Where both are equal they are a caret; a caret never stands before
/// a token.
public struct SearchFieldSelection: Sendable, Hashable {
  /// Stays where it is when the selection is extended.
  public internal(set) var anchor: Int
  /// Moves when the selection is extended.
  public internal(set) var head: Int

  var range: Range<Int> { min(anchor, head)..<max(anchor, head) }

  static func caret(_ place: Int) -> SearchFieldSelection { SearchFieldSelection(anchor: place, head: place) }

  init(anchor: Int, head: Int) {
    self.anchor = anchor
    self.head = head
  }

  init(_ range: Range<Int>) { self.init(anchor: range.lowerBound, head: range.upperBound) }
}

/// Tokens, text and selection: what undo brings back.
struct FieldContents<Token: Hashable & Sendable>: Hashable, Sendable {
  var tokens: [Token] = []
  var text = ""
  var selection = SearchFieldSelection.caret(0)

  var end: Int { tokens.count + text.count }

  var selectedTokens: Range<Int> {
    selection.range.clamped(to: 0..<tokens.count)
  }

  /// In characters; where nothing is selected, the caret. Its lower bound is where typed text goes.
  var selectedText: Range<Int> {
    let range = selection.range
    return max(0, range.lowerBound - tokens.count)..<max(0, range.upperBound - tokens.count)
  }

  /// In characters of the text; nil when something is selected.
  var caret: Int? {
    selection.anchor == selection.head ? selection.head - tokens.count : nil
  }

  /// Where the text before the selection ends, and where that behind it begins.
  private var textAround: (before: Substring, after: Substring) {
    let range = selectedText
    let lower = text.index(text.startIndex, offsetBy: range.lowerBound)
    return (text[..<lower], text[text.index(lower, offsetBy: range.count)...])
  }

  /// Takes out what is selected and leaves the text on both sides of the caret that comes in its place.
  mutating func removeSelection() -> (before: String, after: String) {
    let (before, after) = textAround
    let parts = (String(before), String(after))
    tokens.removeSubrange(selectedTokens)
    setText(before: parts.0, after: parts.1)
    return parts
  }

  mutating func replaceSelection(with inserted: String) {
    let (before, after) = removeSelection()
    setText(before: before + inserted, after: after)
  }

  /// The caret goes between the two.
  ///
  /// Both may join to one character. The caret then is behind it: what stands to the left of a break decides
  /// about it, so `before` has no more characters than the whole.
  mutating func setText(before: String, after: String) {
    text = before + after
    selection = .caret(tokens.count + before.count)
  }

  /// Tokens and text of `other`, whatever is selected.
  func hasSameContent(as other: FieldContents) -> Bool {
    tokens == other.tokens && text == other.text
  }
}
