import TestSupport
import Testing

@testable import Tessera

@Suite struct TermMergerTests {
  @Test(arguments: 0..<200)
  func everyDistinctTermComesOnceWithAllWhoHaveIt(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let fixtures = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      TermFixture(seed: Int.random(in: 0..<50, using: &random))
    }
    var expected: [[UInt8]: [(Int, TermEntry)]] = [:]
    for (source, fixture) in fixtures.enumerated() {
      for row in fixture.rows { expected[row.term, default: []].append((source, row.entry)) }
    }
    var merger = TermMerger(try fixtures.map { try $0.dictionary() })
    for term in expected.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      #expect(try merger.next())
      #expect(Array(merger.term) == term)
      #expect(merger.matches.map(\.source) == expected[term]!.map(\.0))
      #expect(merger.matches.map(\.entry) == expected[term]!.map(\.1))
    }
    #expect(try !merger.next())
    #expect(try !merger.next())
  }
}
