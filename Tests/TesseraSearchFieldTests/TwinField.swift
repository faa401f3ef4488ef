import Tessera

@testable import TesseraSearchField

/// The search field once more, as slow and as plain as it can be said: every edit is a walk over one row of units,
/// and undo is a row of all steps.
struct TwinField {
  enum Unit: Equatable {
    case token(SearchToken)
    case character(Character)
  }

  struct Contents: Equatable {
    var units: [Unit] = []
    var anchor = 0
    var head = 0
  }

  /// What a pasted list is known to consist of, as it was put together.
  struct Pasted {
    var tokens: [SearchToken]
    var rest: String
  }

  let form: TokenForm<SearchToken>
  var now = Contents()
  var marked: (before: String, mark: String, after: String)?
  var isEditing = false
  var isClosed = false
  var list: [SearchFieldSuggestion<SearchToken>] = []
  var selected: Int?
  private var steps = [Contents()]
  private var step = 0
  private var open = ""

  init(form: TokenForm<SearchToken>) { self.form = form }

  var tokens: [SearchToken] {
    now.units.compactMap { if case .token(let token) = $0 { token } else { nil } }
  }
  var characters: [Character] {
    now.units.compactMap { if case .character(let character) = $0 { character } else { nil } }
  }
  var text: String { String(characters) }
  var first: Int { tokens.count }
  var isListOpen: Bool { isEditing && !isClosed && !list.isEmpty }
  var canUndo: Bool { marked == nil && step > 0 }
  var canRedo: Bool { marked == nil && step + 1 < steps.count }

  var low: Int { min(now.anchor, now.head) }
  var high: Int { max(now.anchor, now.head) }
  var isCaret: Bool { low == high }

  mutating func put(_ tokens: [SearchToken], _ before: String, _ after: String) {
    now.units = tokens.map { .token($0) } + (before + after).map { .character($0) }
    caret(tokens.count + before.count)
  }

  mutating func caret(_ place: Int) { (now.anchor, now.head) = (place, place) }

  func part(_ range: Range<Int>) -> String {
    String(range.compactMap { if case .character(let character) = now.units[$0] { character } else { nil } })
  }

  var around: (tokens: [SearchToken], before: String, after: String) {
    var kept: [SearchToken] = []
    for (place, unit) in now.units.enumerated() where place < low || place >= high {
      if case .token(let token) = unit { kept.append(token) }
    }
    return (kept, part(0..<low), part(high..<now.units.count))
  }

  private mutating func add(_ token: SearchToken) {
    let (text, place) = (self.text, max(0, now.head - first))
    let start = max(0, now.anchor - first)
    guard !tokens.contains(where: { form.text(of: $0) == form.text(of: token) }) else { return }
    put(tokens + [token], text, "")
    (now.anchor, now.head) = (first + min(start, place), first + max(start, place))
  }

  // MARK: edits

  mutating func apply(_ edit: SearchFieldEdit<SearchToken>, pasted: Pasted? = nil) {
    let before = now
    var kind = ""
    var joins = true
    let wasMarked = marked != nil
    if wasMarked {
      switch edit {
      case .delete, .move, .undo, .redo, .submit, .acceptSuggestion, .nextSuggestion, .previousSuggestion,
        .escape:
        return
      case .type, .compose, .focus: kind = "compose"
      default: finishMarking()
      }
    }
    switch edit {
    case .type(let text):
      if let (before, _, after) = marked {
        put(tokens, before + text, after)
        marked = nil
      } else {
        kind = "type"
        let startsWord =
          isCaret && low > first && part(low - 1..<low).allSatisfy(\.isWhitespace)
          && text.first?.isWhitespace == false
        joins = isCaret && !startsWord
        let (tokens, before, after) = around
        put(tokens, before + text, after)
      }
    case .compose(let text):
      guard wasMarked || !text.isEmpty else { return }
      joins = wasMarked || isCaret
      kind = "compose"
      let rest = around
      let (before, after) = marked.map { ($0.before, $0.after) } ?? (rest.before, rest.after)
      put(wasMarked ? tokens : rest.tokens, before + text, after)
      marked = text.isEmpty ? nil : (before, text, after)
    case .endComposing: break
    case .delete(let movement):
      kind = "delete \(movement)"
      joins = isCaret
      delete(movement)
    case .move(let movement, let extending): extending ? extend(movement) : move(movement)
    case .placeCaret(let place): caret(first + min(max(place, 0), characters.count))
    case .selectText(let range):
      (now.anchor, now.head) = (
        first + min(max(range.lowerBound, 0), characters.count),
        first + min(max(range.upperBound, 0), characters.count)
      )
    case .selectTokens(let range):
      let ends = (min(max(range.lowerBound, 0), first), min(max(range.upperBound, 0), first))
      if ends.0 == ends.1 { caret(first) } else { (now.anchor, now.head) = ends }
    case .selectAll: (now.anchor, now.head) = (0, now.units.count)
    case .cut:
      let (tokens, before, after) = around
      put(tokens, before, after)
    case .paste:
      let pasted = pasted!
      let isAmongTokens = low < first
      let (rest, before, after) = around
      var tokens = rest
      var place = isAmongTokens ? low : tokens.count
      for token in pasted.tokens where !tokens.contains(where: { form.text(of: $0) == form.text(of: token) })
      {
        tokens.insert(token, at: place)
        place += 1
      }
      put(tokens, before + pasted.rest, after)
    case .submit: submit()
    case .acceptSuggestion: if let selected { accept(selected) }
    case .acceptSuggestionAt(let place): if list.indices.contains(place) { accept(place) }
    case .nextSuggestion, .previousSuggestion: walk(forward: edit == .nextSuggestion)
    case .escape: if isListOpen { close() } else { cancel() }
    case .cancel: cancel()
    case .add(let token): add(token)
    case .removeToken(let place):
      if (0..<first).contains(place) {
        let (start, end) = (max(0, low - first), max(0, high - first))
        now.units.remove(at: place)
        (now.anchor, now.head) = (first + start, first + end)
      }
    case .focus:
      if !isEditing { isClosed = false }
      isEditing = true
    case .blur: if isEditing { blur() }
    case .undo, .redo:
      let next = step + (edit == .undo ? -1 : 1)
      if steps.indices.contains(next) {
        steps[step] = now
        step = next
        now = steps[step]
        open = ""
      }
    }
    if now.units != before.units {
      selected = nil
      isClosed = false
      if edit != .undo && edit != .redo { record(before, kind: kind, joins: joins) }
    } else if now != before {
      open = ""
    }
    if wasMarked, marked == nil { finishMarking() }
  }

