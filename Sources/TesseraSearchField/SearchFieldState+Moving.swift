extension SearchFieldState {
  mutating func select(text range: Range<Int>) {
    let range = range.clamped(to: 0..<contents.text.count)
    let first = contents.tokens.count
    contents.selection = SearchFieldSelection(range.lowerBound + first..<range.upperBound + first)
  }

  mutating func select(tokens range: Range<Int>) {
    let range = range.clamped(to: 0..<contents.tokens.count)
    contents.selection = range.isEmpty ? .caret(contents.tokens.count) : SearchFieldSelection(range)
  }

  private mutating func select(token place: Int) {
    contents.selection = SearchFieldSelection(anchor: place + 1, head: place)
  }

  mutating func move(_ movement: SearchFieldMovement, extending: Bool) {
    if extending {
      extend(movement)
    } else if !contents.selectedTokens.isEmpty {
      leaveTokens(movement)
    } else if let caret = contents.caret {
      if caret == 0, movement == .left || movement == .wordLeft {
        if !contents.tokens.isEmpty { select(token: contents.tokens.count - 1) }
      } else {
        contents.selection = .caret(contents.tokens.count + place(movement, from: caret))
      }
    } else {
      leaveText(movement)
    }
  }

  /// From selected tokens to the one before or behind them; behind the last one stands the caret.
  private mutating func leaveTokens(_ movement: SearchFieldMovement) {
    let range = contents.selection.range
    switch movement {
    case .left, .wordLeft: select(token: max(0, range.lowerBound - 1))
    case .right, .wordRight:
      if range.upperBound < contents.tokens.count {
        select(token: range.upperBound)
      } else {
        contents.selection = .caret(range.upperBound)
      }
    case .start: select(token: 0)
    case .end: contents.selection = .caret(contents.end)
    }
  }

  /// From selected text to its edge on that side.
  private mutating func leaveText(_ movement: SearchFieldMovement) {
    let range = contents.selectedText
    let place =
      switch movement {
      case .left: range.lowerBound
      case .right: range.upperBound
      case .wordLeft, .start: place(movement, from: range.lowerBound)
      case .wordRight, .end: place(movement, from: range.upperBound)
      }
    contents.selection = .caret(contents.tokens.count + place)
  }

  private mutating func extend(_ movement: SearchFieldMovement) {
    let count = contents.tokens.count
    var selection = contents.selection
    let goesLeft = movement == .left || movement == .wordLeft || movement == .start
    if selection.range.count == 1, selection.range.upperBound <= count, selection.anchor < count {
      // A single token grows to either side; it never shrinks to a caret before itself.
      selection = SearchFieldSelection(selection.range)
      if goesLeft { swap(&selection.anchor, &selection.head) }
    }
    selection.head = target(movement, from: selection.head)
    if selection.anchor == selection.head, selection.head < count {
      selection.head += goesLeft ? -1 : 1
    }
    // Leftmost already: the tokens that are selected stay so.
    if selection.head >= 0 { contents.selection = selection }
  }

  /// Where the end of a selection goes. The start is that of the text and, from there, that of the tokens.
  private func target(_ movement: SearchFieldMovement, from head: Int) -> Int {
    let count = contents.tokens.count
    if head > count || head == count && (movement == .right || movement == .wordRight) {
      return count + place(movement, from: head - count)
    }
    return switch movement {
    case .left, .wordLeft: max(0, head - 1)
    case .right, .wordRight: head + 1
    case .start: 0
    case .end: contents.end
    }
  }

  /// Where a movement leads within the text.
  private func place(_ movement: SearchFieldMovement, from caret: Int) -> Int {
    let text = Array(contents.text)
    switch movement {
    case .left: return max(0, caret - 1)
    case .right: return min(text.count, caret + 1)
    case .start: return 0
    case .end: return text.count
    case .wordLeft:
      let behind = text[..<caret].lastIndex { $0.isWordCharacter }
      guard let behind else { return 0 }
      return text[..<behind].lastIndex { !$0.isWordCharacter }.map { $0 + 1 } ?? 0
    case .wordRight:
      let first = text[caret...].firstIndex { $0.isWordCharacter }
      guard let first else { return text.count }
      return text[first...].firstIndex { !$0.isWordCharacter } ?? text.count
    }
  }

  mutating func delete(_ movement: SearchFieldMovement) {
    var changed = contents
    if let caret = changed.caret {
      let isLeft = movement == .left || movement == .wordLeft || movement == .start
      if isLeft, changed.text.isEmpty, !changed.tokens.isEmpty {
        return select(token: changed.tokens.count - 1)
      }
      changed.selection.head = changed.tokens.count + place(movement, from: caret)
    }
    _ = changed.removeSelection()
    contents = changed
  }
}

extension Character {
  fileprivate var isWordCharacter: Bool { isLetter || isNumber }
}
