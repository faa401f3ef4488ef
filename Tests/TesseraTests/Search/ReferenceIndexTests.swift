import Foundation
import Tessera
import TestSupport
import Testing

/// The plain scan against numbers worked out by hand.
@Suite("The reference")
struct ReferenceIndexTests {
  /// Three documents, one deleted: lengths 2 x 3 + 1 = 7, 1 and 4, of which the average is 4.
  private static func index() throws -> ReferenceIndex<PlainText> {
    let schema = Schema(text: ["title": 3, "body": 1], facets: ["genre"], key: "id")
    var index = ReferenceIndex(schema: schema, text: PlainText())
    try index.add(json: #"{"id": 1, "title": "red ruby", "body": "red", "genre": ["Stone", "stone"]}"#)
    try index.add(json: #"{"id": 2, "body": "rust", "genre": "stone"}"#)
    index.commit()
    try index.add(json: #"{"id": 3, "title": "red", "body": "rut", "genre": "Metal"}"#)
    index.commit()
    index.delete("2")
    return index
  }

  @Test("a word scores by BM25 over weighted frequencies, deleted documents counted")
  func scoresWord() throws {
    let page = try Self.index().search(Query(text: "red "))
    let idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    #expect(page.matches.map(\.key) == ["3", "1"])
    #expect(abs(page.matches[0].score - idf * 3 / (3 + 1.2 * (0.25 + 0.75 * 4 / 4))) < 1e-12)
    #expect(abs(page.matches[1].score - idf * 4 / (4 + 1.2 * (0.25 + 0.75 * 7 / 4))) < 1e-12)
  }

  @Test("a prefix is a word of its own, and the complete word scores besides")
  func scoresPrefix() throws {
    let page = try Self.index().search(Query(text: "RU"))
    // ruby, rust and rut: one document each.
    let idf = log(1 + (3 - 3 + 0.5) / (3 + 0.5))
    #expect(page.matches.map(\.key) == ["1", "3"])
    #expect(abs(page.matches[1].score - idf * 1 / (1 + 1.2)) < 1e-12)
    let whole = try Self.index().search(Query(text: "red"))
    let closed = try Self.index().search(Query(text: "red "))
    #expect(abs(whole.matches[0].score - 2 * closed.matches[0].score) < 1e-12)
  }

  @Test("a merge drops the deleted from the statistics")
  func mergeDropsDeleted() throws {
    var index = try Self.index()
    index.mergeAll()
    let page = try index.search(Query(text: "red "), options: SearchOptions(facets: ["genre"]))
    #expect(abs(page.matches[0].score - log(1 + 0.5 / 2.5) * 3 / (3 + 1.2 * (0.25 + 0.75 * 4 / 5.5))) < 1e-12)
    #expect(page.facetCounts["genre"]?.map(\.count) == [1, 1])
  }

  @Test("a plain token is a facet value where one has it, and words where none has")
  func plainTokens() throws {
    let index = try Self.index()
    #expect(try index.search(Query(searchText: ["STONE", ""])).matches.map(\.key) == ["1"])
    #expect(try index.search(Query(searchText: ["ruby", ""])).matches.map(\.key) == ["1"])
    #expect(try index.search(Query(searchText: ["rub", ""])).matches.isEmpty)
  }

  @Test("a rounded length is exact up to 15, within an eighth beyond, and what the engine keeps")
  func lengths() {
    #expect((0...15).allSatisfy { ReferenceLength.rounded($0) == $0 })
    for length in (16...3_000).map({ $0 * $0 }) {
      let error = length - ReferenceLength.rounded(length)
      #expect(error >= 0 && error * 8 < length)
      #expect(LengthCode.decode(LengthCode.encode(UInt32(length))) == ReferenceLength.rounded(length))
    }
  }
}
