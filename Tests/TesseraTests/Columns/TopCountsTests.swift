import TestSupport
import Testing

@testable import Tessera

/// The highest counts: found as sorting finds them, read as written, and damaged bytes give none or some in order.
@Suite("Top counts")
struct TopCountsTests {
  private struct Sample {
    var entries: [TopCounts.Entry] = []
    let limit: Int
    let most: Int
    let depth: Int

    init(using random: inout SeededGenerator) {
      limit = [1, 2, 17, 5_000, 1 << 20].randomElement(using: &random)!
      most = [1, 3, 1_000, 1 << 30].randomElement(using: &random)!
      depth = .random(in: 1...TopCountsCodec.maximumDepth, using: &random)
      let numbers = Set((0..<depth).map { _ in UInt32.random(in: 0..<UInt32(limit), using: &random) })
      let bound = UInt32(Bool.random(using: &random) ? most : min(most, 3))
      entries = numbers.map { TopCounts.Entry(number: $0, count: .random(in: 1...bound, using: &random)) }
        .sorted { ($1.count, $0.number) < ($0.count, $1.number) }
    }
  }

  @Test("are read as written, several behind each other", arguments: 0..<200)
  func roundTrip(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let samples = (0..<4).map { _ in Sample(using: &random) }
    var bits = BitString()
    for sample in samples {
      TopCountsCodec.append(sample.entries, limit: sample.limit, most: sample.most, to: &bits)
    }
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    (bits.bytes + [UInt8](repeating: 0xFF, count: 8)).withUnsafeBytes { bytes in
      var bit = 0
      for sample in samples {
        let found = TopCountsCodec.read(
          UnsafeRawBufferPointer(rebasing: bytes.dropLast(8)), at: &bit, limit: sample.limit,
          most: sample.most, depth: sample.depth, scratch: scratch)
        #expect(found?.entries.map(\.number) == sample.entries.map(\.number))
        #expect(found?.entries.map(\.count) == sample.entries.map(\.count))
        #expect(found?.isComplete == (sample.entries.count < sample.depth))
      }
    }
  }

  @Test("stand as the format says")
  func example() {
    var bits = BitString()
    let entries = [TopCounts.Entry(number: 3, count: 5), TopCounts.Entry(number: 0, count: 2)]
    TopCountsCodec.append(entries, limit: 4, most: 7, to: &bits)
    #expect(bits.bytes == [0xE2, 0x22])
  }

  @Test("damaged bytes give none, or numbers and counts as they may be", arguments: 0..<300)
  func damage(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let sample = Sample(using: &random)
    var bits = BitString()
    TopCountsCodec.append(sample.entries, limit: sample.limit, most: sample.most, to: &bits)
    var bytes = bits.bytes
    if Bool.random(using: &random) {
      bytes.removeLast(.random(in: 0...bytes.count, using: &random))
    } else {
      bytes[bytes.indices.randomElement(using: &random)!] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    let count = bytes.count
    (bytes + [UInt8](repeating: 0, count: 8)).withUnsafeBytes { bytes in
      var bit = 0
      guard
        let found = TopCountsCodec.read(
          UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: &bit, limit: sample.limit, most: sample.most,
          depth: sample.depth, scratch: scratch)
      else { return }
      #expect(found.entries.count <= sample.depth)
      #expect(found.entries.allSatisfy { $0.number < sample.limit && 1...sample.most ~= Int($0.count) })
      for (left, right) in zip(found.entries, found.entries.dropFirst()) {
        #expect((right.count, left.number) < (left.count, right.number))
      }
    }
  }

  @Test("of documents are those that sorting finds", arguments: 0..<100)
  func tally(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let valueCount = [1, 5, 60, 900].randomElement(using: &random)!
    var builder = FacetRowsBuilder()
    let most = [0...1, 1...1, 0...4, 0...60].randomElement(using: &random)! as ClosedRange<Int>
    let documents = (0..<Int.random(in: 1...400, using: &random)).map { _ -> [UInt32] in
      let values = (0..<Int.random(in: most, using: &random)).map { _ in
        UInt32.random(in: 0..<UInt32(valueCount), using: &random)
      }
      return Set(values).sorted()
    }
    for values in documents {
      for value in values.shuffled(using: &random) { builder.append(value: value) }
      builder.endDocument()
    }
    for (doc, values) in documents.enumerated() { #expect(builder[doc].elementsEqual(values)) }
    // Numbers of values above 16 bits too, in a field of that many.
    let wide = Bool.random(using: &random)
    let rows = FacetRows(builder, valueCount: wide ? 1 << 16 + valueCount : valueCount)
    let docs = documents.indices.filter { _ in Bool.random(using: &random) }.map { DocNumber($0) }
    var counts = [Int](repeating: 0, count: valueCount)
    for doc in docs { for value in documents[Int(doc)] { counts[Int(value)] += 1 } }
    let expected = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$1], $0) < (counts[$0], $1) }
    let depth = Int.random(in: 1...20, using: &random)
    var tally = TopCountsTally()
    docs.withUnsafeBufferPointer { tally.count($0, in: rows) }
    let found = tally.top(depth: depth)
    #expect(found.map { Int($0.number) } == Array(expected.prefix(depth)))
    #expect(found.map { Int($0.count) } == expected.prefix(depth).map { counts[$0] })
    let least = Int.random(in: 1...8, using: &random)
    let frequent = tally.values(least: least)
    #expect(frequent.map { Int($0.number) } == counts.indices.filter { counts[$0] >= least })
    #expect(frequent.allSatisfy { Int($0.count) == counts[Int($0.number)] })
    let all = documents.flatMap { $0 }
    let greatest = Dictionary(grouping: all) { $0 }.values.map(\.count).max() ?? 0
    #expect(rows.greatestCount() == greatest)
    var pairs: [[Int]] = []
    docs.withUnsafeBufferPointer { docs in rows.forEachValue(of: docs) { pairs.append([$0, $1]) } }
    #expect(
      pairs == docs.enumerated().flatMap { place, doc in documents[Int(doc)].map { [place, Int($0)] } })
  }
}
