import Tessera
import Testing

@testable import TesseraSearchField

/// What is set from outside.
@Suite("Bindings of the state")
struct BindingTests {
  private var field = SearchFieldState(form: SearchTokenForm(facets: ["genre"]))

  @Test("searchText is the tokens, then the text, and never empty")
  mutating func searchText() {
    #expect(field.searchText == [""])
    field.searchText = ["comedy", "genre:War", "blade ru"]
    #expect(field.tokens == [.plain("comedy"), .facet("genre", "War")])
    #expect(field.text == "blade ru")
    #expect(field.query == Query(tokens: [.plain("comedy"), .facet("genre", "War")], text: "blade ru"))
    #expect(field.searchText == ["comedy", "genre:War", "blade ru"])
    field.searchText = []
    #expect(field.searchText == [""])
  }

  @Test("it makes, keeps, moves and removes tokens; blanks and repeats are none")
  mutating func changes() {
    field.searchText = ["a", "b", "c", ""]
    field.searchText = ["c", " ", "d", "a", "c", "", "x"]
    #expect(field.searchText == ["c", "d", "a", "x"])
    field.tokens = [.plain("d"), .facet("genre", " "), .plain(""), .plain("d")]
    #expect(field.searchText == ["d", "x"])
  }

  @Test("equal values change nothing: not the revision, the caret, a composition or what can be undone")
  mutating func equalValues() {
    field.apply(.focus)
    field.apply(.add(.plain("a")))
    field.apply(.type("drama"))
    field.apply(.placeCaret(2))
    field.apply(.compose("x"))
    let before = field
    field.searchText = ["a", "drxama"]
    field.searchText = [" a ", "a", " ", "drxama"]
    field.tokens = [.plain("a"), .plain("a")]
    field.text = "drxama"
    field.isEditing = true
    field.suggestions = []
    #expect(field == before)
  }

  @Test("the revision changes with tokens or text, and with nothing else")
  mutating func revision() {
    for edit: SearchFieldEdit<SearchToken> in [
      .type("a"), .submit, .add(.plain("b")), .removeToken(at: 0), .paste("c"), .undo, .redo, .compose("x"),
      .cancel,
    ] {
      let before = field.revision
      field.apply(edit)
      #expect(field.revision == before + 1, "\(edit)")
    }
    let empty = field.revision
    field.searchText = ["a", "b", "text"]
    #expect(field.revision == empty + 1)
    for edit: SearchFieldEdit<SearchToken> in [
      .focus, .move(.left), .selectAll, .placeCaret(1), .selectTokens(0..<1), .add(.plain("b")),
      .removeToken(at: 7),
      .nextSuggestion, .escape, .blur, .paste("a,"), .compose(""), .endComposing,
    ] {
      if edit == .paste("a,") { field.apply(.placeCaret(0)) }
      field.suggestions = [.word("texts")]
      field.apply(edit)
      #expect(field.revision == empty + 1, "\(edit)")
    }
  }

  @Test("the caret stays in the text when tokens change, and goes to the end of a text from outside")
  mutating func caret() {
    field.searchText = ["a", "text"]
    #expect(field.caret == 4)
    field.apply(.selectText(1..<3))
    field.tokens = []
    #expect(field.selectedText == 1..<3)
    field.tokens = [.plain("b"), .plain("c")]
    #expect(field.selectedText == 1..<3 && field.selectedTokens.isEmpty)
    field.apply(.selectTokens(0..<2))
    field.tokens = [.plain("c")]
    #expect(field.caret == 4)
    field.text = "other text"
    #expect(field.caret == 10)
  }

  @Test("undo does not go back beyond a change from outside")
  mutating func undo() {
    field.apply(.type("a"))
    field.text = "b"
    #expect(!field.canUndo)
    field.apply(.type("c"))
    field.apply(.undo)
    #expect(field.text == "b")
    field.apply(.undo)
    #expect(field.text == "b")
  }

  @Test("editing begins and ends by the person or by the binding, and changes neither tokens nor text")
  mutating func editing() {
    #expect(field.apply(.focus) == .editing)
    #expect(field.isEditing)
    #expect(field.apply(.focus) == [])
    field.isEditing = true
    field.apply(.type("dra"))
    let revision = field.revision
    #expect(field.apply(.blur) == .editing)
    #expect(field.apply(.blur) == [])
    #expect(!field.isEditing && field.searchText == ["dra"])
    field.isEditing = true
    field.isEditing = false
    #expect(field.searchText == ["dra"] && field.revision == revision)
    #expect(field.caret == 3)
  }

  @Test("the title shows while the field is empty")
  mutating func title() {
    field.title = "Films"
    #expect(field.isEmpty)
    field.apply(.type(" "))
    #expect(!field.isEmpty)
    field.searchText = ["a", ""]
    #expect(!field.isEmpty && field.title == "Films")
  }
}
