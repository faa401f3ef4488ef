import TestSupport
import Testing

@testable import Tessera

/// The best of several segments are those of a sorted array, ties by the order of addition.
@Suite struct TopHitsTests {
  /// A segment whose documents have lengths, and scores of a few values.
  private struct Segment {
    let lengths: [UInt8]
    let scores: [Float]
    /// For each document its ordinal.
    let ordinals: [DocNumber]

    init(using random: inout SeededGenerator) {
      let count = Int.random(in: 0...150, using: &random)
      let different = UInt8.random(in: 1...6, using: &random)
      let added = (0..<count).map { _ in UInt8.random(in: 0..<different, using: &random) }
      ordinals = added.indices.sorted { (added[$0], $0) < (added[$1], $1) }.map { DocNumber($0) }
      lengths = added.sorted()
      let values = Int.random(in: 1...8, using: &random)
      scores = lengths.map { _ in Float(Int.random(in: 0..<values, using: &random)) }
    }

    func order() throws -> DocumentOrder {
      let section = SectionWriter()
      var writer = DocumentOrderWriter(section)
      for ordinal in ordinals { writer.append(ordinal) }
      writer.finish()
      return try DocumentOrder(SectionBytes(section.bytes), documents: lengths.count)
    }
  }

  @Test("in any order of insertion, and nothing is turned down that would have entered", arguments: 0..<1_000)
  func agreesWithSorting(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let capacity = Int.random(in: 0...(seed % 4 == 0 ? 40 : 16), using: &random)
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    var top = TopHits(capacity: capacity, scratch: scratch)
    var all: [(score: Float, number: DocNumber)] = []
    var base: DocNumber = 0
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let segment = Segment(using: &random)
      let order = try segment.order()
      segment.lengths.withUnsafeBufferPointer { lengths in
        guard let start = lengths.baseAddress else { return }
        top.beginSegment(
          base: base,
          order.isIdentity
            ? nil : LargeSegment(order, start, documents: lengths.count, scratch: scratch))
        for doc in lengths.indices.shuffled(using: &random) {
          let (doc, score) = (DocNumber(doc), segment.scores[doc])
          let number = base + segment.ordinals[Int(doc)]
          if !top.admits(bound: score, from: doc, through: doc) {
            let better = all.filter { $0.score > score || ($0.score == score && $0.number < number) }
            #expect(better.count >= capacity)
          }
          let others = (DocNumber.random(in: 0...doc, using: &random), DocNumber(lengths.count - 1))
          if !top.admits(bound: score, from: others.0, through: others.1) {
            #expect(!top.admits(bound: score, from: doc, through: doc))
          }
          top.insert(score: score, doc: doc)
          all.append((score, number))
        }
      }
      base += DocNumber(segment.lengths.count)
    }
    all.sort { ($1.score, $0.number) < ($0.score, $1.number) }
    let best = top.sorted(scratch)
    #expect(best.map(\.doc) == all.prefix(capacity).map(\.number))
    #expect(best.map(\.score) == all.prefix(capacity).map(\.score))
    #expect(scratch.failure == nil)
  }
}
