/// The steps that undo goes back and redo goes forward.
///
/// A step is the contents before it. Edits that join a step add nothing: what is typed up to the start of the next
/// word, what is deleted in a row, and all that an input method does until it is done.
struct FieldHistory<Contents: Hashable & Sendable>: Hashable, Sendable {
  /// What kind of edits may join the latest step.
  enum Run: Hashable {
    case typing
    case deleting(SearchFieldMovement)
    case composing
  }

  /// More steps than anybody goes back.
  static var limit: Int { 1000 }

  private(set) var undoable: [Contents] = []
  private(set) var redoable: [Contents] = []
  private var run: Run?

  /// An edit changed `contents` into others.
  mutating func record(_ contents: Contents, run: Run?, startsStep: Bool = false) {
    if startsStep || run == nil || run != self.run {
      undoable.append(contents)
      if undoable.count > Self.limit { undoable.removeFirst() }
    }
    redoable = []
    self.run = run
  }

  /// No further edit joins the latest step.
  mutating func closeStep() { run = nil }

  /// Forgets the latest step, which came to nothing.
  mutating func dropStep() {
    _ = undoable.popLast()
    run = nil
  }

  /// The contents of the step before these; nil where there is none.
  mutating func undo(from contents: Contents) -> Contents? {
    guard let step = undoable.popLast() else { return nil }
    redoable.append(contents)
    run = nil
    return step
  }

  mutating func redo(from contents: Contents) -> Contents? {
    guard let step = redoable.popLast() else { return nil }
    undoable.append(contents)
    run = nil
    return step
  }
}
