import TestSupport
import Testing

@testable import Tessera

@Suite("A bit-packed array")
struct BitPackedArrayTests {
  @Test("gives back every number at every width", arguments: Array(0...57) + [64])
  func roundTrip(width: Int) throws {
    var random = SeededGenerator(seed: width)
    let section = SectionWriter()
    section.append([1, 2, 3])
    let values = (0..<Int.random(in: 0..<500, using: &random)).map { index in
      // The largest and the smallest number of the width among them.
      index % 7 == 0 ? BitPacking.mask(width) : random.next() & BitPacking.mask(width)
    }
    var writer = BitPackedWriter(section, width: width)
    for value in values { writer.append(value) }
    writer.finish()
    let bytes = SectionBytes(section.bytes)
    let array = try BitPackedArray(bytes, at: 3, count: values.count, width: width)
    #expect(array.byteCount == bytes.count - 3)
    #expect(values.indices.map { array[$0] } == values)
    for (index, value) in values.enumerated() { #expect(try array.checked(index) == value) }
    try array.check(0..<values.count)
  }

  @Test("refuses what does not fit its section, however wild")
  func wildNumbers() throws {
    let section = SectionBytes([UInt8](repeating: 0, count: 100))
    for (start, count, width) in [
      (0, 101, 8), (1, 100, 8), (-1, 1, 8), (0, -1, 8), (0, 1, 58), (0, 1, 65), (0, 1, -1), (0, Int.max, 64),
      (0, Int.max, 1), (Int.max, 1, 1), (Int.min, 1, 1), (101, 0, 0),
    ] {
      #expect(throws: TesseraError.self) {
        try BitPackedArray(section, at: start, count: count, width: width)
      }
    }
    let array = try BitPackedArray(section, at: 0, count: 100, width: 8)
    for index in [-1, 100, Int.max, Int.min] {
      #expect(throws: TesseraError.self) { try array.checked(index) }
    }
    #expect(throws: TesseraError.self) { try array.check(50..<101) }
    let zeros = try BitPackedArray(section, at: 100, count: Int.max, width: 0)
    #expect(try zeros.checked(Int.max - 1) == 0)
  }

  @Test("takes the fewest bits that hold the largest number, and 64 above 57")
  func widths() {
    #expect(BitPacking.width(for: 0) == 0)
    #expect(BitPacking.width(for: 1) == 1)
    #expect(BitPacking.width(for: 255) == 8)
    #expect(BitPacking.width(for: 256) == 9)
    #expect(BitPacking.width(for: 1 << 57 - 1) == 57)
    #expect(BitPacking.width(for: 1 << 57) == 64)
    #expect(BitPacking.width(for: .max) == 64)
  }
}
