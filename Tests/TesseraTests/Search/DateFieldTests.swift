import TestSupport
import Testing

@testable import Tessera

/// Which fields hold dates, and what is suggested of them.
@Suite("Date fields")
struct DateFieldTests {
  private static let schema = Schema(text: ["t": 1], numbers: ["released", "year"], key: "id")

  private func withIndex(_ body: (SearchIndex) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      try body(try SearchIndex.create(at: folder + "/index", schema: Self.schema))
    }
  }

  private func add(_ documents: [String], to index: SearchIndex) throws {
    try index.write { writer in for document in documents { try writer.add(json: document) } }
  }

  private func suggested(_ text: String, _ index: SearchIndex, _ tokens: [SearchToken] = []) throws
    -> [String]
  {
    let options = SearchOptions(limit: 0, suggestions: 20)
    return try index.snapshot().search(Query(tokens: tokens, text: text), options: options).suggestedTokens
      .map { "\($0.field): \($0.value) \($0.count)" }
  }

  private static let documents = [
    #"{"id": "1", "t": "a", "released": "2024-05-17", "year": 2024}"#,
    #"{"id": "2", "t": "a", "released": ["2024-05-01", "2024-10-31T23:30-01:00"], "year": 2024}"#,
    #"{"id": "3", "t": "b", "released": "1999-12-31T23:59:59.999Z", "year": 1999}"#,
    #"{"id": "4", "t": "b", "released": null}"#,
  ]

  @Test(
    "digits are years, with hyphens months and days; the name offers its years",
    arguments: [
      ("2024", ["year: 2024 2", "released: 2024 2"]),
      ("202", ["released: 2020–2029 2", "year: 2020–2029 2"]),
      ("1", ["released: 1000–1999 1", "year: 1000–1999 1"]), ("199 ", []),
      ("1999 ", ["released: 1999 1", "year: 1999 1"]),
      ("2024-", ["year: 2024 2", "released: 2024-05 2", "released: 2024-11 1"]),
      ("2024-0", ["released: 2024-05 2"]),
      ("a 2024-05", ["released: 2024-05 2"]), ("b 2024-05", []), ("2024-05 ", ["released: 2024-05 2"]),
      ("2024-05-1", ["released: 2024-05-17 1"]),
      ("2024-05-", ["released: 2024-05-01 1", "released: 2024-05-17 1"]),
      ("2024-11-01 ", ["released: 2024-11-01 1"]), ("2024-13", []), ("17145", []),
      ("released", ["released: 2024 2", "released: 1999 1"]),
      ("released:", ["released: 2024 2", "released: 1999 1"]),
      ("b released:", ["released: 1999 1"]), ("released:20", ["released: 2000–2099 2"]),
      ("a Released:2024-1", ["released: 2024-11 1"]), ("released:0", []),
      ("year:", ["year: 2024 2", "year: 1999 1"]),
    ])
  func suggestions(_ text: String, expected: [String]) throws {
    try withIndex { index in
      try add(Self.documents, to: index)
      // Over one segment and over several.
      for _ in 0..<2 {
        #expect(Set(try suggested(text, index)) == Set(expected))
        try add([Self.documents[1], Self.documents[2]], to: index)
      }
    }
  }

  @Test("tokens are ranges of milliseconds, and are not offered twice")
  func tokens() throws {
    try withIndex { index in
      try add(Self.documents, to: index)
      let page = try index.snapshot().search(
        Query(text: "2024"), options: SearchOptions(limit: 0, suggestions: 5))
      let token = SearchToken.numbers(
        "released", from: Number("2024-01-01"), through: Number("2024-12-31T23:59:59.999"))
      #expect(page.suggestedTokens.map(\.token).contains(token))
      #expect(try suggested("released", index, [token]) == [])
      #expect(try index.snapshot().search(Query(tokens: [token])).total.value == 2)
    }
  }

  @Test("a day that is a value too is offered once, with the same documents; with others as both")
  func dayAndValue() throws {
    try withTemporaryDirectory { folder in
      let schema = Schema(text: ["t": 1], facets: ["released"], numbers: ["released"], key: "id")
      let index = try SearchIndex.create(at: folder + "/index", schema: schema)
      try add(Self.documents, to: index)
      #expect(try suggested("2024-05-1", index) == ["released: 2024-05-17 1"])
      #expect(try suggested("2024-05-17", index, [.facet("released", "2024-05-17")]) == [])
      #expect(try suggested("2024-1", index).contains("released: 2024-11 1"))
      try add([#"{"id": "5", "t": "a", "released": "2024-05-17T12:00"}"#], to: index)
      #expect(Set(try suggested("2024-05-17", index)).isSuperset(of: ["released: 2024-05-17 2"]))
    }
  }

  @Test("a field holds dates as long as no segment has another number in it")
  func mixed() throws {
    try withIndex { index in
      #expect(try index.snapshot().dateFields == [])
      try add(Self.documents, to: index)
      #expect(try index.snapshot().dateFields == ["released"])
      try add([#"{"id": "5", "t": "no number"}"#], to: index)
      #expect(try index.snapshot().dateFields == ["released"])
      // Deleted documents leave it at that, a merge keeps it.
      try index.write { writer in
        for id in ["1", "2", "3"] { _ = try writer.delete(id) }
        try writer.add(json: Self.documents[0])
      }
      try index.write { try $0.mergeAll() }
      #expect(try index.snapshot().dateFields == ["released"])
      // The same milliseconds as a number.
      try add([#"{"id": "6", "t": "a", "released": 1715904000000}"#], to: index)
      #expect(try index.snapshot().dateFields == [])
      #expect(try suggested("17", index).contains("released: 1700000000000–1799999999999 2"))
      try index.write { try $0.mergeAll() }
      #expect(try index.snapshot().dateFields == [])
    }
  }
}
