/// A key, or several at once, as a person presses them.
enum Key: Hashable, Sendable {
  case text(String)
  case control(Character)
  case alt(Character)
  case up, down, left, right, home, end, pageUp, pageDown
  case wordLeft, wordRight
  case shiftLeft, shiftRight, shiftHome, shiftEnd, shiftWordLeft, shiftWordRight
  case enter, tab, backTab, escape, backspace, delete, f1
  case altBackspace
  /// What a terminal with bracketed paste tells from typing.
  case paste(String)
}
