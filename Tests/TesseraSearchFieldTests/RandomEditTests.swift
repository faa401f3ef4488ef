import Foundation
import Tessera
import TestSupport
import Testing

@testable import TesseraSearchField

/// Thousands of random sessions with a field, each beside a slow twin that does the same.
@Suite("Random edits")
@MainActor struct RandomEditTests {
  static let seedCount = ProcessInfo.processInfo.environment["TESSERA_SEEDS"].flatMap(Int.init) ?? 2000

  @Test("the field and its slow twin agree behind every edit, and the invariants hold")
  func agreement() throws {
    for seed in 0..<Self.seedCount {
      var session = Session(seed: seed)
      for step in 0..<40 {
        session.step()
        if let fault = session.fault {
          Issue.record("seed \(seed), step \(step): \(fault)\n\(session.log.joined(separator: "\n"))")
          return
        }
      }
    }
  }
}

@MainActor private struct Session {
  private let field: SearchFieldModel<SearchToken>
  private var twin: TwinField
  private var random: SeededGenerator
  private let calls = Calls()
  private(set) var log: [String] = []
  private(set) var fault: String?

  private final class Calls {
    var changes: [SearchFieldChange] = []
  }

  private static let form = TokenForm<SearchToken>.search(
    SearchTokenForm(facets: ["genre"], numbers: ["year"]))
  private static let pieces = [
    "a", "b", "war", " ", "  ", "é", "e\u{301}", "\u{301}", "👩", "\u{200D}", "👧", "🇩", "🇪", ",", "\"", ":",
    "日本",
    "한", "ㅎ", "genre:a", "genre:", "x y", "-",
  ]
  private static let tokens: [SearchToken] = [
    .plain("a"), .plain("b"), .plain("war"), .plain("x, \"y\""), .plain("genre:a"), .plain("12:30"),
    .plain(" "),
    .facet("genre", "a"), .facet("genre", "Film Noir"), .facet("cast", "Brad \"B\" Pitt"),
    .facet("genre", ""),
    .anyOf("genre", ["a", "b|c", ""]), .noneOf("genre", ["a"]), .range("year", 1990...1999),
  ]

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
    field = SearchFieldModel(SearchFieldState(form: Self.form))
    twin = TwinField(form: Self.form)
    let calls = calls
    field.onChange = { calls.changes.append($0) }
  }

  private mutating func chance(_ parts: Int) -> Bool { Int.random(in: 0..<parts, using: &random) == 0 }
  private mutating func text() -> String {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in Self.pieces.randomElement(using: &random)! }
      .joined()
  }
  private mutating func range(_ end: Int) -> Range<Int> {
    let ends = (Int.random(in: -1...end + 1, using: &random), Int.random(in: -1...end + 1, using: &random))
    return min(ends.0, ends.1)..<max(ends.0, ends.1)
  }
  private mutating func someTokens() -> [SearchToken] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.tokens.randomElement(using: &random)! }
  }

  mutating func step() {
    let before = field.state
    calls.changes = []
    if chance(6) { fromOutside() } else { byPerson() }
    check(before)
  }

  private mutating func fromOutside() {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let tokens = someTokens()
      log.append("tokens = \(tokens)")
      field.tokens = tokens
      twin.set(tokens: tokens, text: twin.text)
    case 1:
      let text = text()
      log.append("text = \(text.debugDescription)")
      field.text = text
      twin.set(tokens: twin.tokens, text: text)
    case 2:
      let (tokens, text) = (
        chance(2) ? twin.tokens.shuffled(using: &random) : someTokens(), chance(2) ? twin.text : text()
      )
      log.append("searchText = \(tokens), \(text.debugDescription)")
      field.searchText = tokens.map(Self.form.text) + [text]
      twin.set(tokens: tokens, text: text)
    case 3:
      let isEditing = chance(2)
      log.append("isEditing = \(isEditing)")
      field.isEditing = isEditing
      twin.set(isEditing: isEditing)
    default:
      let list: [SearchFieldSuggestion<SearchToken>] = (0..<Int.random(in: 0...3, using: &random)).map {
        place in
        let start = Int.random(in: 0...6, using: &random)
        return place == 1
          ? .word("warlord", textStart: start < 3 ? nil : start)
          : .token(Self.tokens.randomElement(using: &random)!, value: "War", textStart: start < 3 ? 0 : start)
      }
      log.append("suggestions = \(list)")
      field.suggestions = list
      twin.set(list: list)
    }
    if !calls.changes.isEmpty { fault = "a change from outside called back" }
  }

  private mutating func byPerson() {
    if chance(12) { return paste() }
    let edit = edit()
    log.append("\(edit)")
    field.perform(edit)
    twin.apply(edit)
  }

  private mutating func paste() {
    let parts = someTokens()
    let rest =
      chance(2)
      ? "" : Self.pieces.filter { !",\" ".contains($0) && $0 != "  " }.randomElement(using: &random)!
    // A quote opens behind a colon, so such an end is none here.
    let list = Self.form.list(of: parts, then: rest)
    let edit = SearchFieldEdit<SearchToken>.paste(list)
    log.append("paste \(list.debugDescription)")
    field.perform(edit)
    let tokens = parts.filter { !Self.form.text(of: $0).isBlank }
    twin.apply(edit, pasted: TwinField.Pasted(tokens: tokens, rest: rest))
  }

  private mutating func edit() -> SearchFieldEdit<SearchToken> {
    let movement = SearchFieldMovement.allCases.randomElement(using: &random)!
    switch Int.random(in: 0..<28, using: &random) {
    case 0..<5: return .type(text())
    case 5..<7: return .delete(chance(2) ? .left : movement)
    case 7..<9: return .move(movement, extending: false)
    case 9..<11: return .move(movement, extending: true)
    case 11: return .placeCaret(Int.random(in: -1...twin.characters.count + 1, using: &random))
    case 12: return .selectText(range(twin.characters.count))
    case 13: return .selectTokens(range(twin.first))
    case 14: return chance(2) ? .selectAll : .cut
    case 15..<17: return .compose(chance(4) ? "" : text())
    case 17: return .endComposing
    case 18: return .submit
    case 19:
      return chance(2) ? .acceptSuggestion : .acceptSuggestionAt(Int.random(in: -1...2, using: &random))
    case 20: return .nextSuggestion
    case 21: return .previousSuggestion
    case 22: return chance(3) ? .cancel : .escape
    case 23:
      return .add(Self.tokens.filter { !Self.form.text(of: $0).isBlank }.randomElement(using: &random)!)
    case 24: return .removeToken(at: Int.random(in: -1...twin.first, using: &random))
    case 25: return chance(3) ? .blur : .focus
    case 26: return .redo
    default: return .undo
    }
  }

  private mutating func check(_ before: SearchFieldState<SearchToken>) {
    let state = field.state
    func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
      if !condition, fault == nil { fault = what() }
    }
    // The twin.
    expect(state.tokens == twin.tokens, "tokens \(state.tokens), twin \(twin.tokens)")
    expect(state.text == twin.text, "text \(state.text), twin \(twin.text)")
    let selection = (state.selection.anchor, state.selection.head)
    expect(selection == (twin.now.anchor, twin.now.head), "selection \(selection), twin \(twin.now)")
    expect(state.isEditing == twin.isEditing, "isEditing \(state.isEditing)")
    expect(state.isComposing == (twin.marked != nil), "isComposing \(state.isComposing)")
    expect(
      state.selectedSuggestion == twin.selected,
      "selected \(state.selectedSuggestion as Any), twin \(twin.selected as Any)")
    expect(state.areSuggestionsOpen == twin.isListOpen, "open \(state.areSuggestionsOpen)")
    expect(
      state.canUndo == twin.canUndo && state.canRedo == twin.canRedo,
      "canUndo \(state.canUndo), canRedo \(state.canRedo)")
    // Invariants.
    let end = state.tokens.count + state.text.count
    expect(0...end ~= selection.0 && 0...end ~= selection.1, "selection out of range")
    expect(state.caret.map { 0...state.text.count ~= $0 } ?? true, "a caret before a token")
    expect(state.markedText.map { $0.upperBound <= state.text.count } ?? true, "marked text out of range")
    let texts = state.tokens.map(Self.form.text)
    expect(Set(texts).count == texts.count, "repeated tokens")
    expect(!texts.contains(where: \.isBlank), "a blank token")
    let isSame = before.tokens == state.tokens && before.text == state.text
    expect(
      isSame == (before.revision == state.revision), "revision \(before.revision), then \(state.revision)")
    expect(calls.changes.count <= 1, "several calls")
    if let change = calls.changes.first {
      expect(change.contains(.contents) == !isSame, "called for \(change)")
      expect(change.contains(.editing) == (before.isEditing != state.isEditing), "called for \(change)")
    } else if !log.last!.contains(" = ") {
      expect(before.selection == state.selection && isSame, "nobody called")
      expect(before.markedText == state.markedText, "nobody called for the marked text")
      expect(before.selectedSuggestion == state.selectedSuggestion, "nobody called for the list")
      expect(before.areSuggestionsOpen == state.areSuggestionsOpen, "nobody called for the list")
    }
    // Round trips.
    var copy = state
    copy.searchText = state.searchText
    expect(copy == state, "setting what is there changes the state")
    var other = SearchFieldState(form: Self.form)
    other.searchText = state.searchText
    expect(
      other.tokens == state.tokens && other.text == state.text, "searchText is lossy: \(state.searchText)")
    if state.canUndo {
      copy.apply(.undo)
      copy.apply(.redo)
      expect(copy.contents == state.contents, "undo and redo lead elsewhere: \(copy.contents)")
    }
  }
}
