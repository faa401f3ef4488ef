import TestSupport
import Testing

@testable import Tessera

/// The order of addition is what a stable sort by length says.
@Suite("A document order")
struct DocumentOrderTests {
  /// Lengths in the order of addition: few or many different ones, clustered or not, or none.
  private func randomLengths(using random: inout SeededGenerator) -> [UInt8] {
    let count = Int.random(in: 0...3, using: &random) * 1000 + Int.random(in: 0...300, using: &random)
    let different = UInt8.random(in: 1...(Bool.random(using: &random) ? 4 : 240), using: &random)
    let isSorted = Int.random(in: 0...4, using: &random) == 0
    let stretch = Int.random(in: 1...200, using: &random)
    var length: UInt8 = 0
    let lengths = (0..<count).map { index in
      if index % stretch == 0 { length = UInt8.random(in: 0..<different, using: &random) }
      return length
    }
    return isSorted ? lengths.sorted() : lengths
  }

  /// The slow twin: for each document its ordinal.
  private func sorted(_ lengths: [UInt8]) -> [DocNumber] {
    lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }.map { DocNumber($0) }
  }

  private func bytes(_ lengths: [UInt8]) -> [UInt8] {
    let section = SectionWriter()
    lengths.withUnsafeBufferPointer { LengthOrder($0).writeOrdinals(to: section) }
    return section.bytes
  }

  @Test("leads from documents to ordinals and back", arguments: 0..<200)
  func bothWays(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let lengths = randomLengths(using: &random)
    let expected = sorted(lengths)
    let order = try DocumentOrder(SectionBytes(bytes(lengths)), documents: lengths.count)
    #expect(order.isIdentity == (expected == Array(0..<DocNumber(lengths.count))))
    #expect(try expected.indices.map { try order.ordinal(of: DocNumber($0)) } == expected)
    let starts = LengthRuns(lengths).starts
    for (start, end) in zip(starts, starts.dropFirst()) where start < end {
      let docs = DocNumber(start)..<DocNumber(end)
      for (doc, ordinal) in zip(docs, expected[start..<end]) {
        #expect(try order.doc(of: ordinal, in: docs) == doc)
        if start > 0 { #expect(try order.doc(of: ordinal, in: 0..<1) != doc) }
      }
    }
    let first = DocNumber.random(in: 0...DocNumber(lengths.count), using: &random)
    var found: [DocNumber] = []
    try order.forEach(in: first..<DocNumber(lengths.count)) { doc, ordinal in
      found.append(Int(doc) == Int(first) + found.count ? ordinal : .max)
    }
    #expect(found == Array(expected[Int(first)...]))
  }

  @Test("takes little more than the entropy of the lengths, and nothing where they ascend")
  func size() {
    var random = SeededGenerator(seed: 1)
    let lengths = (0..<100_000).map { _ in UInt8.random(in: 0..<50, using: &random) }
    #expect(bytes(lengths).count < 100_000 * 12 / 8)
    #expect(bytes(lengths.sorted()).isEmpty)
  }

  @Test("survives wild steps at its end")
  func wildSteps() throws {
    let section = SectionWriter()
    var writer = DocumentOrderWriter(section)
    let ordinals: [DocNumber] = [0, 0x7FFF_FFF0, 3, 0x7FFF_FFFF, 7]
    for ordinal in ordinals { writer.append(ordinal) }
    writer.finish()
    // As many documents as there are said to be decide how many blocks are expected; all here are in the first.
    let order = try DocumentOrder(SectionBytes(section.bytes), documents: 5)
    #expect(try order.ordinal(of: 0) == 0)
    #expect(throws: TesseraError.self) { try order.ordinal(of: 1) }
    #expect(try order.ordinal(of: 2) == 3)
  }

  @Test("cut short or with a flipped byte gives ordinals that could be, or an error", arguments: 0..<200)
  func damage(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let lengths = randomLengths(using: &random)
    var bytes = bytes(lengths)
    if bytes.isEmpty { return }
    if Bool.random(using: &random) {
      bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
    } else {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    }
    guard let order = try? DocumentOrder(SectionBytes(bytes), documents: lengths.count) else { return }
    for doc in 0..<DocNumber(lengths.count) {
      guard let ordinal = try? order.ordinal(of: doc) else { continue }
      #expect(ordinal < lengths.count)
    }
    if !order.isIdentity { #expect(throws: TesseraError.self) { try order.ordinal(of: 1 << 20) } }
  }
}
