import Testing

@testable import Tessera

@Suite("A schema")
struct SchemaTests {
  @Test("is the same after JSON")
  func roundTrips() throws {
    let schemas = [
      Schema(), Schema(key: "id"),
      Schema(text: ["title": 4, "a.b": 1], facets: ["genre"], numbers: ["year"]),
      Schema(
        text: ["\"\\\n\u{1}é": 1000], facets: ["", "x"].filter { !$0.isEmpty }, key: "k",
        storesDocuments: false),
    ]
    for schema in schemas { #expect(try Schema(json: schema.json) == schema) }
    #expect(
      Schema(text: ["title": 4], facets: ["genre"], numbers: ["year"], key: "id").json
        == #"{"text":{"title":4},"facets":["genre"],"numbers":["year"],"key":"id","storesDocuments":true}"#)
  }

  @Test(
    "is refused when its JSON says something else",
    arguments: [
      "", "{", "[]", "7", #"{"text":["title"]}"#, #"{"text":{"title":"4"}}"#, #"{"text":{"title":4.5}}"#,
      #"{"facets":"a"}"#,
      #"{"numbers":[1]}"#, #"{"key":7}"#, #"{"storesDocuments":null}"#, #"{"text":{"title":0}}"#,
      #"{"facets":[""]}"#,
    ])
  func refusesOtherJSON(json: String) {
    let error = #expect(throws: TesseraError.self) { try Schema(json: json) }
    #expect(error?.kind == .invalidSchema)
  }

  @Test("survives damage to its JSON anywhere")
  func survivesDamage() {
    let json = Array(Schema(text: ["title": 4], facets: ["genre"], key: "id").json.utf8)
    for end in json.indices { #expect(throws: TesseraError.self) { try Schema(json: Array(json[..<end])) } }
    for place in json.indices {
      for bit in 0..<8 {
        var damaged = json
        damaged[place] ^= 1 << bit
        _ = try? Schema(json: damaged)
      }
    }
  }

  @Test("keeps its limits")
  func limits() throws {
    let fields = (0..<256).map { "f\($0)" }
    try Schema(facets: fields, key: "id").validate()
    try Schema(text: ["a": 1, "b": 1000]).validate()
    try Schema(facets: [Array(repeating: "a", count: 32).joined(separator: ".")]).validate()
    let wrong = [
      Schema(facets: fields, numbers: ["n"]), Schema(text: ["a": 0]), Schema(text: ["a": 1001]),
      Schema(text: ["": 1]),
      Schema(facets: [""]), Schema(numbers: [""]), Schema(key: ""),
      Schema(facets: [String(repeating: "x", count: 1025)]),
      Schema(facets: [Array(repeating: "a", count: 33).joined(separator: ".")]),
    ]
    for schema in wrong {
      let error = #expect(throws: TesseraError.self) { try schema.validate() }
      #expect(error?.kind == .invalidSchema)
    }
  }

  @Test("of many long paths costs little")
  func manyPaths() throws {
    let names = (0..<32).map { "n\($0 % 3)" }
    let paths = (1...32).map { names.prefix($0).joined(separator: ".") }
    let reader = JSONDocumentReader(schema: Schema(facets: paths))
    let nested = names.reversed().reduce("\"x\"") { "{\"\($1)\":\($0)}" }
    #expect(try reader.read(nested).facets == ["x"])
    #expect(try reader.read("{\"\(paths[31])\":\"y\"}").facets == ["y"])
  }
}

@Suite("JSON written")
struct JSONWriterTests {
  @Test("is escaped and separated")
  func writes() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("a\"")
      writer.array { writer in
        writer.integer(-1)
        writer.double(0.1)
        writer.double(.nan)
        writer.double(1e300)
        writer.array { _ in }
        writer.object { _ in }
      }
      writer.key("b")
      writer.string("\\ \u{0} \n é 😀 \u{7F} /")
      writer.key("c")
      writer.raw("{}")
      writer.key("d")
      writer.boolean(true)
      writer.key("e")
      writer.null()
    }
    #expect(
      writer.text
        == #"{"a\"":[-1,0.1,null,1e300,[],{}],"b":"\\ \u0000 \n é 😀 "# + "\u{7F}"
        + #" /","c":{},"d":true,"e":null}"#)
  }
}
