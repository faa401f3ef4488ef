import TestSupport
import Testing

@testable import Tessera

@Suite("Table of terms")
struct TermTableTests {
  @Test("numbers, uses and order are those of a dictionary and a sort", arguments: 0..<60)
  func agreesWithDictionary(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let strings = (0..<Int.random(in: 0...1_500, using: &random)).map { _ in string(using: &random) }
    var table = TermTable(capacity: 16)
    var numbers: [[UInt8]: Int] = [:]
    var uses: [(count: Int, last: Int)] = []
    for (place, string) in strings.enumerated() {
      let (number, isNew) = string.withUnsafeBufferPointer { bytes in
        guard place.isMultiple(of: 2) else { return table.number(of: bytes) }
        let key = table.key(of: bytes)
        table.expect(key)
        return table.number(of: bytes, key)
      }
      #expect(isNew == (numbers[string] == nil))
      #expect(number == numbers[string, default: numbers.count])
      numbers[string] = number
      if isNew { uses.append((0, 0)) }
      // A thing of three strings counts each once.
      let start = place / 3 * 3
      let isCounted = uses[number].count > 0 && uses[number].last >= start
      #expect(table.record(of: number).pointee.use.isSince(UInt32(start)) == isCounted)
      if !isCounted {
        uses[number] = (uses[number].count + 1, place)
        table.record(of: number).pointee.use.count(at: UInt32(place))
      }
    }
    #expect(table.count == numbers.count)
    for (string, number) in numbers {
      #expect(table[number].elementsEqual(string))
      #expect(string.withUnsafeBufferPointer { table.find($0) } == number)
      #expect(table.documentCount(of: number) == uses[number].count)
    }
    for _ in 0..<50 {
      let other = string(using: &random)
      #expect(other.withUnsafeBufferPointer { table.find($0) } == numbers[other])
    }
    let sorted = numbers.keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(table.sortedNumbers().map(Int.init) == sorted.map { numbers[$0]! })
  }

  /// Of lengths around eight and sixteen, many with the same beginning or end, with zeros, which pad shorter ones.
  private func string(using random: inout SeededGenerator) -> [UInt8] {
    let count = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 25, 60].randomElement(using: &random)!
    var string = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    for _ in 0..<min(count, 3) {
      let place = Int.random(in: 0..<count, using: &random)
      string[place] = [0, 97, 98, 0xC3, 0xFF].randomElement(using: &random)!
    }
    return string
  }
}
