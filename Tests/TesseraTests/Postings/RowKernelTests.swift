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
      if Bool.random(using: &random) {
        count = cvector_add_bytes(bytes, docs, values, docs.count, &carried)
      } else {
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
