import TestSupport
import Testing

@testable import Tessera

/// The text with brackets around what a trailing text finds in it.
private func marked(_ query: String, _ text: String) -> String {
  marked(text, Highlighter(text: query).ranges(in: text))
}

private func marked(_ text: String, _ ranges: [Range<Int>]) -> String {
  var bytes = Array(text.utf8)
  for range in ranges.reversed() {
    bytes.insert(UInt8(ascii: "]"), at: range.upperBound)
    bytes.insert(UInt8(ascii: "["), at: range.lowerBound)
  }
  return String(decoding: bytes, as: UTF8.self)
}

@Suite("Highlights")
struct HighlightTests {
  /// As they are, byte by byte: to `String`, canonically equivalent texts are equal.
  private func expect(_ query: String, _ marked: String, _ location: SourceLocation = #_sourceLocation) {
    let text = marked.replacing("[", with: "").replacing("]", with: "")
    let found = TesseraTests.marked(query, text)
    #expect(found.utf8.elementsEqual(marked.utf8), "found \(found)", sourceLocation: location)
  }

  @Test("are whole words, and of the word being typed what was typed")
  func wordsAndPrefix() {
    expect("blade ru", "The [Ru]by [Blade] [ru]ns; blades do not")
    expect("blade ru ", "The Ruby [Blade]")
    expect("blade", "[blade], [Blade]s, [BLADE]")
    expect("", "nothing")
    expect("...", "nothing...")
    expect("absent", "nothing")
    expect("blade", "")
    expect("a a", "[a] [a]b")
    expect("1.2", "[1.2]4.3 and 1.3")
  }

  @Test("cover the letters that fold to what was typed")
  func folding() {
    expect("stras", "[Straß]e")
    expect("strass", "[Straß]e")
    expect("strasse ", "Die [Straße]!")
    expect("f", "[ﬁ]ne")
    expect("fin", "[ﬁn]e")
    expect("aes", "[Æs]op")
    expect("i", "[İ]stanbul [ı]şık [I\u{307}]zmir")
    expect("ist", "[İst]anbul")
    expect("tok", "[Ｔｏｋ]ｙｏ")
    expect("x2 ", "[x²]+y²")
    expect("t", "Foo[™]")
    expect("k", "5 [㎏]")
    expect("1 ", "[½] [1]")
  }

  @Test("take marks with their letter, however they are composed")
  func marks() {
    expect("caf", "[caf]é [caf]e\u{301}")
    expect("cafe", "[café] [cafe\u{301}]s")
    expect("cafe ", "[cafe\u{301}].")
    expect("и", "[и] й и\u{306}")
    expect("и\u{306}", "и [й] [и\u{306}]")
    expect("が", "[が]く [か\u{3099}]く かく")
    expect("e", "[e" + String(repeating: "\u{301}", count: 300) + "]f")
  }

  @Test("of Hangul are whole syllables")
  func hangul() {
    expect("하", "[한]글 [하]나 해")
    expect("ㅎ", "[한]글 나")
    expect("한ㄱ", "[한글]")
    expect("한", "[\u{1112}\u{1161}\u{11AB}]\u{1100}\u{1173}\u{11AF}")
    expect("하", "[\u{1112}\u{1161}\u{11AB}]\u{1100}\u{1173}\u{11AF}")
  }

  @Test("of joined forms reach over what joins them")
  func joinedForms() {
    expect("l'or", "[L’Or]age, [Lor]ient")
    expect("lorage ", "[l'orage]")
    expect("orage ", "l'[orage]")
    expect("snake_ca", "[snake]_[ca]se")
    expect("snakec", "[snake_c]ase")
    expect("snakecase ", "[snake_case] [snakecase]")
    expect("u.s.a", "[U.S.A]. [USA]")
    expect("c++", "[C++] and C")
    expect("c ", "[C]++ and [C]")
    expect("salt+pepper ", "[salt]+[pepper]")
  }

  @Test("of Han and kana are pairs, or the one character typed")
  func hanAndKana() {
    expect("東京都", "[東京都]庁")
    expect("東京 ", "[東京]都 京都")
    expect("京", "東[京]都 [京]")
    expect("ﾄｳ", "[トウ]キョウ [ﾄｳ]")
  }

