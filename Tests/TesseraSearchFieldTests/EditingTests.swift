import Tessera
import Testing

@testable import TesseraSearchField

/// Typing, deleting, moving, selecting, copying, pasting, undoing.
@Suite("Editing")
struct EditingTests {
  private var field = SearchFieldState(form: SearchTokenForm(facets: ["genre", "cast"]))

  private mutating func apply(_ edits: SearchFieldEdit<SearchToken>...) {
    for edit in edits { field.apply(edit) }
  }

  /// Tokens in brackets, selected ones with a star, the text with the caret or the selection in it.
  private var picture: String {
    let tokens = field.searchText.dropLast().enumerated().map { place, text in
      "[\(text)\(field.selectedTokens.contains(place) ? "*" : "")]"
    }
    var text = Array(field.text).map(String.init)
    if let caret = field.caret {
      text.insert("|", at: caret)
    } else if !field.selectedText.isEmpty {
      text.insert(">", at: field.selectedText.upperBound)
      text.insert("<", at: field.selectedText.lowerBound)
    }
    return tokens.joined() + text.joined()
  }

  @Test("backspace in the empty text first selects, then deletes the last token")
  mutating func backspace() {
    field.searchText = ["a", "b", "x"]
    apply(.delete(.left))
    #expect(picture == "[a][b]|")
    #expect(field.apply(.delete(.left)) == .selection)
    #expect(picture == "[a][b*]")
    apply(.delete(.left))
    #expect(picture == "[a]|")
    apply(.delete(.left), .delete(.left), .delete(.left))
    #expect(picture == "|")
  }

  @Test(
    "with text and the caret at its start, backspace does nothing to tokens",
    arguments: [
      SearchFieldMovement.left, .wordLeft, .start,
    ])
  mutating func backspaceAtStart(_ movement: SearchFieldMovement) {
    field.searchText = ["a", "text"]
    apply(.placeCaret(0))
    let before = field
    #expect(field.apply(.delete(movement)) == [])
    #expect(field == before)
  }

  @Test("deleting goes by character, by word, to the start and to the end")
  mutating func deleting() {
    field.text = "star  wars, epi🇩🇪 IV"
    apply(.delete(.wordLeft))
    #expect(picture == "star  wars, epi🇩🇪 |")
    apply(.delete(.left), .delete(.left))
    #expect(picture == "star  wars, epi|")
    apply(.placeCaret(1), .delete(.right))
    #expect(picture == "s|ar  wars, epi")
    apply(.delete(.wordRight), .delete(.wordRight))
    #expect(picture == "s|, epi")
    apply(.placeCaret(3), .delete(.start))
    #expect(picture == "|epi")
    apply(.delete(.end))
    #expect(picture == "|")
  }

