import Tessera

/// A search field as a value: tokens, the text behind them, what is selected, suggestions, and whether it is edited.
///
/// `apply(_:)` is what a person does. Setting a property is a change from outside: what is equal already changes
/// nothing; tokens that stay keep their identity; and undo does not go back beyond it.
///
/// Places in the text count characters. Neither tokens that are blank nor repeats are ever in it.
public struct SearchFieldState<Token: Identifiable & Hashable & Sendable>: Sendable {
  /// How tokens are written, read, and asked of the engine.
  public let form: TokenForm<Token>
  /// What stands in the empty field.
  public var title: String

  var contents = FieldContents<Token>() {
    didSet { if !contents.hasSameContent(as: oldValue) { contentsChanged() } }
  }
  var composition: Composition?
  var history = FieldHistory<FieldContents<Token>>()
  var isListClosed = false
  var editing = false
  var list: [SearchFieldSuggestion<Token>] = []

  /// Changes exactly when tokens or text do: what is searched for at one revision stays the same.
  public private(set) var revision = 0
  /// The place of the selected suggestion.
  public internal(set) var selectedSuggestion: Int?

  /// The text of an input method that is not final, between the text on both sides of it.
  struct Composition: Hashable {
    var before: String
    var marked: String
    var after: String
  }

  public init(title: String = "", form: TokenForm<Token>) {
    self.title = title
    self.form = form
  }

  private mutating func contentsChanged() {
    revision += 1
    selectedSuggestion = nil
    isListClosed = false
  }
}

extension SearchFieldState where Token == SearchToken {
  /// A field of the engine's tokens; without a form, of plain ones.
  public init(title: String = "", form: SearchTokenForm = SearchTokenForm()) {
    self.init(title: title, form: .search(form))
  }
}

extension SearchFieldState: Equatable {
  /// Two forms cannot be compared: states of different forms are equal when all else is.
  public static func == (left: SearchFieldState, right: SearchFieldState) -> Bool {
    left.contents == right.contents && left.revision == right.revision && left.title == right.title
      && left.editing == right.editing && left.composition == right.composition
      && left.selectedSuggestion == right.selectedSuggestion && left.isListClosed == right.isListClosed
      && left.list == right.list && left.history == right.history
  }
}

// MARK: - What a host binds to

extension SearchFieldState {
  /// The tokens' text forms, then the text; never empty. Strings that are no token are left out when it is set.
  public var searchText: [String] {
    get { contents.tokens.map(form.text) + [contents.text] }
    set {
      let old = Dictionary(
        contents.tokens.map { (form.text(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
      replace(
        tokens: newValue.dropLast().compactMap { string in
          old[string] ?? form.token(from: string).map { old[form.text(of: $0)] ?? $0 }
        },
        text: newValue.last ?? "")
    }
  }

  /// When it is set, of repeats the first counts, and blank tokens do not.
  public var tokens: [Token] {
    get { contents.tokens }
    set { replace(tokens: newValue, text: contents.text) }
  }

  /// What trails behind the tokens, with the marked text of an input method. When it is set, the caret goes to its end.
  public var text: String {
    get { contents.text }
    set { replace(tokens: contents.tokens, text: newValue) }
  }

  public var isEditing: Bool {
    get { editing }
    set { if newValue != editing { newValue ? focus() : blur() } }
  }

  /// The list under the field. A selected suggestion stays selected while it is in the list.
  public var suggestions: [SearchFieldSuggestion<Token>] {
    get { list }
    set {
      let selected = selectedSuggestion.map { list[$0].id }
      list = newValue
      selectedSuggestion = selected.flatMap { id in newValue.firstIndex { $0.id == id } }
    }
  }

  /// Takes the suggestions for the tokens and text of a revision; those of an earlier one are dropped.
  ///
  /// - Returns: Whether they were taken.
  @discardableResult
  public mutating func offer(_ suggestions: [SearchFieldSuggestion<Token>], for revision: Int) -> Bool {
    guard revision == self.revision else { return false }
    self.suggestions = suggestions
    return true
  }

  private mutating func replace(tokens: [Token], text: String) {
    var changed = FieldContents(tokens: admissible(tokens), text: text)
    guard !changed.hasSameContent(as: contents) else { return }
    changed.selection = .caret(changed.end)
    if text == contents.text {
      changed.text = contents.text
      // The caret, or what is selected of the text, stays in its place.
      if contents.selectedTokens.isEmpty {
        let shift = changed.tokens.count - contents.tokens.count
        changed.selection.anchor = contents.selection.anchor + shift
        changed.selection.head = contents.selection.head + shift
      }
    } else {
      composition = nil
    }
    contents = changed
    history = FieldHistory()
  }

  /// Without blank tokens and repeats, and for each that the field has already, that one.
  private func admissible(_ tokens: [Token]) -> [Token] {
    let own = Dictionary(contents.tokens.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    var texts: Set<String> = []
    var ids: Set<Token.ID> = []
    return tokens.compactMap { token in
      let token = own[token] ?? token
      let text = form.text(of: token)
      guard !text.isBlank, !texts.contains(text), ids.insert(token.id).inserted else { return nil }
      texts.insert(text)
      return token
    }
  }
}

// MARK: - What a host shows and searches

extension SearchFieldState {
  /// What is to be searched.
  public var query: Query {
    Query(tokens: contents.tokens.map(form.searchToken), text: contents.text)
  }

  /// Whether neither tokens nor text are there, so that the title shows.
  public var isEmpty: Bool { contents.tokens.isEmpty && contents.text.isEmpty }

  public var selection: SearchFieldSelection { contents.selection }

  /// Where typed text goes, in characters of the text; nil when something is selected.
  public var caret: Int? { contents.caret }

  /// The places of the selected tokens; empty when there are none.
  public var selectedTokens: Range<Int> { contents.selectedTokens }

  /// The selected characters of the text; empty at the caret, when there are none.
  public var selectedText: Range<Int> { contents.selectedText }

  /// Whether an input method composes, so that the keys are its own.
  public var isComposing: Bool { composition != nil }

  /// The characters of the text that an input method has not made final.
  public var markedText: Range<Int>? {
    guard let composition else { return nil }
    let end = (composition.before + composition.marked).count
    return min(composition.before.count, end)..<end
  }

  /// What copying and cutting take: the selected tokens in their text form, each followed by a comma, then the
  /// selected text.
  public var copiedText: String {
    let range = contents.selectedText
    let lower = contents.text.index(contents.text.startIndex, offsetBy: range.lowerBound)
    let upper = contents.text.index(lower, offsetBy: range.count)
    return form.list(of: contents.tokens[contents.selectedTokens], then: String(contents.text[lower..<upper]))
  }

  /// Whether the list of suggestions is to be seen: while editing, when there are any, and not closed.
  public var areSuggestionsOpen: Bool { editing && !isListClosed && !list.isEmpty }

  public var canUndo: Bool { composition == nil && !history.undoable.isEmpty }
  public var canRedo: Bool { composition == nil && !history.redoable.isEmpty }
}
