import Testing

@testable import TesseraBrowser

@Suite("Glyphs and lines of them")
struct GlyphTests {
  private func columns(_ text: String) -> [Int] { Glyph.glyphs(of: text).map(\.columns) }

  @Test("a wide character takes two columns, a mark none, and joined ones are shown apart")
  func widths() {
    #expect(columns("ab") == [1, 1])
    #expect(columns("東京") == [2, 2])
    #expect(columns("e\u{301}e") == [1, 1])
    #expect(columns("👩‍👧") == [2, 2])
    #expect(columns("👍🏽") == [2])
    #expect(columns("❤️") == [1])
    #expect(columns("한") == [2])
    #expect(columns("\u{1112}\u{1161}\u{11AB}") == [2])
  }

  @Test("nothing moves the cursor or turns the text")
  func harmless() {
    #expect(StyledText("a\u{1B}[2Jb\nc\td").plainText == "a [2Jb c d")
    #expect(StyledText("a\u{202E}b\u{200D}c\u{AD}d").plainText == "abcd")
    #expect(Glyph.glyphs(of: "\u{301}").map(\.base) == [" "])
    let unknown = Glyph.glyphs(of: "\u{E000}\u{0378}").map(\.base.value)
    #expect(unknown.allSatisfy { $0 == 0xFFFD || $0 == 0xE000 })
    #expect(Glyph.glyphs(of: "x" + String(repeating: "\u{301}", count: 9))[0].scalars.count == 5)
  }

  @Test("a line is cut with an ellipsis, never in the middle of a wide character")
  func fitting() {
    #expect(StyledText("abcdef").fitted(to: 6).plainText == "abcdef")
    #expect(StyledText("abcdef").fitted(to: 5).plainText == "abcd…")
    #expect(StyledText("東京物語").fitted(to: 6).plainText == "東京…")
    #expect(StyledText("abc").fitted(to: 0).plainText == "")
    #expect(StyledText("ab").padded(to: 4, right: true).plainText == "  ab")
  }

  @Test("a text is broken between words, and within what is wider than a line")
  func wrapping() {
    #expect(StyledText("one two three").wrapped(to: 8).map(\.plainText) == ["one two", "three"])
    #expect(StyledText("onetwothree").wrapped(to: 4).map(\.plainText) == ["onet", "woth", "ree"])
    #expect(StyledText("東京物語").wrapped(to: 5).map(\.plainText) == ["東京", "物語"])
    #expect(StyledText("one two three").wrapped(to: 4, limit: 2).map(\.plainText) == ["one", "two…"])
    #expect(StyledText("abc  ").wrapped(to: 3).map(\.plainText) == ["abc"])
    #expect(StyledText("").wrapped(to: 3).map(\.plainText) == [""])
  }

  @Test("every second piece is in the style of what was found")
  func marking() {
    let text = StyledText(pieces: ["", "Café", " noir"])
    #expect(text.cells.map { $0.style == .match } == (0..<9).map { $0 < 4 })
  }
}

extension StyledText {
  var plainText: String {
    String(String.UnicodeScalarView(cells.flatMap(\.glyph.scalars)))
  }
}
