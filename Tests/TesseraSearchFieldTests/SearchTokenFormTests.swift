import Tessera
import TestSupport
import Testing

@testable import TesseraSearchField

/// Tokens as text: lossless, readable, and never an error.
@Suite("Text form of tokens")
struct SearchTokenFormTests {
  static let form = SearchTokenForm(facets: ["genre", "cast"], numbers: ["year", "rating"])

  @Test(
    "each kind of token has its form",
    arguments: [
      (SearchToken.facet("genre", "Comedy"), "genre:Comedy"),
      (.facet("cast", "Brad Pitt"), #"cast:"Brad Pitt""#),
      (.facet("cast", #"Dwayne "The Rock" Johnson"#), #"cast:"Dwayne ""The Rock"" Johnson""#),
      (.facet("genre", "a:b"), #"genre:"a:b""#),
      (.facet("genre", "two\nlines"), "genre:\"two\nlines\""),
      (.facet("genre", "1990..1999"), #"genre:"1990..1999""#),
      (.facet("genre", ""), #"genre:"""#),
      (.facet("studio", "A24"), #""studio":A24"#),
      (.facet("cast", "東京"), "cast:東京"),
      (.anyOf("genre", ["War", "Film Noir"]), #"genre:{War|"Film Noir"}"#),
      (.anyOf("genre", []), "genre:{}"),
      (.noneOf("genre", ["War"]), "-genre:War"),
      (.noneOf("genre", ["War", "Drama"]), "-genre:{War|Drama}"),
      (.noneOf("genre", []), "-genre:{}"),
      (.range("year", 1990...1999), "year:1990..1999"),
      (.numbers("year", from: nil, through: .integer(1999)), "year:..1999"),
      (.numbers("rating", from: .double(7.5), through: nil), "rating:7.5.."),
      (.numbers("year", from: nil, through: nil), "year:.."),
      (.range("height", 1...2), #""height":1..2"#),
      (.plain("star wars"), "star wars"),
      (.plain("12:30"), "12:30"),
      (.plain("genre:Comedy"), #""genre:Comedy""#),
      (.plain(#""so""#), #""""so""""#),
      (.plain(#"say "so""#), #"say "so""#),
      (.plain(" a"), #"" a""#),
    ])
  func written(_ token: SearchToken, text: String) {
    #expect(Self.form.text(of: token) == text)
    #expect(Self.form.token(from: text) == token)
  }

  @Test(
    "what a person types is read with some patience",
    arguments: [
      ("  star wars ", SearchToken.plain("star wars")),
      ("cast:Brad Pitt", .facet("cast", "Brad Pitt")),
      ("genre : Comedy", .facet("genre", "Comedy")),
      ("genre:{ War | Drama }", .anyOf("genre", ["War", "Drama"])),
      ("year:1999", .range("year", 1999...1999)),
      ("year: 1990 .. 1999", .range("year", 1990...1999)),
      ("genre:1990..1999", .facet("genre", "1990..1999")),
      ("http://example.com", .plain("http://example.com")),
      ("Genre:Comedy", .plain("Genre:Comedy")),
      ("genre:", .plain("genre:")),
      ("year:soon", .plain("year:soon")),
      ("year:1990–1999", .range("year", 1990...1999)),
      ("year: 1990 - 1999", .range("year", 1990...1999)),
      ("year:1990–", .numbers("year", from: 1990, through: nil)),
      ("year:–1999", .numbers("year", from: nil, through: 1999)),
      ("year:-5--3", .range("year", -5...(-3))),
      ("year:–", .plain("year:–")),
      ("year:1990-", .plain("year:1990-")),
      ("genre:1990–1999", .facet("genre", "1990–1999")),
      ("-year:1999", .plain("-year:1999")),
      ("-5", .plain("-5")),
      ("-", .plain("-")),
      ("\"", .plain("\"")),
      (":", .plain(":")),
      (#"genre:"open"#, .facet("genre", #""open"#)),
      ("genre:{War", .facet("genre", "{War")),
      ("genre:{War}x", .facet("genre", "{War}x")),
    ])
  func read(_ text: String, token: SearchToken) {
    #expect(Self.form.token(from: text) == token)
  }

  private static let dated = SearchTokenForm(facets: ["genre"], numbers: ["year"], dates: ["released"])

  private static let datedTokens: [(String?, String?, written: String, typed: String)] = [
    (
      "2024-01-01", "2024-12-31T23:59:59.999", "released:2024-01-01T00:00Z..2024-12-31T23:59:59.999Z",
      "released:2024"
    ),
    (nil, "2024-05-31T23:59:59.999", "released:..2024-05-31T23:59:59.999Z", "released: .. 2024-05"),
    ("2024-05-17", nil, "released:2024-05-17T00:00Z..", "released:2024-05-17.."),
    (
      "2020-01-01", "2029-12-31T23:59:59.999", "released:2020-01-01T00:00Z..2029-12-31T23:59:59.999Z",
      "released:2020..2029"
    ),
    (
      "2020-01-01", "2029-12-31T23:59:59.999", "released:2020-01-01T00:00Z..2029-12-31T23:59:59.999Z",
      "released:2020–2029"
    ),
    (
      "2024-05-01", "2024-07-31T23:59:59.999", "released:2024-05-01T00:00Z..2024-07-31T23:59:59.999Z",
      "released:2024-05-2024-07"
    ),
    (
      "2024-05-17T08:30", "2024-05-17T08:30", "released:2024-05-17T08:30Z..2024-05-17T08:30Z",
      "released:2024-05-17T08:30"
    ),
    ("7.5", "1e20", "released:7.5..100000000000000000000", "released:7.5..1e20"),
  ]

  @Test(
    "dates are written as such where the field holds them, and read with patience", arguments: datedTokens)
  func dates(_ from: String?, _ through: String?, written: String, typed: String) {
    let (from, through) = (from.flatMap { Number($0) }, through.flatMap { Number($0) })
    let token = SearchToken.numbers("released", from: from, through: through)
    #expect(Self.dated.text(of: token) == written)
    for text in [written, typed] { #expect(Self.dated.token(from: text) == token) }
    // A form that does not know the field as one of dates reads the same.
    #expect(SearchTokenForm(numbers: ["released"]).token(from: written) == token)
    #expect(Self.dated.token(from: SearchTokenForm(numbers: ["released"]).text(of: token)) == token)
    #expect(Self.dated.text(of: .range("year", 2024...2025)) == "year:2024..2025")
  }

  @Test("every token reads back as itself, also alone, and in a list with others")
  func lossless() {
    for seed in 0..<20_000 {
      var random = SeededGenerator(seed: seed)
      let form = seed % 3 == 0 ? Self.form : seed % 3 == 1 ? Self.dated : SearchTokenForm()
      let tokens = (0..<3).map { _ in Self.token(&random) }
      for token in tokens {
        let text = form.text(of: token)
        guard form.token(from: text) == token, form.token(from: form.quotedText(of: token)) == token else {
          Issue.record("seed \(seed): \(token) is written \(text), read as \(form.token(from: text))")
          return
        }
      }
      let visible = TokenForm<SearchToken>.search(form)
      let shown = tokens.filter { !visible.text(of: $0).isBlank }
      let rest = seed % 3 == 0 ? "" : ["x", "\"", "a b", "\"x", "y:\"", "z "][seed / 3 % 6]
      let list = TokenList(visible.list(of: shown, then: rest))
      let parts = list.parts.map(visible.token(fromPart:))
      #expect(parts == shown, "seed \(seed): \(shown) became \(list)")
      if !shown.isEmpty { #expect(list.rest == rest) }
    }
  }

  private static let pieces = [
    "a", "B", " ", ":", "\"", "\"\"", "\n", "\t", ",", "{", "}", "|", "-", "..", ".", "1990", "1e5", "é",
    "\u{301}",
    "genre", "year", "genre:", "日本", "👩‍👧", "\u{0}", "\u{A0}", "\r\n", "\\", "=",
  ]

  private static func string(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
  }

  private static func token(_ random: inout SeededGenerator) -> SearchToken {
    let field = ["genre", "year", "studio", "released", string(&random)].randomElement(using: &random)!
    func number() -> Number? {
      let doubles = [0.1, -2.5, 7, 1e300, .infinity, -.infinity].map(Number.double)
      return
        ([nil] + doubles + [
          .integer(1990), .integer(.min), .integer(.max), .integer(1_715_904_000_000),
          .integer(1_715_904_000_001),
        ]).randomElement(
          using: &random)!
    }
    func values() -> [String] { (0..<Int.random(in: 0...3, using: &random)).map { _ in string(&random) } }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .plain(string(&random))
    case 1: return .facet(field, string(&random))
    case 2: return .anyOf(field, values())
    case 3: return .noneOf(field, values())
    default: return .numbers(field, from: number(), through: number())
    }
  }

  @Test("a list falls apart at commas, tabs and new lines, but not within quotes")
  func lists() {
    func split(_ text: String) -> [String] { TokenList(text).parts + [TokenList(text).rest] }
    #expect(split("a, b ,c") == ["a", "b", "c"])
    #expect(split("a\tb\r\nc\n") == ["a", "b", "c", ""])
    #expect(split(", ,\n a b ,, ") == ["a b", ""])
    #expect(split("no separator ") == ["no separator "])
    #expect(split(#""a, b", c"#) == [#""a, b""#, "c"])
    #expect(split(#"cast:"a, b", -"x":"c,d", e"#) == [#"cast:"a, b""#, #"-"x":"c,d""#, "e"])
    #expect(split(#"12" vinyl, 7" vinyl, x"#) == [#"12" vinyl"#, #"7" vinyl"#, "x"])
    #expect(split(#""open, b"#) == [#""open"#, "b"])
    #expect(split(#""say ""a, b""", c"#) == [#""say ""a, b""""#, "c"])
  }
}
