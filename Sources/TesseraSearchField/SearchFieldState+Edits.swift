extension SearchFieldState {
  /// Does what a person did, and says what it changed.
  ///
  /// While an input method composes, keys are its own: deleting, moving, undoing, submitting, walking the list and
  /// escape do nothing then. A click, pasting, cancelling and the end of editing first leave its text as it is.
  @discardableResult
  public mutating func apply(_ edit: SearchFieldEdit<Token>) -> SearchFieldChange {
    let before = self
    if composition != nil {
      if edit.isKeyOfInputMethod { return [] }
      if edit.endsComposing { endComposing() }
    }
    let wasComposing = composition != nil
    let submitted = perform(edit)
    if !contents.hasSameContent(as: before.contents) {
      if !edit.isWalkThroughHistory {
        if wasComposing {
          history.record(before.contents, run: .composing)
        } else {
          history.record(before.contents, run: edit.run, startsStep: edit.startsStep(in: before.contents))
        }
      }
    } else if contents != before.contents {
      history.closeStep()
    }
    if wasComposing, composition == nil { closeComposition() }
    return change(from: before).union(submitted ? .submission : [])
  }

  /// Whether something was submitted.
  private mutating func perform(_ edit: SearchFieldEdit<Token>) -> Bool {
    switch edit {
    case .type(let text): type(text)
    case .delete(let movement): delete(movement)
    case .move(let movement, let extending): move(movement, extending: extending)
    case .placeCaret(let place): select(text: place..<place)
    case .selectText(let range): select(text: range)
    case .selectTokens(let range): select(tokens: range)
    case .selectAll: contents.selection = SearchFieldSelection(0..<contents.end)
    case .cut: _ = contents.removeSelection()
    case .paste(let text): paste(text)
    case .compose(let text): compose(text)
    case .endComposing: break
    case .submit: return submit()
    case .acceptSuggestion: return selectedSuggestion.map { accept(at: $0) } ?? false
    case .acceptSuggestionAt(let place): return accept(at: place)
    case .nextSuggestion: walkList(forward: true)
    case .previousSuggestion: walkList(forward: false)
    case .escape: areSuggestionsOpen ? closeList() : cancel()
    case .cancel: cancel()
    case .add(let token): append(token)
    case .removeToken(let place): removeToken(at: place)
    case .focus: if !editing { focus() }
    case .blur: if editing { blur() }
    case .undo: if let step = history.undo(from: contents) { contents = step }
    case .redo: if let step = history.redo(from: contents) { contents = step }
    }
    return false
  }

  private func change(from old: SearchFieldState) -> SearchFieldChange {
    var change: SearchFieldChange = []
    if revision != old.revision { change.insert(.contents) }
    if editing != old.editing { change.insert(.editing) }
    if contents.selection != old.contents.selection || composition != old.composition {
      change.insert(.selection)
    }
    if list != old.list || selectedSuggestion != old.selectedSuggestion
      || areSuggestionsOpen != old.areSuggestionsOpen
    {
      change.insert(.suggestions)
    }
    return change
  }
}

// MARK: - Typing, pasting, composing

extension SearchFieldState {
  private mutating func type(_ text: String) {
    if let composition {
      contents.setText(before: composition.before + text, after: composition.after)
      self.composition = nil
    } else {
      contents.replaceSelection(with: text)
    }
  }

  private mutating func paste(_ text: String) {
    let list = TokenList(text)
    guard !list.parts.isEmpty else { return contents.replaceSelection(with: list.rest) }
    var changed = contents
    let place = changed.selectedTokens.isEmpty ? nil : changed.selectedTokens.lowerBound
    _ = changed.removeSelection()
    var known = KnownTokens(changed.tokens, form)
    // What no token can be made of is not lost.
    var rest: [String] = []
    var new: [Token] = []
    for part in list.parts {
      guard let token = form.token(fromPart: part) else {
        rest.append(part)
        continue
      }
      if known.insert(token, form.text(of: token)) { new.append(token) }
    }
    changed.tokens.insert(contentsOf: new, at: place ?? changed.tokens.count)
    changed.selection = .caret(changed.selection.head + new.count)
    if !list.rest.isEmpty { rest.append(list.rest) }
    changed.replaceSelection(with: rest.joined(separator: " "))
    contents = changed
  }

