import TestSupport
import Testing

@testable import Tessera

/// A dictionary answers as a sorted array of its terms does.
@Suite struct TermDictionaryTests {
  @Test(arguments: 0..<300)
  func findsEveryTermAndNoOther(seed: Int) throws {
    let fixture = TermFixture(seed: seed)
    let dictionary = try fixture.dictionary()
    #expect(dictionary.count == fixture.rows.count)
    var term: [UInt8] = [1, 2, 3]
    for row in fixture.rows {
      #expect(try dictionary.find(row.term) == row.entry)
      #expect(try dictionary.entry(row.entry.number) == row.entry)
      try dictionary.term(row.entry.number, into: &term)
      #expect(term == row.term)
    }
    var random = SeededGenerator(seed: seed)
    let terms = Set(fixture.rows.map(\.term))
    for question in fixture.questions(using: &random) where !terms.contains(question) {
      #expect(try dictionary.find(question) == nil, "\(question)")
    }
  }

  @Test(arguments: 0..<300)
  func findsSeveralAsItFindsEach(seed: Int) throws {
    let fixture = TermFixture(seed: seed)
    let dictionary = try fixture.dictionary()
    var random = SeededGenerator(seed: seed)
    let questions = fixture.questions(using: &random, limit: 30) + fixture.rows.prefix(10).map(\.term)
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    var bounds = ScratchArray<TermBound>(capacity: questions.count, scratch: scratch)
    for question in questions { bounds.append(TermBound(before: scratch.copy(of: question))) }
    let entries = scratch.allocate(TermEntry?.self, questions.count)
    try dictionary.find(bounds, into: entries, scratch: scratch)
    for (index, question) in questions.enumerated() {
      #expect(try entries[index] == dictionary.find(question), "\(question)")
    }
  }

  @Test(arguments: 0..<300)
  func rangeOfAPrefixHoldsTheTermsThatBeginWithIt(seed: Int) throws {
    let fixture = TermFixture(seed: seed)
    let dictionary = try fixture.dictionary()
    var random = SeededGenerator(seed: seed)
    for prefix in fixture.questions(using: &random) {
      let found = try dictionary.find(prefix: prefix)
      #expect(found.range == fixture.range(ofPrefix: prefix), "\(prefix)")
      #expect(try found.exact == dictionary.find(prefix), "\(prefix)")
    }
  }

  @Test(arguments: 0..<200)
  func rangeBetweenTwoBoundsIsHalfOpen(seed: Int) throws {
    let fixture = TermFixture(seed: seed)
    let dictionary = try fixture.dictionary()
    var random = SeededGenerator(seed: seed)
    let questions = fixture.questions(using: &random, limit: 30)
    for lower in questions {
      let upper = Int.random(in: 0..<8, using: &random) == 0 ? nil : questions.randomElement(using: &random)
      let expected = fixture.range(from: lower, to: upper)
      #expect(
        try dictionary.range(from: lower, to: upper) == expected, "\(lower) \(String(describing: upper))")
    }
    #expect(try dictionary.all() == fixture.range(ofPrefix: []))
  }

  @Test(arguments: 0..<200)
  func cursorsAndListsGiveARangeInOrder(seed: Int) throws {
    let fixture = TermFixture(seed: seed)
    let dictionary = try fixture.dictionary()
    #expect(try dictionary.rows() == fixture.rows)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let bounds = [0, 0].map { _ in TermNumber.random(in: 0...TermNumber(fixture.rows.count), using: &random)
      }
      let numbers = bounds.min()!..<bounds.max()!
      #expect(
        try dictionary.rows(in: numbers) == fixture.rows[Int(bounds.min()!)..<Int(bounds.max()!)].map { $0 })
      var entries: [TermEntry] = []
      try dictionary.forEachList(in: dictionary.range(of: numbers)) { documents, offset, bytes in
        entries.append(
          TermEntry(
            number: numbers.lowerBound + TermNumber(entries.count), documentCount: documents, offset: offset,
            byteCount: bytes))
      }
      #expect(entries == fixture.rows[Int(bounds.min()!)..<Int(bounds.max()!)].map(\.entry))
    }
  }

  @Test func manyBlocksWithOneKeyAreTold() throws {
    // All keys are those of "https://", and beyond 4096 blocks the search takes its long steps.
    var random = SeededGenerator(seed: 1)
    let fixture = TermFixture((0..<67_000).map { Array("https://\($0 * 7)".utf8) }, using: &random)
    let dictionary = try fixture.dictionary()
    for row in fixture.rows.shuffled(using: &random).prefix(2000) {
      #expect(try dictionary.find(row.term) == row.entry)
      #expect(try dictionary.find(row.term + [0]) == nil)
    }
    #expect(try dictionary.range(ofPrefix: Array("https://".utf8)).count == 67_000)
    #expect(try dictionary.range(ofPrefix: Array("https:".utf8)).count == 67_000)
    #expect(
      try dictionary.range(ofPrefix: Array("https://1".utf8))
        == fixture.range(ofPrefix: Array("https://1".utf8)))
    #expect(try dictionary.find(Array("http".utf8)) == nil)
  }

  @Test func termsOf64KiBAndTheLargestNumbersComeBack() throws {
    let long = [UInt8](repeating: 0x61, count: 65_535)
    let terms = [[], [0x61], long, long + [0], long + [1, 2], [0xFF]]
    let section = SectionWriter()
    var writer = TermDictionaryWriter(section)
    for term in terms {
      term.withUnsafeBufferPointer { writer.add(term: $0, documentCount: .max, byteCount: 1 << 50) }
    }
    writer.finish()
    let dictionary = try TermDictionary(SectionBytes(section.bytes))
    for (number, term) in terms.enumerated() {
      let entry = TermEntry(
        number: TermNumber(number), documentCount: .max, offset: number << 50, byteCount: 1 << 50)
      #expect(try dictionary.find(term) == entry)
    }
    #expect(try dictionary.rows().map(\.term) == terms)
    #expect(try dictionary.range(ofPrefix: [0x61]).documentCountSum == 4 * UInt64(UInt32.max))
  }

  @Test func anEmptyDictionaryHasNothing() throws {
    let dictionary = try TermFixture.empty.dictionary()
    #expect(dictionary.count == 0)
    #expect(try dictionary.find([0x61]) == nil)
    #expect(try dictionary.find([]) == nil)
    #expect(try dictionary.range(ofPrefix: []).isEmpty)
    #expect(try dictionary.range(from: [1], to: nil).isEmpty)
    #expect(try dictionary.rows().isEmpty)
    #expect(throws: TesseraError.self) { try dictionary.entry(0) }
  }
}
