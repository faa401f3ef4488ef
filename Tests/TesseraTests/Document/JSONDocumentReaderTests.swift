import Testing
import TestSupport

@testable import Tessera

@Suite("A JSON document")
struct JSONDocumentReaderTests {
  private func texts(_ json: String, _ path: String = "t") throws -> [String] {
    try JSONDocumentReader(schema: Schema(text: [path: 1])).read(json).texts
  }

  private func facets(_ json: String, _ path: String = "f") throws -> [String] {
    try JSONDocumentReader(schema: Schema(facets: [path])).read(json).facets
  }

  private func numbers(_ json: String) throws -> [Number] {
    try JSONDocumentReader(schema: Schema(numbers: ["n"])).read(json).numbers
  }

  private func key(_ json: String) throws -> String? {
    try JSONDocumentReader(schema: Schema(key: "id")).read(json).key
  }

  @Test(
    "gives text from strings, numbers, booleans and lists of them",
    arguments: [
      (#"{"t":"red apple"}"#, ["red apple"]), (#"{"t":["a","b c"]}"#, ["a", "b c"]),
      (#"{"t":[["a"],[["b",1]],[]]}"#, ["a", "b", "1"]), (#"{"t":7.50}"#, ["7.5"]),
      (#"{"t":true}"#, ["true"]),
      (#"{"t":null}"#, []), (#"{}"#, []), (#"{"t":""}"#, []), (#"{"t":[null,"x",""]}"#, ["x"]),
      (#"{"t":{"t":"no text"}}"#, []), (#"{"t":"a\u0000b \u00e9\n"}"#, ["a\u{0}b é\n"]),
      (#"{"t":"old","t":"new"}"#, ["new"]), (#"{"t":"old","t":null}"#, []),
      (#"{"\u0074":"escaped key"}"#, ["escaped key"]),
      (#"{"tt":1,"x":{"t":2},"t":"deep \ud83d\ude00"}"#, ["deep 😀"]),
    ])
  func text(json: String, expected: [String]) throws {
    #expect(try texts(json) == expected)
  }

  @Test(
    "is reached into by dotted paths, and has literal keys with dots",
    arguments: [
      (#"{"a":{"b":{"c":"x"}}}"#, ["x"]), (#"{"a.b":{"c":"x"}}"#, ["x"]), (#"{"a":{"b.c":"x"}}"#, ["x"]),
      (#"{"a.b.c":"x"}"#, ["x"]),
      (#"{"a":[{"b":{"c":"x"}},{"b":[{"c":"y"},{"c":["z"]}]},5]}"#, ["x", "y", "z"]),
      (#"{"a":{"b":"no object"}}"#, []), (#"{"a":{"c":"x"}}"#, []),
      (#"{"a":{"b":{"c":"x"}},"a.b.c":"y"}"#, ["x", "y"]),
    ])
  func paths(json: String, expected: [String]) throws {
    #expect(try texts(json, "a.b.c").sorted() == expected)
  }

  @Test(
    "gives one facet value for one value, however it is written",
    arguments: [
      ("7", "7"), ("7.0", "7"), ("70e-1", "7"), ("0.7E+1", "7"), (#""7""#, "7"), (#"" 7 ""#, "7"),
      ("-0.0", "0"),
      ("9007199254740993", "9007199254740993"), ("18446744073709551615", "18446744073709551615"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("123456789012345678901234567890", "123456789012345678901234567890"),
      ("0.1000000000000000055511", "0.1000000000000000055511"),
      ("12345678901234567890.5", "12345678901234567890.5"), ("1e5", "100000"), ("1e400", "1e400"),
      ("1.50e-60", "1.5e-60"),
      ("true", "true"), ("false", "false"), (#""Sci-Fi\u00a0\u3000""#, "Sci-Fi"), (#""a  b""#, "a  b"),
    ])
  func facetValues(json: String, expected: String) throws {
    #expect(try facets("{\"f\":\(json)}") == [expected])
    // Beside other numbers, whose texts must not be taken for it.
    #expect(
      try facets("{\"x\":[1.5,2,{\"y\":-3e1}],\"f\":[0.25,\(json),8.5],\"z\":1.75}") == [
        "0.25", expected, "8.5",
      ])
  }

  @Test(
    "gives no facet value for nothing", arguments: ["null", #""""#, "[]", #"" \t\u00a0""#, "[null,[]]", "{}"])
  func noFacetValue(json: String) throws {
    #expect(try facets("{\"f\":\(json)}").isEmpty)
  }

  @Test(
    "gives numbers and dates",
    arguments: [
      ("1", [.integer(1)]), ("1.0", [.integer(1)]), ("1.5", [.double(1.5)]),
      ("9223372036854775807", [.integer(.max)]),
      ("18446744073709551615", [.double(0x1p64)]),
      ("[1,[2],\"3\"]", [.integer(1), .integer(2), .integer(3)]),
      (#""2024-05-17""#, [.integer(1_715_904_000_000)]), ("null", []), ("true", []), (#""""#, []),
      (#""soon""#, []),
      ("123456789012345678901234567890", [.double(123456789012345677877719597056)]), ("1e999", []),
    ] as [(String, [Number])])
  func numberValues(json: String, expected: [Number]) throws {
    #expect(try numbers("{\"n\":\(json)}") == expected)
  }

  @Test("has a string or a number as its key")
  func keys() throws {
    #expect(try key(#"{"id":"m1"}"#) == "m1")
    #expect(try key(#"{"id":7.0}"#) == "7")
    #expect(try key(#"{"id":9007199254740993}"#) == "9007199254740993")
    #expect(try key(#"{"id":"a","id":"b"}"#) == "b")
    for none in [#"{"id":""}"#, #"{"id":null}"#, "{}"] { #expect(try key(none) == nil) }
    for wrong in [#"{"id":{}}"#, #"{"id":["a"]}"#, #"{"id":false}"#] {
      #expect(throws: TesseraError.self) { try key(wrong) }
    }
    let longest = String(repeating: "k", count: JSONDocumentReader.maxKeyBytes)
    #expect(try key("{\"id\":\"\(longest)\"}") == longest)
    #expect(throws: TesseraError.self) { try key("{\"id\":\"\(longest)k\"}") }
    let nested = JSONDocumentReader(schema: Schema(key: "a.id"))
    #expect(try nested.read(#"{"a":{"id":1}}"#).key == "1")
    #expect(throws: TesseraError.self) { try nested.read(#"{"a":[{"id":1},{"id":2}]}"#) }
  }

  @Test("is kept on one line, unless the schema stores none")
  func source() throws {
    let json = "{ \"t\" :\n [1.50, \"a b\\n\" ] ,\r\n\t\"x\":{}}"
    #expect(try JSONDocumentReader(schema: Schema()).read(json).source == #"{"t":[1.50,"a b\n"],"x":{}}"#)
    #expect(try JSONDocumentReader(schema: Schema(storesDocuments: false)).read(json).source == "")
    let huge = #"{"id": 123456789012345678901234567890, "t": "\ud800 x"}"#
    #expect(
      try JSONDocumentReader(schema: Schema()).read(huge).source
        == #"{"id":123456789012345678901234567890,"t":"\ufffd x"}"#)
  }

  @Test(
    "has U+FFFD for half a surrogate pair, and a warning",
    arguments: [
      (#"\ud800"#, "\u{FFFD}"), (#"\udc00x"#, "\u{FFFD}x"), (#"\ud800\ud800\udc00"#, "\u{FFFD}\u{10000}"),
      (#"\ud83dA"#, "\u{FFFD}A"), (#"\uDC00\uD800"#, "\u{FFFD}\u{FFFD}"), (#"\ud800\u0041"#, "\u{FFFD}A"),
    ])
  func surrogates(escape: String, expected: String) throws {
    let reader = JSONDocumentReader(schema: Schema(text: ["t": 1]))
    #expect(try reader.read("{\"t\":\"\(escape)\"}").texts == [expected])
    #expect(reader.warnings.count == 1)
    #expect(try reader.read(#"{"t":"\\ud800 \ud83d\ude00"}"#).texts == ["\\ud800 😀"])
    #expect(reader.warnings.isEmpty)
  }

  @Test("nests 256 levels, not one more")
  func depth() throws {
    for inner in ["", "1"] {
      func nested(_ levels: Int) -> String {
        "{\"t\":\"x\",\"d\":" + String(repeating: "[", count: levels - 1) + inner
          + String(repeating: "]", count: levels - 1) + "}"
      }
      #expect(try texts(nested(256)) == ["x"])
      let error = #expect(throws: TesseraError.self) { try texts(nested(257)) }
      #expect(error?.kind == .limitExceeded)
    }
  }

  @Test("cut anywhere is refused, and damaged anywhere never traps", arguments: 0..<20)
  func survivesDamage(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let schema = Schema(text: ["t": 1, "a.b": 2], facets: ["f", "a.b"], numbers: ["n", "f"], key: "id")
    let reader = JSONDocumentReader(schema: schema)
    let json = Array(
      #"{"id":"k\u00e91","t":["a\\\"b",true],"f":[1.5,"x",-2e3,18446744073709551616],"n":"2024-05-17","a":[{"b":"é😀\ud83d"},{}]}"#
        .utf8)
    _ = try reader.read(json)
    for end in 0..<json.count { #expect(throws: TesseraError.self) { try reader.read(Array(json[..<end])) } }
    for _ in 0..<500 {
      var damaged = json
      for _ in 0...Int.random(in: 0...2, using: &random) {
        damaged[Int.random(in: json.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let isTaken = (try? reader.read(damaged)) != nil
      let fault = damaged.withUnsafeBufferPointer { JSONSyntax.fault(in: $0) }
      // What is taken is valid; what is valid is refused only for its key.
      #expect(!isTaken || fault == nil)
      if !isTaken, fault == nil { #expect(throws: TesseraError.self) { try reader.read(damaged) } }
    }
  }
}
