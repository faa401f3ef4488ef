import Tessera
import TesseraSearchField
import TestSupport
import Testing

/// The module as its user sees it: nothing here is more than public.
@Suite("Client of the search field")
@MainActor struct FieldClientTests {
  @Test("the field over an index: what is typed, committed and cleared is searched at once")
  func overAnIndex() throws {
    let directory = try TemporaryDirectory()
    let schema = Schema(text: ["title": 1], facets: ["genre"], numbers: ["year"], key: "id")
    let index = try SearchIndex.create(at: directory.path, schema: schema)
    try index.write { writer in
      try writer.add(json: #"{"id": "m1", "title": "Blade Runner", "genre": "Sci-Fi", "year": 1982}"#)
      try writer.add(json: #"{"id": "m2", "title": "The Ruby Blade", "genre": "Comedy", "year": 1997}"#)
      try writer.add(json: #"{"id": "m3", "title": "12:30 to Rome", "genre": "Comedy", "year": 1953}"#)
    }
    let snapshot = try index.snapshot()
    let field = SearchFieldModel(title: "Films", form: SearchTokenForm(snapshot.schema))
    var answers: [[String]] = []
    field.onChange = { change in
      guard change.contains(.contents) else { return }
      let keys = try? snapshot.search(field.query).hits.map(\.key).sorted()
      answers.append(keys ?? ["an error"])
    }
    field.perform(.focus)
    field.perform(.type("blade"))
    field.perform(.cancel)
    for text in ["genre:Comedy", "year:1990..", "ruby"] {
      field.perform(.type(text))
      field.perform(.submit)
    }
    #expect(field.searchText == ["genre:Comedy", "year:1990..", "ruby", ""])
    #expect(answers.last == ["m2"])
    field.perform(.removeToken(at: 1))
    field.perform(.undo)
    field.perform(.cancel)
    field.perform(.type("12:30"))
    field.perform(.submit)
    #expect(answers.last == ["m3"] && !answers.contains(["an error"]))
    #expect(answers.first == ["m1", "m2"] && answers[1] == ["m1", "m2", "m3"])
  }

  private enum Genre: String, CaseIterable, Identifiable {
    case comedy, drama, war
    var id: Self { self }
  }

  @Test("a field of a caller's own tokens, and one of both kinds")
  func ownTokens() {
    let field = SearchFieldModel(SearchFieldState(title: "Films", form: TokenForm<Genre>(facet: "genre")))
    field.perform(.type("war"))
    field.perform(.submit)
    #expect(field.tokens == [.war] && field.query.tokens == [.facet("genre", "war")])
    let both = SearchFieldModel(SearchFieldState(form: .mixed(TokenForm<Genre>(facet: "genre"))))
    both.searchText = ["war", "peace", ""]
    #expect(both.tokens == [.typed(.war), .search(.plain("peace"))])
  }
}
