import Testing

@testable import Tessera

@Suite("Buffers")
struct BufferTests {
  @Test("keep what they hold while they grow, from the heap to mapped memory and beyond")
  func grow() {
    var buffer = Buffer<UInt64>(capacity: 1)
    for value in 0..<2_000_000 as Range<UInt64> { buffer.append(value &* 0x9E37_79B9) }
    #expect(buffer.count == 2_000_000)
    #expect((0..<2_000_000).allSatisfy { buffer[$0] == UInt64($0) &* 0x9E37_79B9 })
    var bytes = Buffer<UInt8>()
    for size in [0, 1, 1 << 10, 1 << 20, 3, 5 << 20] {
      let start = bytes.count
      bytes.append(repeating: UInt8(truncatingIfNeeded: (size >> 18) + 1), count: size)
      #expect(bytes.elements[start...].allSatisfy { $0 == UInt8(truncatingIfNeeded: (size >> 18) + 1) })
    }
    #expect(bytes.byteCapacity >= bytes.count && bytes.count == 4 + (1 << 10) + (6 << 20))
  }

  @Test("a row of owned values ends each once")
  func ownedRow() {
    final class Counter { var ends = 0 }
    struct Owned: ~Copyable {
      let counter: Counter
      deinit { counter.ends += 1 }
    }
    let counter = Counter()
    do {
      let row = OwnedRow(count: 3) { _ in Owned(counter: counter) }
      row.base[1] = Owned(counter: counter)
      #expect(row.count == 3 && counter.ends == 1)
    }
    #expect(counter.ends == 4)
  }
}
