import Tessera
import Testing

@testable import TesseraSearchField

/// Tokens of a caller's own type.
@Suite("Typed tokens")
struct TypedTokenTests {
  enum Genre: String, CaseIterable, Identifiable {
    case comedy, drama, war
    var id: Self { self }
  }

  /// A token whose identity is not its value.
  struct Tag: Identifiable, Hashable {
    let id: Int
    let name: String
  }

  private final class Counter: Sendable {
    // Only ever used by one test at a time, through this one closure.
    nonisolated(unsafe) var next = 0
  }

  @Test("an enum of cases is a token type")
  func cases() {
    var field = SearchFieldState(title: "Films", form: TokenForm<Genre>(facet: "genre"))
    field.apply(.focus)
    field.apply(.type("Comedy"))
    field.apply(.submit)
    #expect(field.tokens == [.comedy])
    field.tokens = [.war, .comedy, .war]
    #expect(field.tokens == [.war, .comedy])
    #expect(field.searchText == ["war", "comedy", ""])
    field.searchText = ["drama", "western", "co"]
    #expect(field.tokens == [.drama])
    #expect(field.query == Query(tokens: [.facet("genre", "drama")], text: "co"))
    #expect(field.apply(.submit) == .submission)
    #expect(field.searchText == ["drama", "co"], "a text that is no token stays")
    field.text = ""
    field.apply(.paste("war, western, comedy"))
    #expect(
      field.searchText == ["drama", "war", "western comedy"], "what no token can be made of is not lost")
  }

  @Test("typed tokens stand next to those of the engine")
  func mixed() {
    let form = TokenForm.mixed(TokenForm<Genre>(facet: "genre"), SearchTokenForm(facets: ["cast"]))
    var field = SearchFieldState(form: form)
    for text in ["war", "cast:Brad Pitt", "tarantino"] {
      field.apply(.type(text))
      field.apply(.submit)
    }
    field.apply(.add(.search(.plain("drama"))))
    let tokens: [MixedToken<Genre>] = [
      .typed(.war), .search(.facet("cast", "Brad Pitt")), .search(.plain("tarantino")),
      .search(.plain("drama")),
    ]
    #expect(field.tokens == tokens)
    #expect(field.searchText == ["war", #"cast:"Brad Pitt""#, "tarantino", #""drama""#, ""])
    #expect(
      field.query.tokens == [
        .facet("genre", "war"), .facet("cast", "Brad Pitt"), .plain("tarantino"), .plain("drama"),
      ])
    var other = SearchFieldState(form: form)
    other.searchText = field.searchText
    #expect(other.tokens == tokens)
    other.searchText = [""]
    field.apply(.selectAll)
    other.apply(.paste(field.copiedText))
    #expect(other.tokens == tokens)
  }

  @Test("tokens that stay keep their identity, whichever way they are set")
  func identity() {
    let counter = Counter()
    let form = TokenForm<Tag>(
      text: { $0.name },
      token: { name in
        counter.next += 1
        return Tag(id: counter.next, name: name)
      }, searchToken: { .plain($0.name) })
    var field = SearchFieldState(form: form)
    field.searchText = ["a", "b", ""]
    let (a, b) = (field.tokens[0], field.tokens[1])
    field.searchText = ["b", "c", "a", "x"]
    #expect(field.tokens.map(\.name) == ["b", "c", "a"])
    #expect(field.tokens[0] == b && field.tokens[2] == a)
    let c = field.tokens[1]
    field.tokens = [c, Tag(id: 99, name: "d"), Tag(id: 99, name: "e"), Tag(id: 100, name: "d")]
    #expect(field.tokens == [c, Tag(id: 99, name: "d")], "neither an identity nor a text twice")
    field.tokens = [Tag(id: 99, name: "d2")]
    #expect(field.tokens == [Tag(id: 99, name: "d2")], "a token may change under its identity")
  }
}
