import TestSupport
import Testing

@testable import Tessera

/// Bytes whose checksums are right but whose meaning is wrong give answers or `.corrupt`: no trap, no endless loop.
@Suite struct DamagedTermsTests {
  @Test(arguments: 0..<400)
  func flippedBytesThrowOrAnswer(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = TermFixture(seed: seed)
    var bytes = fixture.written()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      // The footer decides most, so it gets its share.
      let from = Bool.random(using: &random) ? 0 : max(0, bytes.count - 60)
      bytes[Int.random(in: from..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    use(bytes, fixture, &random)
  }

  @Test(arguments: 0..<100)
  func cutBytesThrowOrAnswer(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = TermFixture(seed: seed)
    let bytes = fixture.written()
    use(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))), fixture, &random)
    use(Array(bytes.dropFirst(Int.random(in: 1...bytes.count, using: &random))), fixture, &random)
  }

  /// Asks for everything once.
  private func use(_ bytes: [UInt8], _ fixture: TermFixture, _ random: inout SeededGenerator) {
    var term: [UInt8] = []
    attempt {
      let dictionary = try TermDictionary(SectionBytes(bytes))
      for question in fixture.questions(using: &random, limit: 20) {
        attempt { _ = try dictionary.find(question) }
        attempt {
          let range = try dictionary.range(ofPrefix: question)
          try dictionary.forEachList(in: range) { _, offset, count in _ = offset + count }
        }
      }
      for number in 0..<TermNumber(min(dictionary.count + 1, 500)) {
        attempt { _ = try dictionary.entry(number) }
        attempt { try dictionary.term(number, into: &term) }
      }
      attempt { _ = try dictionary.rows() }
      attempt {
        var merger = TermMerger([dictionary, try fixture.dictionary()])
        var last: [UInt8]?
        while try merger.next() {
          #expect(last?.lexicographicallyPrecedes(Array(merger.term)) ?? true)
          last = Array(merger.term)
        }
      }
    }
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch {
      #expect((error as? TesseraError)?.kind == .corrupt, "\(error)")
    }
  }
}
