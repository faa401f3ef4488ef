import TestSupport
import Testing

@testable import Tessera

@Suite struct FacetValuesTests {
  private struct Value {
    var folded: [UInt8]
    var spelling: [UInt8]
  }

  private func values(seed: Int) -> [Value] {
    var random = SeededGenerator(seed: seed)
    let words = ["comedy", "science", "fiction", "new-york", "über", "x", "7", "a b", ""]
    return (0..<Int.random(in: 0...100, using: &random)).map { _ in
      let folded = (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random)!
      }
      .joined(separator: " ")
      let spelling =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: folded
        case 1: folded.prefix(1).uppercased() + folded.dropFirst()
        case 2:
          folded.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
        case 3: folded.uppercased()
        case 4: String(repeating: folded, count: 40)
        default: ""
        }
      return Value(folded: Array(folded.utf8), spelling: Array(spelling.utf8))
    }
  }

  private func written(_ values: [Value]) -> [UInt8] {
    let section = SectionWriter()
    var writer = FacetValuesWriter(section)
    for value in values {
      value.spelling.withUnsafeBufferPointer { spelling in
        value.folded.withUnsafeBufferPointer { writer.append(spelling: spelling, folded: $0) }
      }
    }
    writer.finish()
    return section.bytes
  }

  @Test(arguments: 0..<200)
  func everyValueIsSpelledAsItWasGiven(seed: Int) throws {
    let values = values(seed: seed)
    let column = try FacetValues(SectionBytes(written(values)))
    #expect(column.count == values.count)
    for (ordinal, value) in values.enumerated() {
      var bytes = value.folded
      try column.spell(UInt32(ordinal), &bytes)
      #expect(bytes == value.spelling)
    }
    var bytes: [UInt8] = []
    #expect(throws: TesseraError.self) { try column.spell(UInt32(values.count), &bytes) }
  }

  @Test func capitalsTakeNoRoom() {
    let value = { (folded: String, spelling: String) in
      Value(folded: Array(folded.utf8), spelling: Array(spelling.utf8))
    }
    let plain = written([value("drama", "drama"), value("film noir", "film noir")])
    #expect(written([value("drama", "Drama"), value("film noir", "Film Noir")]).count == plain.count)
  }

  @Test(arguments: 0..<300)
  func damagedBytesThrowOrAnswer(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = written(values(seed: seed)).damaged(using: &random)
    expectCorruptOrNothing {
      let column = try FacetValues(SectionBytes(bytes))
      for ordinal in 0..<UInt32(min(column.count + 1, 200)) {
        var bytes: [UInt8] = [0x61, 0x20, 0x62]
        expectCorruptOrNothing { try column.spell(ordinal, &bytes) }
      }
    }
  }
}
