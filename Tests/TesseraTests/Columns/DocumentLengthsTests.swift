import TestSupport
import Testing

@testable import Tessera

@Suite("Lengths of documents")
struct DocumentLengthsTests {
  private func randomCodes(using random: inout SeededGenerator) -> [UInt8] {
    let count = Int.random(in: 0...400, using: &random)
    let codes = UInt8.random(in: 0...10, using: &random)...UInt8.random(in: 10...255, using: &random)
    return (0..<count).map { _ in UInt8.random(in: codes, using: &random) }
  }

  private func bytes(_ codes: [UInt8]) -> [UInt8] {
    let section = SectionWriter()
    LengthRuns(codes).write(to: section)
    return section.bytes
  }

  private func codes(_ lengths: DocumentLengths, _ count: Int) throws -> [UInt8] {
    Array(UnsafeBufferPointer(start: try lengths.codes(), count: count))
  }

  @Test("as runs are what they are one by one", arguments: 0..<200)
  func asRuns(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let some = randomCodes(using: &random)
    let sorted = some.sorted()
    let lengths = try DocumentLengths(SectionBytes(bytes(some)), areRuns: true, documents: some.count)
    let plain = try DocumentLengths(SectionBytes(some), areRuns: false, documents: some.count)
    #expect(bytes(some).count == LengthRuns.byteCount)
    #expect(try codes(lengths, some.count) == sorted)
    #expect(try codes(plain, some.count) == some)
    let runs = try lengths.runs()
    #expect(try runs == plain.runs())
    #expect(runs == LengthRuns(sorted))
    #expect(runs.documents == some.count)
    for doc in sorted.indices {
      let (start, code) = (sorted.firstIndex(of: sorted[doc])!, Int(sorted[doc]))
      let end = sorted[doc...].firstIndex { $0 > code } ?? sorted.count
      #expect(runs.end(of: DocNumber(doc)) == end)
      #expect(runs.starts[code...code + 1] == [start, end])
    }
  }

  @Test("cut short or with changed bytes are those of as many documents, or an error", arguments: 0..<400)
  func damage(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let some = randomCodes(using: &random)
    var bytes = bytes(some)
    random.damage(&bytes)
    do {
      let lengths = try DocumentLengths(SectionBytes(bytes), areRuns: true, documents: some.count)
      let codes = try codes(lengths, some.count)
      #expect(codes == codes.sorted())
      #expect(try lengths.runs() == LengthRuns(codes))
    } catch {
      let error = try #require(error as? TesseraError)
      #expect(error.kind == .corrupt && error.detail.contains("damaged in section"))
      #expect(bytes != self.bytes(some))
    }
  }

  @Test("of another number of documents are an error")
  func otherNumber() throws {
    for documents in [0, 2, 4, 1 << 31] {
      let lengths = try DocumentLengths(
        SectionBytes(bytes([7, 7, 9])), areRuns: true, documents: documents)
      #expect(throws: TesseraError.self) { try lengths.runs() }
      #expect(throws: TesseraError.self) { try lengths.codes() }
    }
    #expect(throws: TesseraError.self) {
      try DocumentLengths(SectionBytes([7, 7, 9]), areRuns: false, documents: 4)
    }
  }
}
