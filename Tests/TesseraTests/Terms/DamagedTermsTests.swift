import TestSupport
import Testing

@testable import Tessera

/// Bytes whose checksums are right but whose meaning is wrong give answers or `.corrupt`: no trap, no endless loop.
@Suite struct DamagedTermsTests {
  @Test(arguments: 0..<400)
  func damagedBytesThrowOrAnswer(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = TermFixture(seed: seed)
    use(fixture.written().damaged(using: &random), fixture, &random)
  }

  /// Asks for everything once.
  private func use(_ bytes: [UInt8], _ fixture: TermFixture, _ random: inout SeededGenerator) {
    var term: [UInt8] = []
    expectCorruptOrNothing {
      let dictionary = try TermDictionary(SectionBytes(bytes))
      for question in fixture.questions(using: &random, limit: 20) {
        expectCorruptOrNothing { _ = try dictionary.find(question) }
        expectCorruptOrNothing {
          let range = try dictionary.range(ofPrefix: question)
          try dictionary.forEachList(in: range) { _, offset, count in _ = offset + count }
        }
      }
      for number in 0..<TermNumber(min(dictionary.count + 1, 500)) {
        expectCorruptOrNothing { _ = try dictionary.entry(number) }
        expectCorruptOrNothing { try dictionary.term(number, into: &term) }
      }
      expectCorruptOrNothing { _ = try dictionary.rows() }
      expectCorruptOrNothing {
        var merger = TermMerger([dictionary, try fixture.dictionary()])
        var last: [UInt8]?
        while try merger.next() {
          #expect(last?.lexicographicallyPrecedes(Array(merger.term)) ?? true)
          last = Array(merger.term)
        }
      }
    }
  }
}
