import Tessera
import Testing

@testable import TesseraBrowser

/// What keys do, seen on the screen.
@Suite("Browsing")
struct BrowsingTests {
  @Test("each letter finds, and a word is accepted from the list")
  func typing() throws {
    let session = try TestSession()
    #expect(session.shows("5 documents"))
    session.type("bla")
    #expect(session.lines()[5].contains("Blade"))
    session.press(.escape)
    #expect(session.shows("2 documents") && session.shows("Blade of Ruin") && !session.shows("Tokyo"))
    session.press(.down, .enter)
    #expect(session.state.field.text == "Blade ")
  }

  @Test("a value is accepted as a token, and the words before it stay")
  func acceptingTokens() throws {
    let session = try TestSession()
    session.type("blade dr")
    let place = try #require(
      session.state.field.suggestions.firstIndex { $0.token == .facet("genre", "Drama") })
    for _ in 0...place { session.press(.down) }
    session.press(.tab)
    #expect(session.state.field.tokens == [.facet("genre", "Drama")])
    #expect(session.state.field.text == "blade ")
    #expect(session.shows("▐genre: Drama▌ blade") && session.shows("1 document"))
    session.press(.control("z"))
    #expect(session.state.field.text == "blade dr" && session.state.field.tokens.isEmpty)
  }

  @Test("in the empty text, values are offered when they are asked for, and not before")
  func valuesForEmptyText() throws {
    let session = try TestSession()
    #expect(!session.state.field.areSuggestionsOpen && session.shows("↓ values"))
    session.press(.down)
    #expect(session.state.field.selectedSuggestion == 0 && session.lines()[5].contains("Drama"))
    session.press(.escape)
    #expect(!session.state.field.areSuggestionsOpen)
    session.press(.down, .enter)
    #expect(session.state.field.tokens == [.facet("genre", "Drama")] && session.shows("3 documents"))
    // Behind a token too, within it, and again only when asked.
    #expect(!session.state.field.areSuggestionsOpen)
    session.press(.down)
    let values = session.state.field.suggestions.compactMap(\.token)
    #expect(values.contains(.facet("country", "Italy")) && !values.contains(.facet("country", "France")))
    session.press(.tab)
    #expect(session.state.field.tokens.count == 2)
    // Who types and takes it back is where they were; who goes to the hits comes back to a closed list.
    session.type("x")
    session.press(.backspace)
    #expect(!session.state.field.areSuggestionsOpen)
    session.press(.down, .up, .enter)
    #expect(session.state.pane == .hits)
    session.press(.up)
    #expect(session.state.pane == .field && !session.state.field.areSuggestionsOpen)
    // Where there is nothing to offer, the key goes to the hits.
    let bare = try TestSession(schema: Schema(text: ["title": 4], key: "id"))
    bare.press(.down)
    #expect(bare.state.pane == .hits)
  }

  @Test("dates are offered and shown as such")
  func dates() throws {
    let session = try TestSession(
      [
        #"{"id":"m1","title":"a","released":"2024-05-17"}"#,
        #"{"id":"m2","title":"a","released":"2019-01-01"}"#,
      ],
      schema: Schema(text: ["title": 1], numbers: ["released"], key: "id"))
    session.type("2024-0")
    session.press(.down, .tab)
    #expect(session.shows("▐released: 2024-05▌") && session.shows("1 document"))
    #expect(session.state.field.searchText == ["released:2024-05-01T00:00Z..2024-05-31T23:59:59.999Z", ""])
    session.press(.backspace, .backspace)
    session.type("released:2019")
    session.press(.escape, .enter)
    #expect(session.shows("▐released: 2019▌") && session.shows("1 document"))
  }

  @Test("backspace in the empty text selects the last token, then deletes it")
  func deletingTokens() throws {
    let session = try TestSession()
    session.type("genre:Drama")
    session.press(.enter)
    #expect(session.shows("3 documents"))
    #expect(session.screen().cursor != nil)
    session.press(.backspace)
    #expect(session.state.field.selectedTokens == 0..<1)
    #expect(session.screen().cursor == nil)
    session.press(.backspace)
    #expect(session.state.field.isEmpty && session.shows("5 documents"))
  }

  @Test("escape closes the list, then clears the field")
  func escape() throws {
    let session = try TestSession()
    session.type("bla")
    #expect(session.state.field.areSuggestionsOpen)
    session.press(.escape)
    #expect(!session.state.field.areSuggestionsOpen && session.state.field.text == "bla")
    session.press(.escape)
    #expect(session.state.field.isEmpty && session.shows("Type to search"))
  }

  @Test("tab goes from the field to hits, facets and back; typing goes back at once")
  func panes() throws {
    let session = try TestSession()
    session.press(.tab)
    #expect(session.state.pane == .hits)
    session.press(.tab)
    #expect(session.state.pane == .facets)
    session.press(.tab)
    #expect(session.state.pane == .field)
    session.press(.tab, .text("b"))
    #expect(session.state.pane == .field && session.state.field.text == "b")
    session.press(.backTab, .backspace)
    #expect(session.state.pane == .field && session.state.field.text == "")
    session.press(.down, .up)
    #expect(session.state.pane == .field)
  }

  @Test("a value of a facet is committed, left out, and taken back")
  func facets() throws {
    let session = try TestSession()
    session.press(.tab, .right)
    #expect(session.state.chosenFacet == .facet("country", "France"))
    session.press(.down, .enter)
    #expect(session.state.field.tokens == [.facet("country", "Italy")])
    #expect(session.shows("✓ Italy") && session.shows("1 document"))
    session.press(.text(" "))
    #expect(session.state.field.tokens == [])
    session.press(.home, .text("-"))
    #expect(session.state.field.tokens == [.noneOf("country", ["France"])])
    #expect(session.shows("▐country: not France▌"))
  }

  @Test("a document is opened, scrolled and left, and its neighbours are read")
  func documents() throws {
    let session = try TestSession(rows: 10, columns: 40)
    session.type("blade")
    session.press(.escape, .tab, .enter)
    #expect(session.shows("genre") && session.shows("1 of 2"))
    let first = session.lines()
    session.press(.right)
    #expect(session.shows("2 of 2") && session.lines() != first)
    session.press(.left)
    #expect(session.lines() == first)
    session.press(.pageDown)
    #expect(session.lines() != first)
    session.press(.home)
    #expect(session.lines() == first)
    session.press(.f1)
    #expect(session.shows("In the field"))
    session.press(.escape)
    #expect(session.lines() == first)
    session.press(.escape)
    #expect(session.state.page == nil && session.state.pane == .hits)
  }

  @Test("a question mark asks for help in the empty text, and is typed in any other")
  func help() throws {
    let session = try TestSession()
    session.press(.text("?"))
    #expect(session.shows("In the field"))
    session.press(.text("q"))
    session.type("a?")
    #expect(session.state.field.text == "a?" && session.state.page == nil)
    session.press(.f1)
    #expect(session.state.page == .help)
  }

  @Test("a pasted list becomes tokens, and what is cut comes back")
  func pasting() throws {
    let session = try TestSession()
    session.press(.paste("genre:Drama, country:Italy, bla"))
    #expect(session.state.field.tokens == [.facet("genre", "Drama"), .facet("country", "Italy")])
    #expect(session.state.field.text == "bla" && session.shows("1 document"))
    let effects = session.press(.alt("a"), .control("x"))
    #expect(effects == [.copy("genre:Drama, country:Italy, bla")] && session.state.field.isEmpty)
    session.press(.control("v"))
    #expect(session.state.field.tokens.count == 2 && session.state.field.text == "bla")
  }

  @Test("a token of no field is said, and the field goes on")
  func failures() throws {
    let session = try TestSession()
    session.type(#""studio":A24"#)
    session.press(.enter)
    #expect(session.shows("studio") && session.state.answer.failure != nil)
    session.press(.backspace, .backspace)
    #expect(session.state.answer.failure == nil && session.shows("5 documents"))
  }

  @Test("commits of others are found, and the place stays")
  func reloading() throws {
    let session = try TestSession()
    session.press(.tab, .down)
    try session.index.write { writer in try writer.add(json: #"{"id":"m9","title":"Nine Blades"}"#) }
    session.refresh()
    #expect(session.shows("6 documents") && session.state.hit == 1 && session.state.pane == .hits)
  }

  @Test("walking on asks for more hits")
  func manyHits() throws {
    let session = try TestSession(copies: 60)
    #expect(session.state.answer.hitCount == 50 && session.state.answer.total == 300)
    session.press(.tab)
    for _ in 0..<299 { session.press(.down) }
    #expect(session.state.hit == 299 && session.state.answer.hitCount == 300)
    #expect(session.screen().fault == nil)
    session.press(.down, .home)
    #expect(session.state.hit == 0)
    session.type("x")
    session.press(.control("u"), .tab, .end)
    #expect(session.state.hit == 299 && session.state.answer.hitCount == 300)
  }

  @Test("keys end it", arguments: ["c", "d", "q"] as [Character])
  func quitting(key: Character) throws {
    let session = try TestSession()
    session.type("x")
    #expect(session.press(.control(key)) == [.quit])
    session.press(.f1)
    #expect(session.press(.control(key)) == [.quit])
  }

  @Test("a screen that is too small says so, and comes back")
  func smallScreens() throws {
    let session = try TestSession()
    let before = session.lines()
    session.resize(rows: 4, columns: 20)
    #expect(session.lines().joined(separator: " ").contains("This terminal is"))
    session.resize(rows: 24, columns: 80)
    #expect(
      session.lines().map { $0.replacing(/[0-9.]+ ms/, with: "") }
        == before.map { $0.replacing(/[0-9.]+ ms/, with: "") })
  }

  @Test("on a narrow screen the facets take the place of the hits while they have the keys")
  func narrow() throws {
    let session = try TestSession(rows: 20, columns: 40)
    #expect(!session.shows("country") && session.shows("Blade of Ruin"))
    session.press(.backTab)
    #expect(session.shows("country") && !session.shows("Blade of Ruin"))
  }
}