  @Test("are whole emoji")
  func emoji() {
    expect("👍 ", "ok[👍] 👍🏽")
    expect("👍", "ok[👍] [👍🏽]")
    expect("👩", "[👩‍💻]")
    expect("❤ ", "[❤\u{FE0F}]")
    expect("🇩🇪", "🇫🇷[🇩🇪]")
  }

  @Test("reach over characters that vanish")
  func formatCharacters() {
    expect("donau", "[Do\u{AD}nau]\u{AD}dampf")
    expect("donaudampf ", "[Do\u{AD}nau\u{AD}dampf]schiff [Donaudampf]".replacing("schiff", with: ""))
    expect("ab", "[a\u{2060}b]c")
  }

  @Test("of what touches are one, and what widens a character widens a range")
  func touching() {
    expect("ab cd ", "[ab] [cd]")
    expect("한 ab ", "[한ab]")
    expect("a ", "[a\u{1F3FD}] b")
  }

  @Test("of Thai are dictionary words")
  func thai() {
    expect("ภาษาไทย ", "[ภาษาไทย]")
    expect("กำ", "[กำ]ลัง")
    expect("ก", "[กำ]ลัง")
  }

  @Test("a text of one long word or of many marks takes linear time")
  func longWords() {
    let long = String(repeating: "ü", count: 300_000)
    #expect(Highlighter(text: "uuu").ranges(in: long) == [0..<6])
    let flags = String(repeating: "🇩🇪", count: 50_000)
    #expect(Highlighter(text: "🇩🇪 ").ranges(in: flags) == [0..<400_000])
    let marks = "a" + String(repeating: "\u{301}", count: 300_000) + "b"
    #expect(Highlighter(text: "a").ranges(in: marks) == [0..<600_001])
    let parts = String(repeating: "a_b'", count: 50_000) + "c"
    #expect(Highlighter(text: "b ").ranges(in: parts).count == 50_000)
    #expect(Highlighter(text: "b ").snippet(of: parts, length: 100).ranges.count >= 20)
  }
}

@Suite("Highlights of an index")
struct IndexHighlightTests {
  private let directory = try! TemporaryDirectory()

  @Test("fields of a hit come by path, each element by itself, with plain tokens that stand for words")
  func fields() throws {
    let index = try SearchIndex.create(
      at: directory.path + "/i",
      schema: Schema(text: ["title": 4, "cast.name": 1, "year": 1], facets: ["genre"], key: "id"))
    try index.write { writer in
      try writer.add(
        json: #"""
          {"id": "a", "title": "The Ruby Bl\u00e1de", "genre": "Crime", "year": 1997,
           "cast": [{"name": ["Crime Runner", "Ann"]}, {"name": "Ru"}, {"name": null}], "title ": "Ruby"}
          """#)
    }
    let snapshot = try index.snapshot()
    let query = Query(tokens: [.plain("Crime"), .plain("blade"), .facet("genre", "crime")], text: "199 ru")
    func shown(_ query: Query) throws -> [String] {
      let hit = try snapshot.search(Query()).hits[0]
      return try snapshot.highlights(of: query, for: hit).map { "\($0.field): \(marked($0.text, $0.ranges))" }
    }
    #expect(
      try shown(query) == [
        "cast.name: Crime [Ru]nner", "cast.name: Ann", "cast.name: [Ru]", "title: The [Ru]by [Bláde]",
        "year: 1997",
      ])
    #expect(try shown(Query(text: "199")).last == "year: [199]7")
    #expect(try snapshot.highlights(of: query, in: "ruby") == [0..<2])
    #expect(try snapshot.snippet(of: query, in: "ruby", length: 9).text == "ruby")
    #expect(throws: TesseraError.self) {
      try snapshot.highlighter(for: Query(tokens: [.facet("none", "x")]))
    }
    #expect(throws: TesseraError.self) { try snapshot.highlighter(for: query).texts(ofDocument: "[1]") }
    // Where a hit's document was stored, it is the index that is damaged.
    let hit = try snapshot.search(Query()).hits[0]
    let error = snapshot.damage(of: hit, TesseraError(.invalidDocument, "no object"))
    #expect(error.kind == .corrupt && error.file?.hasPrefix(directory.path) == true)
    #expect(error.detail.contains("documents"))
  }
}
