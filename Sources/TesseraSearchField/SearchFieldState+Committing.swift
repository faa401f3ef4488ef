extension SearchFieldState {
  /// Makes a token of the text, or accepts what is selected in the list.
  ///
  /// A suggestion that the text names exactly goes before the text itself, unless the list was closed. A text that
  /// is no token stays.
  ///
  /// - Returns: Whether there was anything to submit.
  mutating func submit() -> Bool {
    if let selectedSuggestion { return accept(at: selectedSuggestion) }
    let text = contents.text.trimmed
    guard !text.isEmpty else { return false }
    let named = isListClosed ? nil : list.first { $0.isNamed(by: text, form: form) }
    if let token = named?.token ?? form.token(from: text) { commit(token) }
    return true
  }

  mutating func accept(at place: Int) -> Bool {
    guard list.indices.contains(place) else { return false }
    switch list[place] {
    case .token(let token, _, _, _, let textStart):
      commit(token, textLeft: contents.text.cut(atByte: textStart))
    case .word(let word, _, let textStart):
      let completed = SearchFieldSuggestion<Token>.completed(contents.text, with: word, at: textStart)
      contents.setText(before: completed, after: "")
    }
    return true
  }

  /// The token goes to the end, the part of the text that it stands for goes away.
  private mutating func commit(_ token: Token, textLeft: String = "") {
    var changed = contents
    if !form.text(of: token).isBlank, !isRepeat(token, in: changed.tokens) { changed.tokens.append(token) }
    changed.setText(before: textLeft, after: "")
    contents = changed
  }

  mutating func walkList(forward: Bool) {
    guard editing, !list.isEmpty else { return }
    guard !isListClosed else {
      isListClosed = false
      selectedSuggestion = forward ? 0 : list.count - 1
      return
    }
    // One more place than there are lines: that of none.
    let places = list.count + 1
    let place = ((selectedSuggestion ?? list.count) + (forward ? 1 : places - 1)) % places
    selectedSuggestion = place < list.count ? place : nil
  }

  mutating func closeList() {
    isListClosed = true
    selectedSuggestion = nil
  }
}