  @Test("arrow keys move over tokens, and a caret never stands before one")
  mutating func arrows() {
    field.searchText = ["a", "b", "xy"]
    var pictures: [String] = []
    for movement: SearchFieldMovement in [
      .left, .left, .left, .left, .left, .right, .right, .right, .right, .right,
    ] {
      apply(.move(movement))
      pictures.append(picture)
    }
    #expect(
      pictures == [
        "[a][b]x|y", "[a][b]|xy", "[a][b*]xy", "[a*][b]xy", "[a*][b]xy", "[a][b*]xy", "[a][b]|xy",
        "[a][b]x|y",
        "[a][b]xy|", "[a][b]xy|",
      ])
    apply(.move(.start))
    #expect(picture == "[a][b]|xy")
    apply(.move(.left), .move(.start))
    #expect(picture == "[a*][b]xy")
    apply(.move(.end))
    #expect(picture == "[a][b]xy|")
  }

  @Test("the shift key extends over characters and tokens, on either side of a token")
  mutating func extending() {
    field.searchText = ["a", "b", "c", "xy"]
    var pictures: [String] = []
    func extend(_ movements: SearchFieldMovement...) {
      for movement in movements {
        field.apply(.move(movement, extending: true))
        pictures.append(picture)
      }
    }
    apply(.placeCaret(1))
    extend(.left, .left, .left, .right, .right, .right)
    #expect(
      pictures == [
        "[a][b][c]<x>y", "[a][b][c*]<x>y", "[a][b*][c*]<x>y", "[a][b][c*]<x>y", "[a][b][c]<x>y",
        "[a][b][c]x|y",
      ])
    pictures = []
    apply(.selectTokens(1..<2))
    extend(.right, .left, .left, .left, .right, .end)
    #expect(
      pictures == [
        "[a][b*][c*]xy", "[a][b*][c]xy", "[a*][b*][c]xy", "[a*][b*][c]xy", "[a][b*][c]xy", "[a][b*][c*]<xy>",
      ])
    apply(.selectAll)
    #expect(picture == "[a*][b*][c*]<xy>")
    apply(.placeCaret(1))
    pictures = []
    extend(.start, .start)
    #expect(pictures == ["[a][b][c]<x>y", "[a*][b*][c*]<x>y"])
  }

  @Test("selected tokens and text are deleted, cut, and replaced by what is typed")
  mutating func selections() {
    field.searchText = ["a", "b", "c", "xy"]
    apply(.selectTokens(0..<2), .cut)
    #expect(picture == "[c]|xy")
    apply(.undo)
    #expect(picture == "[a*][b*][c]xy")
    apply(.delete(.right))
    #expect(picture == "[c]|xy")
    apply(.move(.left), .type("q"))
    #expect(picture == "q|xy")
    apply(.selectText(1..<3), .type("w"))
    #expect(picture == "qw|")
    apply(.selectAll, .delete(.left))
    #expect(picture == "|")
  }

  @Test("what is copied is what pasting brings back")
  mutating func copying() {
    let texts = [#"cast:"Pitt, Brad ""B""""#, "genre:War", "a, b", "\"genre:x\"", "text"]
    field.searchText = texts
    apply(.selectAll)
    #expect(field.copiedText == #"cast:"Pitt, Brad ""B""", genre:War, "a, b", "genre:x", text"#)
    var other = SearchFieldState(form: SearchTokenForm(facets: ["genre", "cast"]))
    other.apply(.paste(field.copiedText))
    #expect(other.searchText == texts)
    apply(.selectTokens(1..<2))
    #expect(field.copiedText == "genre:War,")
    apply(.selectText(1..<3))
    #expect(field.copiedText == "ex")
    apply(.placeCaret(1))
    #expect(field.copiedText == "")
  }

  @Test("a pasted list becomes tokens, without blanks and repeats; its unfinished end is text")
  mutating func pasting() {
    field.searchText = ["a", "xy"]
    apply(.placeCaret(1), .paste("b, a,\n , \"c, d\"\tb, genre:War\nun"))
    #expect(picture == "[a][b][c, d][genre:War]xun|y")
    apply(.undo)
    #expect(picture == "[a]x|y")
    apply(.paste(" one part "))
    #expect(picture == "[a]x one part |y")
    field.searchText = ["a", "b", "c", "text"]
    apply(.selectTokens(1..<2), .paste("p, q,"))
    #expect(picture == "[a][p][q][c]|text")
    apply(.selectAll, .paste("a\nb\n"))
    #expect(picture == "[a][b]|")
  }

  @Test("undo steps by word typed, by run of deletions, by token; redo goes forward again")
  mutating func undo() {
    for character in "star wars iv" { apply(.type(String(character))) }
    apply(.delete(.left), .delete(.left), .submit)
    field.apply(.add(.facet("genre", "War")))
    apply(.removeToken(at: 0))
    var pictures = [picture]
    while field.canUndo {
      apply(.undo)
      pictures.append(picture)
    }
    #expect(
      pictures == [
        "[genre:War]|", "[star wars][genre:War]|", "[star wars]|", "star wars |", "star wars iv|",
        "star wars |",
        "star |", "|",
      ])
    var forward = [picture]
    while field.canRedo {
      apply(.redo)
      forward.append(picture)
    }
    #expect(forward == pictures.reversed())
    apply(.undo, .type("x"))
    #expect(!field.canRedo)
  }

  @Test("moving the caret, leaving the field, or deleting ends the run of typing")
  mutating func runs() {
    apply(
      .focus, .type("a"), .type("b"), .move(.left), .type("c"), .blur, .focus, .type("d"), .delete(.left),
      .type("e"))
    var texts: [String] = [field.text]
    while field.canUndo {
      apply(.undo)
      texts.append(field.text)
    }
    #expect(texts == ["aceb", "acb", "acdb", "acb", "ab", ""])
  }

  @Test("characters are what a person takes for one")
  mutating func characters() {
    apply(.type("e"), .type("\u{301}"), .type("👩"), .type("\u{200D}👧"))
    #expect(field.text == "é👩‍👧" && field.caret == 2)
    apply(.delete(.left))
    #expect(field.text == "é" && field.caret == 1)
    apply(.placeCaret(99), .move(.left), .move(.left), .type("🇩"), .move(.left), .type("🇪"))
    #expect(field.caret == 1)
  }

  @Test("a token from elsewhere leaves the text and the caret alone; its cross takes it away")
  mutating func adding() {
    field.searchText = ["a", "text"]
    apply(.selectText(1..<3), .add(.plain("b")))
    #expect(picture == "[a][b]t<ex>t")
    apply(.add(.plain("b")), .add(.plain(" ")), .removeToken(at: 0))
    #expect(picture == "[b]t<ex>t")
  }
}
