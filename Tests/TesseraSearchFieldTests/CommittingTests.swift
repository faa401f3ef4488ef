import Tessera
import Testing

@testable import TesseraSearchField

/// Submitting, cancelling, suggestions and input methods.
@Suite("Committing")
struct CommittingTests {
  private var field = SearchFieldState(form: SearchTokenForm(facets: ["genre", "cast"]))
  private static let pitt = SearchToken.facet("cast", "Brad Pitt")
  private static let suggestions: [SearchFieldSuggestion<SearchToken>] = [
    .token(pitt, field: "cast", value: "Brad Pitt", count: 12),
    .token(.facet("genre", "War"), field: "genre", value: "War", count: 3),
    .word("pitch", count: 2),
  ]

  init() { field.apply(.focus) }

  @Test(
    "submit makes a token of the text, trimmed, then the text is empty and there is something new to search")
  mutating func submit() {
    field.apply(.type("  star wars "))
    let revision = field.revision
    #expect(field.apply(.submit) == [.contents, .selection, .submission])
    #expect(field.searchText == ["star wars", ""] && field.revision != revision)
    #expect(field.caret == 0)
    field.apply(.type("cast:Brad Pitt"))
    field.apply(.submit)
    #expect(field.tokens.last == Self.pitt)
  }

  @Test("a blank is never committed, a repeat adds none", arguments: ["", " ", "\n\t", "genre:\"\"", "\"\""])
  mutating func blanks(_ text: String) {
    field.apply(.type(text))
    field.apply(.submit)
    #expect(field.searchText == [text])
    field.searchText = ["a", "a"]
    field.apply(.submit)
    #expect(field.searchText == ["a", ""])
  }

  @Test("a suggestion goes before the text: the selected one, or one that the text names exactly")
  mutating func suggestionFirst() {
    field.apply(.type("pit"))
    field.suggestions = Self.suggestions
    field.apply(.nextSuggestion)
    #expect(field.selectedSuggestion == 0)
    field.apply(.submit)
    #expect(field.searchText == [#"cast:"Brad Pitt""#, ""])
    for name in ["war", " War", "genre:war", "GENRE:WAR"] {
      field.searchText = [name]
      field.suggestions = Self.suggestions
      field.apply(.submit)
      #expect(field.tokens == [.facet("genre", "War")])
    }
    field.searchText = ["war"]
    field.suggestions = Self.suggestions
    field.apply(.escape)
    field.apply(.submit)
    #expect(field.tokens == [.plain("war")], "a closed list offers nothing")
  }

  @Test("arrow keys walk the list, over a place where none is selected")
  mutating func walk() {
    field.suggestions = Self.suggestions
    var places: [Int?] = []
    for edit: SearchFieldEdit<SearchToken> in [
      .nextSuggestion, .nextSuggestion, .nextSuggestion, .nextSuggestion, .nextSuggestion,
      .previousSuggestion,
      .previousSuggestion,
    ] {
      #expect(field.apply(edit) == .suggestions)
      places.append(field.selectedSuggestion)
    }
    #expect(places == [0, 1, 2, nil, 0, nil, 2])
  }

  @Test("tab accepts what is selected; without a selection the key is the host's")
  mutating func tab() {
    field.apply(.type("in the pit"))
    field.suggestions = Self.suggestions
    #expect(field.apply(.acceptSuggestion) == [])
    field.apply(.previousSuggestion)
    let change = field.apply(.acceptSuggestion)
    #expect(change.contains(.submission))
    #expect(field.searchText == ["in the pitch "], "a word completes the last one and closes it")
    field.suggestions = Self.suggestions
    field.apply(.acceptSuggestionAt(1))
    #expect(field.searchText == ["genre:War", ""])
  }

  @Test("words before the part of the text that a suggestion takes the place of stay")
  mutating func wordsBefore() {
    field.apply(.type("détective brad p"))
    field.suggestions = [
      .token(Self.pitt, field: "cast", value: "Brad Pitt", textStart: 11), .word("Pitch", textStart: 16),
    ]
    let before = field
    field.apply(.acceptSuggestionAt(0))
    #expect(field.searchText == [#"cast:"Brad Pitt""#, "détective "] && field.caret == 10)
    field.apply(.undo)
    #expect(field.searchText == before.searchText, "in one step")
    field.suggestions = before.suggestions
    field.apply(.acceptSuggestionAt(1))
    #expect(field.text == "détective brad Pitch ")
    field.text = "brad"
    field.suggestions = before.suggestions
    field.apply(.acceptSuggestionAt(0))
    #expect(field.text == "brad", "a list for a longer text takes nothing of it")
  }

  @Test("a range is named with either dash", arguments: ["1990–1999", "1990-1999", "year:1990-1999"])
  mutating func dashes(_ text: String) {
    let nineties = SearchToken.range("year", 1990...1999)
    field.suggestions = [.token(nineties, field: "year", value: "1990–1999")]
    field.apply(.type(text))
    field.suggestions = [.token(nineties, field: "year", value: "1990–1999")]
    field.apply(.submit)
    #expect(field.tokens == [nineties])
  }

