/// What a person does to a search field: a value, so that it can be kept, sent and tested.
///
/// `SearchFieldState.apply(_:)` says what becomes of it. Places in the text count characters.
public enum SearchFieldEdit<Token: Identifiable & Hashable & Sendable>: Sendable, Hashable {
  /// Text is typed at the caret, in place of what is selected. It ends a composition, in place of the marked text.
  case type(String)
  /// Backspace is `.delete(.left)`, the delete key `.delete(.right)`. What is selected goes; else what lies
  /// between the caret and where the movement leads. In the empty text backspace selects the last token.
  case delete(SearchFieldMovement)
  /// The caret moves, or with `extending` (the shift key) the end of the selection.
  case move(SearchFieldMovement, extending: Bool = false)
  case placeCaret(Int)
  case selectText(Range<Int>)
  case selectTokens(Range<Int>)
  /// All tokens and the text.
  case selectAll
  /// Deletes what is selected. The host takes `copiedText` first.
  case cut
  /// Separated by commas, tabs or new lines: each part that a separator ends becomes a token, the rest is typed.
  case paste(String)

  /// An input method shows this text, not final yet, at the caret; each further one replaces it, an empty one ends.
  case compose(String)
  /// The input method leaves its text as it is.
  case endComposing

  /// The return key: the selected suggestion is accepted; else the text becomes a token.
  case submit
  /// The tab key: the selected suggestion is accepted. Without one nothing changes, and the key is the host's.
  case acceptSuggestion
  /// A click on a suggestion.
  case acceptSuggestionAt(Int)
  /// The arrow down: the next suggestion, behind the last one none. Opens a closed list.
  case nextSuggestion
  /// The arrow up.
  case previousSuggestion
  /// The escape key: closes the suggestions; where none are open, cancels.
  case escape
  /// Clears tokens, text and suggestions.
  case cancel

  /// A token from elsewhere, as a click on a facet count gives it. The text stays.
  case add(Token)
  /// A click on the cross of a token.
  case removeToken(at: Int)

  /// Editing begins.
  case focus
  /// Editing ends. The text stays text.
  case blur
  case undo
  case redo
}

/// Where a caret goes.
public enum SearchFieldMovement: Sendable, Hashable, CaseIterable {
  /// One character or one token.
  case left, right
  /// To the start of a word of the text, and to the end of one.
  case wordLeft, wordRight
  /// The start of the text, and its end.
  case start, end
}

/// What an edit changed.
public struct SearchFieldChange: OptionSet, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Tokens or text: there is something else to search.
  public static let contents = SearchFieldChange(rawValue: 1)
  /// `isEditing`.
  public static let editing = SearchFieldChange(rawValue: 2)
  /// The selection, the caret or the marked text.
  public static let selection = SearchFieldChange(rawValue: 4)
  /// The suggestions, the selected one, or whether they are open.
  public static let suggestions = SearchFieldChange(rawValue: 8)
  /// A text or suggestion was submitted, whether or not anything changed.
  public static let submission = SearchFieldChange(rawValue: 16)
}