  private mutating func compose(_ text: String) {
    guard composition != nil || !text.isEmpty else { return }
    var changed = contents
    let (before, after) = composition.map { ($0.before, $0.after) } ?? changed.removeSelection()
    changed.setText(before: before + text, after: after)
    contents = changed
    composition = text.isEmpty ? nil : Composition(before: before, marked: text, after: after)
  }

  mutating func endComposing() {
    composition = nil
    closeComposition()
  }

  /// A composition that left everything as it was is no step.
  private mutating func closeComposition() {
    if let step = history.undoable.last, step.hasSameContent(as: contents) {
      history.dropStep()
    } else {
      history.closeStep()
    }
  }
}

// MARK: - Tokens and focus

extension SearchFieldState {
  /// Whether a token of the same identity or the same text is among these.
  func isRepeat(_ token: Token, in tokens: [Token]) -> Bool {
    let text = form.text(of: token)
    return tokens.contains { $0.id == token.id || form.text(of: $0) == text }
  }

  mutating func append(_ token: Token) {
    guard !form.text(of: token).isBlank, !isRepeat(token, in: contents.tokens) else { return }
    var changed = contents
    let range = changed.selectedText
    changed.tokens.append(token)
    changed.selection = SearchFieldSelection(
      range.lowerBound + changed.tokens.count..<range.upperBound + changed.tokens.count)
    contents = changed
  }

  private mutating func removeToken(at place: Int) {
    guard contents.tokens.indices.contains(place) else { return }
    var changed = contents
    let range = changed.selectedText
    changed.tokens.remove(at: place)
    changed.selection = SearchFieldSelection(
      range.lowerBound + changed.tokens.count..<range.upperBound + changed.tokens.count)
    contents = changed
  }

  mutating func focus() {
    editing = true
    isListClosed = false
  }

  /// The text stays, a selection of tokens does not.
  mutating func blur() {
    if composition != nil { endComposing() }
    editing = false
    closeList()
    history.closeStep()
    if !contents.selectedTokens.isEmpty { contents.selection = .caret(contents.end) }
  }

  private mutating func cancel() {
    contents = FieldContents()
    list = []
    selectedSuggestion = nil
    isListClosed = false
  }
}

/// Tokens by what makes others repeats of them: identity and text.
struct KnownTokens<Token: Identifiable & Hashable & Sendable> {
  private var ids: Set<Token.ID> = []
  private var texts: Set<[UInt8]> = []

  init(_ tokens: [Token] = [], _ form: TokenForm<Token>) {
    for token in tokens { insert(token, form.text(of: token)) }
  }

  /// False, and nothing changes, for a repeat.
  @discardableResult
  mutating func insert(_ token: Token, _ text: String) -> Bool {
    let text = Array(text.utf8)
    guard !ids.contains(token.id), !texts.contains(text) else { return false }
    ids.insert(token.id)
    texts.insert(text)
    return true
  }
}

// MARK: - What kind of edit it is

extension SearchFieldEdit {
  fileprivate var isKeyOfInputMethod: Bool {
    switch self {
    case .delete, .move, .undo, .redo, .submit, .acceptSuggestion, .nextSuggestion, .previousSuggestion,
      .escape:
      true
    default: false
    }
  }

  fileprivate var endsComposing: Bool {
    switch self {
    case .type, .compose, .focus: false
    default: true
    }
  }

  fileprivate var isWalkThroughHistory: Bool { self == .undo || self == .redo }

  fileprivate var run: FieldHistory<FieldContents<Token>>.Run? {
    switch self {
    case .type: .typing
    case .delete(let movement): .deleting(movement)
    case .compose: .composing
    default: nil
    }
  }

  /// Whether it begins a step of its own even where one is open: what replaces a selection, and the start of a word.
  fileprivate func startsStep(in contents: FieldContents<Token>) -> Bool {
    guard let caret = contents.caret else { return true }
    guard case .type(let text) = self, caret > 0, text.first?.isWhitespace == false else { return false }
    return contents.text[contents.text.index(contents.text.startIndex, offsetBy: caret - 1)].isWhitespace
  }
}
