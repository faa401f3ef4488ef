import Tessera
import TestSupport
import Testing

/// The comparison itself: what it lets pass, and what it does not.
@Suite("The comparison with the reference")
struct AgreementCheckTests {
  private static let reference = ReferencePage(
    matches: [("k1", 2.0), ("k2", 1.0), ("k3", 0.999_999_9), ("k4", 0.5)].enumerated().map { place, match in
      ReferencePage.Match(key: match.0, score: match.1, place: place)
    },
    facetCounts: ["tag": [ReferencePage.Count(value: Array("x".utf8), count: 4)]])

  private static func page(
    _ hits: [(key: String, score: Float, doc: DocNumber)], total: Int = 4, count: Int = 4
  ) -> SearchPage {
    SearchPage(
      hits: hits.map { Hit(key: $0.key, score: $0.score, doc: $0.doc) },
      total: Total(value: total, isExact: true), facetCounts: ["tag": [FacetCount(value: "X", count: count)]])
  }

  private static func check(_ page: SearchPage) throws {
    try checkAgreement(
      page, with: reference, options: SearchOptions(limit: 3, facets: ["tag"]), text: PlainText())
  }

  @Test("equal pages agree, and so do pages that differ by rounding")
  func agrees() throws {
    try Self.check(Self.page([("k1", 2, 0), ("k2", 1, 1), ("k3", 0.999_999_9, 2)]))
    try Self.check(Self.page([("k1", 2.000_1, 0), ("k3", 1, 2), ("k2", 0.999_999, 1)]))
  }

  @Test(
    "a wrong hit, order, score, tie, total or count is found",
    arguments: [
      page([("k1", 2, 0), ("k2", 1, 1)]),
      page([("k1", 2, 0), ("k2", 1, 1), ("k2", 1, 1)]),
      page([("k1", 2, 0), ("k2", 1, 1), ("k4", 0.5, 3)]),
      page([("k2", 1, 1), ("k1", 2, 0), ("k3", 0.999_999_9, 2)]),
      page([("k1", 2.001, 0), ("k2", 1, 1), ("k3", 0.999_999_9, 2)]),
      page([("k1", 2, 0), ("k3", 1, 2), ("k2", 1, 1)]),
      page([("k1", 2, 0), ("k2", 1, 1), ("k3", 0.999_999_9, 2)], total: 3),
      page([("k1", 2, 0), ("k2", 1, 1), ("k3", 0.999_999_9, 2)], count: 3),
    ])
  func finds(page: SearchPage) {
    #expect(throws: Disagreement.self) { try Self.check(page) }
  }

  @Test("shrinking leaves only what makes the failure")
  func shrinks() {
    #expect(shrunk(Array(0..<100)) { $0.contains(13) && $0.contains(77) } == [13, 77])
    #expect(shrunk([Int]()) { _ in true }.isEmpty)
  }
}