  @Test(
    "a word replaces what was typed of it",
    arguments: [
      ("pit", "pitch", "pitch "), ("the PIT", "pitch", "the pitch "), ("l'orag", "orage", "l'orage "),
      ("c+", "c++", "c++ "), ("1.2", "1.24.3", "1.24.3 "), ("le café n", "noir", "le café noir "),
      ("un cafe", "café", "un café "), ("", "war", "war "), ("war ", "film", "war film "),
    ])
  func completions(_ text: String, word: String, completed: String) {
    #expect(SearchFieldSuggestion<SearchToken>.completed(text, with: word) == completed)
  }

  @Test("escape closes the list, a second one cancels")
  mutating func escape() {
    field.apply(.type("pit"))
    field.suggestions = Self.suggestions
    #expect(field.areSuggestionsOpen)
    field.apply(.nextSuggestion)
    #expect(field.apply(.escape) == .suggestions)
    #expect(!field.areSuggestionsOpen && field.selectedSuggestion == nil && field.text == "pit")
    field.suggestions = Array(Self.suggestions.dropLast())
    #expect(!field.areSuggestionsOpen, "new suggestions do not open a closed list")
    field.apply(.nextSuggestion)
    #expect(field.areSuggestionsOpen && field.selectedSuggestion == 0, "the arrow down does")
    field.apply(.escape)
    field.apply(.type("t"))
    #expect(field.areSuggestionsOpen, "so does typing")
    field.apply(.escape)
    field.apply(.escape)
    #expect(field.isEmpty && field.suggestions.isEmpty)
  }

  @Test("cancel clears tokens, text and suggestions, in one step, and editing goes on")
  mutating func cancel() {
    field.searchText = ["a", "b", "text"]
    field.suggestions = Self.suggestions
    field.apply(.cancel)
    #expect(field.searchText == [""] && field.suggestions.isEmpty && field.isEditing)
    field.apply(.undo)
    #expect(field.searchText == ["a", "b", "text"])
  }

  @Test(
    "suggestions of an earlier revision are dropped; a selected one stays selected as long as it is there")
  mutating func offers() {
    field.apply(.type("p"))
    let old = field.revision
    field.apply(.type("i"))
    let takesOld = field.offer(Self.suggestions, for: old)
    #expect(!takesOld && field.suggestions.isEmpty)
    let takesNew = field.offer(Self.suggestions, for: field.revision)
    #expect(takesNew && field.suggestions == Self.suggestions)
    field.apply(.nextSuggestion)
    field.offer(
      [Self.suggestions[1], .token(Self.pitt, field: "cast", value: "Brad Pitt", count: 11)],
      for: field.revision)
    #expect(field.selectedSuggestion == 1)
    field.suggestions = [Self.suggestions[1]]
    #expect(field.selectedSuggestion == nil)
  }

  @Test("losing the focus neither makes a token nor drops text, not even marked text")
  mutating func blur() {
    field.apply(.add(.plain("a")))
    field.apply(.type("dra"))
    field.apply(.compose("ま"))
    field.suggestions = Self.suggestions
    field.apply(.nextSuggestion)
    field.apply(.blur)
    #expect(field.searchText == ["a", "draま"])
    #expect(!field.isComposing && !field.areSuggestionsOpen && field.selectedSuggestion == nil)
  }

  @Test("while an input method composes, keys are its own")
  mutating func composing() {
    field.apply(.type("ab"))
    field.apply(.placeCaret(1))
    field.apply(.compose("に"))
    #expect(field.text == "aにb" && field.markedText == 1..<2 && field.caret == 2)
    field.apply(.compose("にほん"))
    #expect(field.text == "aにほんb" && field.markedText == 1..<4)
    field.suggestions = Self.suggestions
    let before = field
    for edit: SearchFieldEdit<SearchToken> in [
      .submit, .acceptSuggestion, .nextSuggestion, .previousSuggestion, .escape, .delete(.left), .move(.left),
      .undo,
      .redo,
    ] {
      #expect(field.apply(edit) == [])
      #expect(field == before, "\(edit)")
    }
    field.apply(.type("日本"))
    #expect(field.text == "a日本b" && !field.isComposing && field.caret == 3)
    field.apply(.submit)
    #expect(field.searchText == ["a日本b", ""])
  }

  @Test("a composition is one step, and none when it is given up")
  mutating func composingAndUndo() {
    field.apply(.type("a"))
    for marked in ["n", "に", "にほ"] { field.apply(.compose(marked)) }
    field.apply(.type("二歩"))
    field.apply(.undo)
    #expect(field.text == "a")
    field.apply(.redo)
    #expect(field.text == "a二歩")
    field.apply(.compose("x"))
    field.apply(.compose(""))
    #expect(field.text == "a二歩" && !field.isComposing)
    field.apply(.undo)
    #expect(field.text == "a")
    field.apply(.compose("x"))
    field.apply(.endComposing)
    #expect(field.text == "ax" && !field.isComposing)
    field.apply(.compose("ㅎ"))
    field.apply(.acceptSuggestionAt(0))
    #expect(field.text == "axㅎ", "a click first leaves the marked text as it is")
  }
}
