import TestSupport
import Testing

@testable import Tessera

@Suite("A key table")
struct KeyTableTests {
  /// Distinct keys in document order: short over a small alphabet, long and alike, or some very long.
  private func randomKeys(using random: inout SeededGenerator) -> [[UInt8]] {
    let prefix = [UInt8](repeating: 97, count: Int.random(in: 0...1, using: &random) * 12)
    let alphabet: ClosedRange<UInt8> = Bool.random(using: &random) ? 0...1 : 0...255
    let longest = Int.random(in: 1...12, using: &random)
    let keys = (0..<Int.random(in: 0..<300, using: &random)).map { _ in
      let isHuge = Int.random(in: 0..<2000, using: &random) == 0
      let count =
        isHuge ? Int.random(in: 60_000...65_000, using: &random) : Int.random(in: 0...longest, using: &random)
      return prefix + (0..<count).map { _ in UInt8.random(in: alphabet, using: &random) }
    }
    let distinct = Array(Set(keys)).sorted { $0.lexicographicallyPrecedes($1) }
    return Bool.random(using: &random) ? distinct : distinct.shuffled(using: &random)
  }

  /// The bytes of the sections of a table of texts.
  private func sections(_ keys: [[UInt8]]) throws -> (keys: [UInt8], order: [UInt8]) {
    let (keySection, order) = (SectionWriter(), SectionWriter())
    let ends = keys.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.count) }
    let written = Array(keys.joined()).withUnsafeBytes { bytes in
      Result { try KeyTableWriter.writeTexts(bytes, ends: ends, keys: keySection, order: order) }
    }
    try written.get()
    return (keySection.bytes, order.bytes)
  }

  private func table(_ sections: (keys: [UInt8], order: [UInt8])) throws -> KeyTable {
    try KeyTable(keys: SectionBytes(sections.keys), order: SectionBytes(sections.order))
  }

  private func find(_ key: [UInt8], in table: KeyTable) throws -> DocNumber? {
    try key.withUnsafeBufferPointer { key in try table.find(key) }
  }

  private func key(_ doc: Int, of table: KeyTable) throws -> [UInt8] {
    var key: [UInt8] = [1, 2, 3]
    try table.key(of: DocNumber(doc), into: &key)
    return key
  }

  private func allInOrder(_ table: KeyTable) throws -> [(DocNumber, [UInt8], UInt64)] {
    var cursor = KeyTableCursor(table)
    var all: [(DocNumber, [UInt8], UInt64)] = []
    while try cursor.advance() { all.append((try cursor.doc(), cursor.text, cursor.number)) }
    return all
  }

  @Test("of texts finds what a dictionary finds, both ways and in order", arguments: 0..<40)
  func texts(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let keys = randomKeys(using: &random)
    let table = try table(sections(keys))
    #expect(table.count == keys.count)
    for (doc, key) in keys.enumerated() {
      #expect(try find(key, in: table) == DocNumber(doc))
      #expect(try self.key(doc, of: table) == key)
    }
    let known = Set(keys)
    for _ in 0..<100 {
      var key = keys.randomElement(using: &random) ?? []
      if Bool.random(using: &random) { key.append(UInt8.random(in: 0...1, using: &random)) }
      if !key.isEmpty && Bool.random(using: &random) { key.removeLast() }
      if !key.isEmpty && Bool.random(using: &random) { key[key.count - 1] &+= 1 }
      if !known.contains(key) { #expect(try find(key, in: table) == nil) }
    }
    let sorted = keys.enumerated().sorted { $0.element.lexicographicallyPrecedes($1.element) }
    let all = try allInOrder(table)
    #expect(all.map(\.1) == sorted.map(\.element))
    #expect(all.map(\.0) == sorted.map { DocNumber($0.offset) })
    #expect(throws: TesseraError.self) { try self.key(keys.count, of: table) }
  }

  private func randomNumbers(using random: inout SeededGenerator) -> [UInt64] {
    var number = random.next() >> UInt64.random(in: 1..<64, using: &random)
    let step = UInt64.random(in: 1...4, using: &random)
    return (0..<Int.random(in: 0..<600, using: &random)).map { _ in
      number +=
        Int.random(in: 0..<500, using: &random) == 0
        ? 1 << 60 / 4 : UInt64.random(in: 1...step, using: &random)
      return number
    }
  }

  private func numberSections(_ numbers: [UInt64], docs: [DocNumber]) throws -> (
    keys: [UInt8], order: [UInt8]
  ) {
    let (keys, order) = (SectionWriter(), SectionWriter())
    var writer = KeyTableWriter(keys: keys, order: order, form: .numbers)
    for (number, doc) in zip(numbers, docs) { try writer.add(number, doc: doc) }
    try writer.finish()
    return (keys.bytes, order.bytes)
  }

  @Test("of numbers finds what a dictionary finds, both ways and in order", arguments: 0..<40)
  func numbers(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let numbers = randomNumbers(using: &random)
    var docs = numbers.indices.map { DocNumber($0) }
    if Bool.random(using: &random) { docs.shuffle(using: &random) }
    let table = try table(numberSections(numbers, docs: docs))
    for (number, doc) in zip(numbers, docs) {
      #expect(try find(Array("\(number)".utf8), in: table) == doc)
      #expect(try key(Int(doc), of: table) == Array("\(number)".utf8))
    }
    for number in Set(numbers.flatMap { [$0 - 1, $0 + 1] } + [0, .max]).subtracting(numbers) {
      #expect(try find(Array("\(number)".utf8), in: table) == nil)
    }
    for text in ["", "x", "01", "+1", "-1", "18446744073709551616", "99999999999999999999999", "1 "] {
      #expect(try find(Array(text.utf8), in: table) == nil)
    }
    let all = try allInOrder(table)
    #expect(all.map(\.2) == numbers && all.map(\.0) == docs)
  }

  @Test("of consecutive numbers takes an eighth of a byte a document")
  func consecutive() throws {
    let (keys, order) = try numberSections((5..<12805).map { $0 }, docs: (0..<12800).map { $0 })
    #expect(keys.count + order.count == 16 + 1600)
  }

  @Test("shares with another what their sets share", arguments: 0..<30)
  func commonKeys(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let small = randomKeys(using: &random).shuffled(using: &random)
    var other = small.filter { _ in Int.random(in: 0..<20, using: &random) == 0 } + randomKeys(using: &random)
    other = Array(Set(other)).shuffled(using: &random)
    let (a, b) = (try table(sections(small)), try table(sections(other)))
    var found: Set<[UInt8]> = []
    try a.forEachCommonKey(with: b) { here, there throws(TesseraError) in
      #expect(small[Int(here)] == other[Int(there)])
      #expect(found.insert(small[Int(here)]).inserted)
    }
    #expect(found == Set(small).intersection(other))
  }

  @Test("merged from several has the keys of those that stay", arguments: 0..<30)
  func merge(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var known: Set<[UInt8]> = []
    let parts = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
      randomKeys(using: &random).filter { known.insert($0).inserted }
    }
    let kept = parts.map { $0.map { _ in Int.random(in: 0..<4, using: &random) > 0 } }
    let count = kept.joined().filter { $0 }.count
    var numbers = (0..<DocNumber(count)).map { $0 }
    if Bool.random(using: &random) { numbers.shuffle(using: &random) }
    var expected = [[UInt8]](repeating: [], count: count)
    var maps: [[DocNumber?]] = []
    for (part, kept) in zip(parts, kept) {
      maps.append(
        zip(part, kept).map { key, isKept in
          guard isKept else { return nil }
          expected[Int(numbers.last!)] = key
          return numbers.removeLast()
        })
    }
    let (keys, order) = (SectionWriter(), SectionWriter())
    let sources = try zip(parts, maps).map { part, map in
      (try table(sections(part)), { (doc: DocNumber) -> DocNumber? in map[Int(doc)] })
    }
    try KeyTableWriter.merge(sources, form: .texts, keys: keys, order: order)
    let merged = try table((keys.bytes, order.bytes))
    #expect(try (0..<count).map { try key($0, of: merged) } == expected)
  }

  @Test("of damaged bytes that no checksum covers throws or answers, and never traps", arguments: 0..<300)
  func hostile(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var bytes: (keys: [UInt8], order: [UInt8])
    if seed % 3 == 0 {
      let numbers = randomNumbers(using: &random)
      bytes = try numberSections(
        numbers, docs: numbers.indices.map { DocNumber($0) }.shuffled(using: &random))
    } else {
      bytes = try sections(randomKeys(using: &random).filter { $0.count < 100 })
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      if Bool.random(using: &random) { random.damage(&bytes.keys) } else { random.damage(&bytes.order) }
    }
    guard let table = try? table(bytes) else { return }
    for doc in [0, 1, 15, 16, 17, table.count - 1, table.count, 1 << 32 - 1] where doc >= 0 {
      if let key = try? key(doc, of: table) { _ = try? find(key, in: table) }
    }
    for key in ["", "a", "1", "12345678901234567890", "\u{1}"] { _ = try? find(Array(key.utf8), in: table) }
    guard table.count < 100_000 else { return }
    _ = try? allInOrder(table)
    let (keys, order) = (SectionWriter(), SectionWriter())
    _ = try? KeyTableWriter.merge([(table, { $0 })], form: .texts, keys: keys, order: order)
    _ = try? table.forEachCommonKey(with: table) { _, _ in }
  }

  @Test("takes keys of 65,535 bytes and no longer ones")
  func longKeys() throws {
    let longest = [UInt8](repeating: 7, count: KeyTable.maximumKeySize)
    let table = try table(sections([longest, [7]]))
    #expect(try find(longest, in: table) == 0)
    #expect(try find(longest + [7], in: table) == nil)
    let error = try #require(throws: TesseraError.self) { try sections([longest + [7]]) }
    #expect(error.kind == .limitExceeded)
  }
}
