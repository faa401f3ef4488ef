import TestSupport
import Testing

@testable import Tessera

@Suite("A byte reader")
struct ByteReaderTests {
  /// Numbers of every length.
  private func numbers(seed: Int) -> [UInt64] {
    var random = SeededGenerator(seed: seed)
    return [0, 127, 128, .max]
      + (0..<200).map { _ in random.next() >> UInt64.random(in: 0..<64, using: &random) }
  }

  @Test("reads what a byte writer wrote", arguments: 0..<20)
  func roundTrip(seed: Int) throws {
    var writer = ByteWriter()
    for number in numbers(seed: seed) {
      writer.append(number)
      writer.append(UInt16(truncatingIfNeeded: number))
      writer.appendVarint(number)
      writer.appendCounted([UInt8](repeating: 7, count: Int(number & 63)))
    }
    var reader = ByteReader(writer.bytes, file: "f", part: "p")
    for number in numbers(seed: seed) {
      #expect(try reader.read(UInt64.self) == number)
      #expect(try reader.read() == UInt16(truncatingIfNeeded: number))
      #expect(try reader.readVarint() == number)
      #expect(try reader.readCounted("sevens", limit: 63).count == Int(number & 63))
    }
    #expect(reader.isAtEnd)
  }

  @Test("throws at the end, and where a number is too long or too large")
  func ends() {
    let tooLong = [UInt8](repeating: 0x80, count: 11)
    let tooLarge = [UInt8](repeating: 0xFF, count: 9) + [2]
    for bytes in [[], [0x80], tooLong, tooLarge] {
      var reader = ByteReader(bytes, file: "f", part: "p")
      #expect(throws: TesseraError.self) { try reader.readVarint() }
      var other = ByteReader([UInt8](bytes.prefix(7)), file: "f", part: "p")
      #expect(throws: TesseraError.self) { try other.read(UInt64.self) }
    }
    var reader = ByteReader([200, 1, 0], file: "f", part: "p")
    #expect(throws: TesseraError.self) { try reader.readCounted("bytes", limit: 1000) }
    var wild = ByteReader([1], file: "f", part: "p")
    #expect(throws: TesseraError.self) { try wild.readBytes(-1) }
    #expect(throws: TesseraError.self) { try wild.readBytes(.max) }
  }

  @Test("reads the varints of a section writer too")
  func sectionVarints() throws {
    let section = SectionWriter()
    for number in numbers(seed: 3) { section.appendVarint(number) }
    var reader = ByteReader(section.bytes, file: "f", part: "p")
    for number in numbers(seed: 3) { #expect(try reader.readVarint() == number) }
  }
}
