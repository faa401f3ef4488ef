import Tessera

@testable import TesseraSearchField

extension TwinField {
  /// The step before or behind a caret of the text, again and again until the movement is done.
  private func place(_ movement: SearchFieldMovement, _ start: Int) -> Int {
    let characters = characters
    func isWord(_ place: Int) -> Bool { characters[place].isLetter || characters[place].isNumber }
    var place = start
    switch movement {
    case .left: place -= place > 0 ? 1 : 0
    case .right: place += place < characters.count ? 1 : 0
    case .start: place = 0
    case .end: place = characters.count
    case .wordLeft:
      while place > 0, !isWord(place - 1) { place -= 1 }
      while place > 0, isWord(place - 1) { place -= 1 }
    case .wordRight:
      while place < characters.count, !isWord(place) { place += 1 }
      while place < characters.count, isWord(place) { place += 1 }
    }
    return place
  }

  private func isLeft(_ movement: SearchFieldMovement) -> Bool {
    [.left, .wordLeft, .start].contains(movement)
  }

  private mutating func selectToken(_ place: Int) { (now.anchor, now.head) = (place + 1, place) }

  mutating func delete(_ movement: SearchFieldMovement) {
    if isCaret {
      if isLeft(movement), characters.isEmpty, first > 0 { return selectToken(first - 1) }
      now.head = first + place(movement, now.head - first)
    }
    let (tokens, before, after) = around
    put(tokens, before, after)
  }

  mutating func move(_ movement: SearchFieldMovement) {
    let steps = movement == .left || movement == .wordLeft
    if isCaret, now.head == first, steps {
      if first > 0 { selectToken(first - 1) }
    } else if isCaret {
      caret(first + place(movement, now.head - first))
    } else if low < first {
      switch movement {
      case .left, .wordLeft: selectToken(max(0, low - 1))
      case .right, .wordRight: if high < first { selectToken(high) } else { caret(high) }
      case .start: selectToken(0)
      case .end: caret(now.units.count)
      }
    } else if movement == .left || movement == .right {
      caret(movement == .left ? low : high)
    } else {
      caret(first + place(movement, (isLeft(movement) ? low : high) - first))
    }
  }

  mutating func extend(_ movement: SearchFieldMovement) {
    var (anchor, head) = (now.anchor, now.head)
    if high - low == 1, high <= first, anchor < first {
      (anchor, head) = isLeft(movement) ? (high, low) : (low, high)
    }
    if head > first || head == first && !isLeft(movement) {
      head = first + place(movement, head - first)
    } else {
      switch movement {
      case .left, .wordLeft: head = max(0, head - 1)
      case .right, .wordRight: head += 1
      case .start: head = 0
      case .end: head = now.units.count
      }
    }
    if anchor == head, head < first { head += isLeft(movement) ? -1 : 1 }
    if head >= 0 { (now.anchor, now.head) = (anchor, head) }
  }
}
