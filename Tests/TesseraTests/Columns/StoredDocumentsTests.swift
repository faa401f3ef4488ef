import TestSupport
import Testing

@testable import Tessera

@Suite("Stored documents")
struct StoredDocumentsTests {
  /// Documents that compress, some that do not, empty ones, some longer than a block.
  private func randomDocuments(using random: inout SeededGenerator) -> [[UInt8]] {
    (0..<Int.random(in: 0..<60, using: &random)).map { _ in
      let largest = [10, 600, 3000, 30_000][Int.random(in: 0..<4, using: &random)]
      let alphabet: ClosedRange<UInt8> = Int.random(in: 0..<10, using: &random) == 0 ? 0...255 : 97...99
      let piece = (0..<50).map { _ in UInt8.random(in: alphabet, using: &random) }
      return (0..<Int.random(in: 0...largest, using: &random)).map { index in
        alphabet.count > 3 ? UInt8.random(in: 0...255, using: &random) : piece[index % 50]
      }
    }
  }

  private func write(
    _ body: (inout StoredDocumentsWriter) throws -> Void
  ) throws -> (documents: [UInt8], offsets: [UInt8]) {
    let (documents, offsets) = (SectionWriter(), SectionWriter())
    var writer = StoredDocumentsWriter(documents: documents, offsets: offsets)
    try body(&writer)
    writer.finish()
    return (documents.bytes, offsets.bytes)
  }

  private func sections(_ documents: [[UInt8]]) throws -> (documents: [UInt8], offsets: [UInt8]) {
    try write { writer in
      for document in documents { try document.withUnsafeBufferPointer { try writer.append($0) } }
    }
  }

  private func open(_ sections: (documents: [UInt8], offsets: [UInt8])) throws -> StoredDocuments {
    try StoredDocuments(documents: SectionBytes(sections.documents), offsets: SectionBytes(sections.offsets))
  }

  private func all(_ stored: StoredDocuments) throws -> [[UInt8]] {
    let reader = StoredDocumentsReader(stored)
    return try (0..<DocNumber(stored.count)).map { [UInt8](try reader.document($0)) }
  }

  @Test("come back one by one, in order and at random", arguments: 0..<12)
  func roundTrip(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let documents = randomDocuments(using: &random)
    let stored = try open(sections(documents))
    #expect(stored.count == documents.count)
    #expect(try all(stored) == documents)
    let reader = StoredDocumentsReader(stored)
    for _ in 0..<50 where !documents.isEmpty {
      let doc = Int.random(in: 0..<documents.count, using: &random)
      #expect([UInt8](try reader.document(DocNumber(doc))) == documents[doc])
      #expect(try stored.document(DocNumber(doc)) == documents[doc])
    }
    #expect(throws: TesseraError.self) { try stored.document(DocNumber(documents.count)) }
  }

  @Test("merged keep those that are kept, whole blocks copied or not", arguments: 0..<12)
  func merge(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var expected: [[UInt8]] = []
    let merged = try write { writer in
      for _ in 0..<3 {
        let documents = randomDocuments(using: &random)
        let rarity = Int.random(in: 2..<100, using: &random)
        let kept = documents.map { _ in Int.random(in: 0..<rarity, using: &random) > 0 }
        expected += zip(documents, kept).filter(\.1).map(\.0)
        try writer.append(open(sections(documents))) { kept[Int($0)] }
      }
    }
    #expect(try all(open(merged)) == expected)
  }

  @Test("of damaged bytes that no checksum covers throw or answer, and never trap", arguments: 0..<100)
  func hostile(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = try sections(
      (0..<200).map {
        [UInt8]("document \($0) \(random.next() % 1000)".utf8) + [UInt8](repeating: 97, count: 300)
      })
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      if Bool.random(using: &random) {
        random.damage(&bytes.documents)
      } else {
        random.damage(&bytes.offsets)
      }
    }
    guard let stored = try? open(bytes) else { return }
    for doc: DocNumber in [0, 1, 60, 100, 150, 198, 199, 200, .max] { _ = try? stored.document(doc) }
    _ = try? write { try $0.append(stored) { _ in true } }
    _ = try? write { try $0.append(stored) { $0 % 2 == 0 } }
  }
}
