import CVector
import TestSupport
import Testing

@testable import Tessera

/// The kernels over rows of bytes and bits against loops too simple to be wrong.
@Suite struct RowKernelTests {
  @Test("bytes and carries together are the sums", arguments: 0..<300)
  func sums(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let documents = 64 * Int.random(in: 1...40, using: &random)
    var expected = [UInt64](repeating: 0, count: documents)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: documents)
    bytes.initialize(repeating: 0, count: documents)
    defer { bytes.deallocate() }
    var carries: [UInt64] = []
    let greatest: UInt32 = [3, 90, 300, 1 << 30].randomElement(using: &random)!
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let share = Double.random(in: 0...1, using: &random)
      let docs = (0..<UInt32(documents)).filter { _ in Double.random(in: 0..<1, using: &random) < share }
      var values = docs.map { _ in UInt32.random(in: 1...greatest, using: &random) }
      for (doc, value) in zip(docs, values) { expected[Int(doc)] += UInt64(value) }
      var carried = [UInt64](repeating: 0, count: documents)
      let count: Int
      switch Int.random(in: 0..<3, using: &random) {
      case 0: count = cvector_add_bytes(bytes, docs, values, docs.count, &carried)
      case 1:
        let pairs = zip(docs, values).map { UInt64($0) << 32 | UInt64($1) }
        count = cvector_add_pairs(bytes, pairs, pairs.count, &carried)
      default:
        values += repeatElement(7, count: 64)
        count = cvector_add_dense_bytes(
          bytes, words(docs, documents), documents / 64, 0, values, &carried)
      }
      carries += carried.prefix(count)
    }
    var sums = (0..<documents).map { UInt64(bytes[$0]) }
    for carry in carries { sums[Int(carry >> 32)] += carry & 0xFFFF_FFFF }
    #expect(sums == expected)
    #expect((0..<documents).allSatisfy { (bytes[$0] != 0) == (expected[$0] != 0) })
  }

  @Test("marks, bits and counts are those of a loop", arguments: 0..<300)
  func marks(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let documents = 64 * Int.random(in: 1...40, using: &random)
    func some(using random: inout SeededGenerator) -> [UInt32] {
      let share = Double.random(in: 0...1, using: &random)
      return (0..<UInt32(documents)).filter { _ in Double.random(in: 0..<1, using: &random) < share }
    }
    let (left, right) = (some(using: &random), some(using: &random))
    var bytes = [UInt8](repeating: 0, count: documents)
    if Bool.random(using: &random) {
      cvector_mark_bytes(&bytes, left, left.count)
    } else {
      cvector_mark_dense_bytes(&bytes, words(left, documents), documents / 64)
    }
    var bits = [UInt64](repeating: 0, count: documents / 64)
    cvector_nonzero_words(bytes, documents / 64, &bits)
    #expect(bits == words(left, documents))

    let both = right.filter(Set(left).contains)
    let other = words(right, documents)
    #expect(cvector_count_and(bits, other, bits.count) == both.count)
    #expect(cvector_count_bytes(right, right.count, bytes) == both.count)
    #expect(cvector_count_bits(right, right.count, bits) == both.count)
    var docs = right + repeatElement(0, count: 16)
    var slots = docs
    let kept = cvector_filter_bytes(&docs, &slots, right.count, bytes)
    #expect(Array(docs.prefix(kept)) == both && Array(slots.prefix(kept)) == both)
    var taken = [UInt32](repeating: 9, count: right.count + 16)
    cvector_take_bytes(right, right.count, bytes, &taken)
    #expect(taken.prefix(right.count).elementsEqual(right.map { UInt32(bytes[Int($0)]) }))

    var cleared = bits
    cvector_and(&cleared, other, cleared.count)
    #expect(cleared == words(both, documents))
    cleared = bits
    cvector_and_not(&cleared, other, cleared.count)
    #expect(cleared == words(left.filter { !Set(right).contains($0) }, documents))
  }

  @Test("kept documents, set bits and ranks are those of a loop", arguments: 0..<300)
  func kept(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let documents = 64 * Int.random(in: 1...40, using: &random)
    func some(below limit: Int, using random: inout SeededGenerator) -> [UInt32] {
      let share = Double.random(in: 0...1, using: &random)
      return (0..<UInt32(limit)).filter { _ in Double.random(in: 0..<1, using: &random) < share }
    }
    // Each document has a bit of its own, or shares it with others.
    let size = Bool.random(using: &random) ? documents : 64
    let mask: UInt32 = size == documents ? .max : 63
    let wanted = some(below: size, using: &random)
    let docs = some(below: documents, using: &random)
    let places = docs.indices.filter { Set(wanted).contains(docs[$0] & mask) }
    let bits = words(wanted, size)
    var keptDocs = [UInt32](repeating: 0, count: docs.count + 16)
    var keptPlaces = keptDocs
    let count = cvector_keep(docs, docs.count, bits, mask, &keptDocs, &keptPlaces)
    #expect(keptDocs.prefix(count).elementsEqual(places.map { docs[$0] }))
    #expect(keptPlaces.prefix(count).elementsEqual(places.map { UInt32($0) }))

    let gaps = docs.indices.map { $0 == 0 ? docs[0] : docs[$0] - docs[$0 - 1] - 1 }
    let width = BitRow.width(of: gaps.max() ?? 0)
    let values = docs.map { _ in UInt32.random(in: 0..<32, using: &random) }
    var (gapRow, valueRow): ([UInt8], [UInt8]) = ([], [])
    gaps.withUnsafeBufferPointer { BitRow.append($0, width: width, to: &gapRow) }
    values.withUnsafeBufferPointer { BitRow.append($0, width: 5, to: &valueRow) }
    (gapRow, valueRow) = (gapRow + repeatElement(0, count: 8), valueRow + repeatElement(0, count: 8))
    // The last document may be behind the end.
    let end = docs.last.map { UInt64($0) + UInt64.random(in: 0...1, using: &random) } ?? 0
    let read = docs.count { $0 < end }
    var pairs = [UInt64](repeating: 0, count: docs.count + 1)
    var number = 0
    #expect(
      cvector_keep_gaps(
        gapRow, UInt32(width), docs.count, end, bits, mask, valueRow, 5, &pairs, &number) == read)
    let before = places.filter { $0 < read }
    #expect(
      pairs.prefix(number).elementsEqual(before.map { UInt64(docs[$0]) << 32 | UInt64(values[$0] + 1) }))
    #expect(
      cvector_keep_gaps(gapRow, UInt32(width), docs.count, end, bits, mask, nil, 0, &pairs, &number)
        == read)
    #expect(pairs.prefix(number).elementsEqual(before.map { UInt64(docs[$0]) << 32 | 1 }))

    var set = [UInt64](repeating: 0, count: documents / 64)
    cvector_set_bits(&set, docs, docs.count)
    #expect(set == words(docs, documents))
    var ranks = [UInt32](repeating: 0, count: docs.count)
    cvector_ranks(set, docs, docs.count, &ranks)
    #expect(ranks == docs.indices.map { UInt32($0) })
    let more = some(below: documents, using: &random)
    cvector_or(&set, words(more, documents), set.count)
    #expect(set == words(docs + more, documents))
    var ofGaps = [UInt64](repeating: 0, count: documents / 64)
    #expect(cvector_set_gaps(&ofGaps, gapRow, UInt32(width), docs.count, end) == read)
    #expect(ofGaps == words(Array(docs.prefix(read)), documents))
  }

  @Test("the next value above a floor", arguments: 0..<200)
  func nextAbove(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...100, using: &random)
    let values = (0..<count + 16).map { _ in UInt32.random(in: 0...5, using: &random) }
    let from = Int.random(in: 0...count, using: &random)
    let floor = UInt32.random(in: 0...5, using: &random)
    let expected = (from..<count).first { values[$0] > floor } ?? count
    #expect(cvector_find_above(values, from, count, floor) == expected)
  }

  private func words(_ docs: [UInt32], _ documents: Int) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: documents / 64)
    for doc in docs { words[Int(doc / 64)] |= 1 << UInt64(doc % 64) }
    return words
  }
}
