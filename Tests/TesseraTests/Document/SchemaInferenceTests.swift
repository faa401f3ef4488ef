import Testing
import TestSupport

@testable import Tessera

@Suite("A schema found from documents")
struct SchemaInferenceTests {
  private func schema(_ documents: [String], key: String? = nil) throws -> Schema {
    var inference = SchemaInference()
    for document in documents { inference.observe(Array(document.utf8)) }
    return try #require(inference.schema(like: Schema(key: key)))
  }

  @Test("is that of a collection of films")
  func films() throws {
    var random = SeededGenerator(seed: 1)
    let genres = ["Comedy", "Drama", "Silent", "Western"]
    let documents = (0..<200).map { number in
      """
      {"id":"m\(number)","title":"The Film \(number)","year":\(1960 + number % 20),"director":"Director \(number % 40)",
      "genres":["\(genres[number % 4])"],"cast":["Actor \(number % 90)","Actor \(number * 7 % 90)"],
      "rating":\(Double(Int.random(in: 0...100_000, using: &random)) / 1000),"released":"19\(60 + number % 20)-05-\(10 + number % 20)",
      "color":\(number % 2 == 0),"poster":"https://example.org/\(number).jpg",
      "extract":"\((0..<30).map { _ in "word\(Int.random(in: 0...500, using: &random))" }.joined(separator: " "))"}
      """
    }
    #expect(
      try schema(documents)
        == Schema(
          text: ["title": 4, "extract": 1],
          facets: ["cast", "color", "director", "genres", "year"],
          numbers: ["rating", "released", "year"], key: "id"))
  }

  @Test("is that of an index of packages")
  func packages() throws {
    let documents = (0..<300).map { number in
      """
      {"name":"lib\(number)-dev","summary":"development files of number \(number)","section":"libdevel",
      "maintainer":"Team \(number % 50) <team\(number % 50)@example.org>","priority":"optional","installedSize":\(number * 37),
      "tags":["role::devel-lib","devel::lang:c\(number)"],
      "description":"This package holds the headers and the static library of number \(number), for those who build upon it."}
      """
    }
    #expect(
      try schema(documents)
        == Schema(
          text: ["name": 4, "summary": 1, "description": 1],
          facets: ["maintainer", "priority", "section", "tags"],
          numbers: ["installedSize"]))
    #expect(try schema(documents, key: "name").key == "name")
    #expect(try schema(documents, key: "name").text.map(\.path) == ["description", "summary"])
  }

  @Test("is that of a code of laws")
  func laws() throws {
    let documents = (0..<300).map { number in
      """
      {"id":"law-\(number)","title":"§ \(number % 90) Inkrafttreten","law":"Gesetz \(number / 20)","decade":"\(1950 + number / 60 * 10)s",
      "initial":"G","text":"Dieses Gesetz tritt am Tage nach der Verkündung in Kraft, jedoch nicht vor dem \(number). Tag des Jahres."}
      """
    }
    #expect(
      try schema(documents)
        == Schema(text: ["title": 4, "text": 1], facets: ["decade", "initial", "law"], key: "id"))
  }

  @Test("is sensible for three documents")
  func three() throws {
    let documents = [
      #"{"id":1,"title":"red apple","genre":"Comedy","year":1990}"#,
      #"{"id":2,"title":"green apple","genre":"Drama","year":1991}"#,
      #"{"id":3,"title":"blue plum","genre":"Western","year":1992}"#,
    ]
    #expect(
      try schema(documents) == Schema(text: ["title": 4], facets: ["genre"], numbers: ["year"], key: "id"))
  }

  @Test("has no key that some document lacks or two share")
  func noKey() throws {
    #expect(try schema([#"{"id":1,"t":"a"}"#, #"{"id":1,"t":"b"}"#]).key == nil)
    #expect(try schema([#"{"id":1,"t":"a"}"#, #"{"t":"b"}"#]).key == nil)
    #expect(try schema([#"{"id":[1],"t":"a"}"#]).key == nil)
    #expect(try schema([#"{"id":"a","uuid":"x"}"#, #"{"id":"a","uuid":"y"}"#]).key == "uuid")
  }

  @Test("reaches into objects and lists of objects")
  func nested() throws {
    let documents = (0..<50).map {
      #"{"info":{"title":"Number \#($0)"},"people":[{"role":"actor","age":\#($0 * 31)},{"role":"director"}]}"#
    }
    #expect(
      try schema(documents)
        == Schema(text: ["info.title": 4], facets: ["people.role"], numbers: ["people.age"]))
  }

  @Test("what is said in lists of objects is text; a tag that is very long is a tag")
  func saidInLists() throws {
    let documents = (0..<50).map {
      """
      {"comments":[{"by":"kim","text":"This is number \($0)"},{"by":"lou","text":"What \($0) says"}],
      "tags":["short","\(String(repeating: "x", count: $0 == 7 ? 300 : 3))"],"friends":["Ann \($0)","Bob \($0)"]}
      """
    }
    #expect(
      try schema(documents) == Schema(text: ["comments.text": 1], facets: ["comments.by", "friends", "tags"]))
  }

  @Test("leaves out keys that are data, and is none without documents")
  func odd() throws {
    let documents = (0..<500).map { #"{"title":"t \#($0)","days":{"day \#($0)":"x \#($0)"}}"# }
    #expect(try schema(documents) == Schema(text: ["title": 4]))
    #expect(SchemaInference().schema() == nil)
    var inference = SchemaInference()
    inference.observe(Array("[1]".utf8))
    inference.observe(Array("{".utf8))
    #expect(inference.schema() == nil)
  }
}