  private mutating func record(_ before: Contents, kind: String, joins: Bool) {
    steps.removeSubrange((step + 1)...)
    if !(joins && !kind.isEmpty && kind == open) {
      steps[step] = before
      steps.append(now)
      step += 1
    }
    steps[step] = now
    open = kind
  }

  private mutating func finishMarking() {
    marked = nil
    open = ""
    if step > 0, steps[step - 1].units == now.units {
      steps.remove(at: step)
      step -= 1
    }
  }

  // MARK: tokens and suggestions

  private mutating func commit(_ token: SearchToken, behind bytes: Int = 0) {
    let written = form.text(of: token)
    let isNew = !written.isBlank && !tokens.contains { form.text(of: $0) == written }
    put(isNew ? tokens + [token] : tokens, start(of: text, bytes), "")
  }

  private func start(of text: String, _ bytes: Int) -> String {
    String(decoding: Array(text.utf8)[..<min(bytes, text.utf8.count)], as: UTF8.self)
  }

  private mutating func submit() {
    if let selected { return accept(selected) }
    let typed = text.trimmed
    if typed.isEmpty { return }
    let named = isClosed ? nil : list.first { $0.isNamed(by: typed, form: form) }
    if let token = named?.token ?? form.token(from: typed) { commit(token) }
  }

  private mutating func accept(_ place: Int) {
    switch list[place] {
    case .token(let token, _, _, _, let bytes): commit(token, behind: bytes)
    case .word(let word, _, let bytes?): put(tokens, start(of: text, bytes) + word + " ", "")
    case .word(let word, _, nil):
      put(tokens, SearchFieldSuggestion<SearchToken>.completed(text, with: word), "")
    }
  }

  private mutating func walk(forward: Bool) {
    if !isEditing || list.isEmpty { return }
    if isClosed {
      selected = forward ? 0 : list.count - 1
    } else if forward {
      selected = selected == nil ? 0 : selected! + 1 < list.count ? selected! + 1 : nil
    } else {
      selected = selected == nil ? list.count - 1 : selected! > 0 ? selected! - 1 : nil
    }
    isClosed = false
  }

  private mutating func close() { (isClosed, selected) = (true, nil) }

  private mutating func cancel() {
    now = Contents()
    (list, selected, isClosed) = ([], nil, false)
  }

  private mutating func blur() {
    isEditing = false
    close()
    open = ""
    if low < first { caret(now.units.count) }
  }

  // MARK: from outside

  mutating func set(tokens new: [SearchToken], text newText: String) {
    var unique: [SearchToken] = []
    for token in new
    where !form.text(of: token).isBlank
      && !unique.contains(where: { form.text(of: $0) == form.text(of: token) })
    {
      unique.append(token)
    }
    if unique == tokens, newText == text { return }
    if newText != text {
      marked = nil
      put(unique, newText, "")
    } else {
      let old = (now.anchor - first, now.head - first, low >= first)
      put(unique, newText, "")
      if old.2 { (now.anchor, now.head) = (first + old.0, first + old.1) }
    }
    (selected, isClosed, open, steps, step) = (nil, false, "", [now], 0)
  }

  mutating func set(list new: [SearchFieldSuggestion<SearchToken>]) {
    let id = selected.map { list[$0].id }
    list = new
    selected = id.flatMap { id in new.firstIndex { $0.id == id } }
  }

  mutating func set(isEditing new: Bool) {
    if new == isEditing { return }
    if new {
      (isEditing, isClosed) = (true, false)
    } else {
      if marked != nil { finishMarking() }
      blur()
    }
  }
}
