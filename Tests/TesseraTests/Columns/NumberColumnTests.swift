import TestSupport
import Testing

@testable import Tessera

/// A number column answers as an array of arrays of numbers does.
@Suite struct NumberColumnTests {
  @Test(arguments: 0..<200)
  func valuesAndDocumentsComeBack(seed: Int) throws {
    let fixture = NumberFixture(seed: seed)
    let column = try fixture.column()
    #expect(column.values.count == fixture.values.count)
    for (ordinal, value) in fixture.values.enumerated() {
      #expect(try column.value(UInt32(ordinal)) == value)
    }
    for (doc, numbers) in fixture.documents.enumerated() {
      var found: [UInt32] = []
      try column.ordinals.forEach(of: DocNumber(doc)) { found.append($0) }
      #expect(try found.map { try column.value($0) } == Set(numbers).sorted())
    }
    #expect(try column.bounds()?.lowerBound == fixture.values.first)
    #expect(try column.bounds()?.upperBound == fixture.values.last)
  }

  @Test(arguments: 0..<200)
  func rangesHoldTheValuesBetween(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = NumberFixture(seed: seed)
    let column = try fixture.column()
    for _ in 0..<30 {
      let lower = fixture.someBound(using: &random)
      let upper = fixture.someBound(using: &random)
      let range = try column.ordinalRange(from: lower, through: upper)
      for (ordinal, value) in fixture.values.enumerated() {
        let isIn = (lower.map { $0 <= value } ?? true) && (upper.map { value <= $0 } ?? true)
        #expect(range.contains(UInt32(ordinal)) == isIn)
      }
    }
  }

  @Test func integersBeyondDoublesStayApart() throws {
    let large: Int64 = 1 << 53
    let fixture = NumberFixture([
      [.integer(large + 1), .double(Double(large))], [.double(7)], [.integer(7)], [.integer(.max)],
      [.integer(.min)],
      [.double(0x1p63)], [.double(-1e300)], [.double(.infinity)],
    ])
    #expect(fixture.values.count == 8)
    let column = try fixture.column()
    #expect(try column.ordinalRange(from: .integer(large + 1), through: .integer(large + 1)).count == 1)
    #expect(try column.ordinalRange(from: .double(7.0), through: .integer(7)).count == 1)
    #expect(try column.ordinalRange(from: .integer(.max), through: nil).count == 3)
    #expect(try column.ordinalRange(from: .integer(8), through: .integer(6)).isEmpty)
    if case .integer(7) = try column.value(2) {} else { Issue.record("7.0 is kept as 7") }
  }

  @Test(arguments: 0..<100)
  func mergingKeepsOrderAndDropsWhatNoDocumentHas(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let fixtures = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      NumberFixture(seed: Int.random(in: 0..<30, using: &random))
    }
    let kept: [[DocNumber]?] = fixtures.map { fixture in
      guard Bool.random(using: &random) else { return nil }
      return fixture.documents.indices.filter { _ in Bool.random(using: &random) }.map { DocNumber($0) }
    }
    var expected: Set<Number> = []
    for (fixture, docs) in zip(fixtures, kept) {
      for doc in docs ?? fixture.documents.indices.map({ DocNumber($0) }) {
        expected.formUnion(fixture.documents[Int(doc)])
      }
    }
    var found: [Number] = []
    let bitmaps = zip(fixtures, kept).map { fixture, docs in
      docs.map { bitmap(of: $0, documentCount: fixture.documents.count) }
    }
    let merge = try NumberMerge(try fixtures.map { try $0.column() }, kept: bitmaps) { found.append($0) }
    #expect(found == expected.sorted())
    #expect(merge.count == found.count)
    for (source, map) in merge.maps.enumerated() {
      for (old, new) in map.enumerated() {
        if new == NumberMerge.dropped {
          #expect(!expected.contains(fixtures[source].values[old]) || kept[source] != nil)
        } else {
          #expect(found[Int(new)] == fixtures[source].values[old])
        }
      }
    }
  }

  @Test func valuesKnowWhetherTheyAreDates() throws {
    let fixture = NumberFixture([[1], [2, 3]])
    for areDates in [false, true] {
      #expect(try NumberValues(SectionBytes(fixture.written(areDates: areDates).values)).areDates == areDates)
    }
    // Of no value nothing is said.
    #expect(try !NumberValues(SectionBytes(NumberFixture([[], []]).written(areDates: true).values)).areDates)
    let (values, _) = fixture.written(areDates: true)
    for bit in 1..<32 {
      var damaged = values
      damaged[values.count - 4 + bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: TesseraError.self) { try NumberValues(SectionBytes(damaged)) }
    }
  }

  @Test(arguments: 0..<300)
  func damagedBytesThrowOrAnswer(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = NumberFixture(seed: seed)
    let (values, ordinals) = fixture.written()
    let damaged = values.damaged(using: &random)
    expectCorruptOrNothing {
      let values = try NumberValues(SectionBytes(damaged))
      for rank in 0..<UInt32(min(values.count + 1, 200)) {
        expectCorruptOrNothing { _ = try values.value(rank) }
        expectCorruptOrNothing { _ = try values.count(below: .integer(Int64(rank))) }
      }
      let column = try NumberColumn(column: SectionBytes(ordinals), values: SectionBytes(damaged))
      expectCorruptOrNothing { _ = try column.bounds() }
      expectCorruptOrNothing { _ = try NumberMerge([column, column], kept: [nil, nil]) { _ in } }
    }
  }
}

/// Documents' numbers as plain arrays.
struct NumberFixture {
  let documents: [[Number]]
  let values: [Number]

  init(_ documents: [[Number]]) {
    self.documents = documents
    values = Set(documents.joined()).sorted()
  }

  init(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let kind = Int.random(in: 0..<4, using: &random)
    self.init(
      (0..<Int.random(in: 0...200, using: &random)).map { _ in
        (0..<[0, 1, 1, 1, 3].randomElement(using: &random)!).map { _ in Self.number(kind, using: &random) }
      })
  }

  /// Years, dates, prices, or anything at all.
  private static func number(_ kind: Int, using random: inout SeededGenerator) -> Number {
    switch kind {
    case 0: .integer(Int64.random(in: 1900...2030, using: &random))
    case 1: .integer(1_700_000_000_000 + Int64.random(in: 0...1_000_000_000, using: &random))
    case 2: .double(Double(Int.random(in: 0...2000, using: &random)) / 10)
    default:
      [
        .integer(Int64.random(in: .min ... .max, using: &random)), .integer(.min), .integer(.max),
        .double(Double(Int64.random(in: .min ... .max, using: &random))), .double(-0.0), .integer(0),
        .double(Double.random(in: -1e20...1e20, using: &random)), .double(1e300), .double(-1e300),
      ].randomElement(using: &random)!
    }
  }

  /// Nil, a value, or one beside a value.
  func someBound(using random: inout SeededGenerator) -> Number? {
    switch (Int.random(in: 0..<4, using: &random), values.randomElement(using: &random)) {
    case (0, _), (_, nil): nil
    case (1, .integer(let integer)?): .integer(integer == .max ? integer : integer + 1)
    case (2, let value?): .double(value.doubleValue.nextUp)
    case (_, let value?): value
    }
  }

  func written(areDates: Bool = false) -> (values: [UInt8], ordinals: [UInt8]) {
    let sections = (SectionWriter(), SectionWriter())
    var writer = NumberColumnWriter(column: sections.1, values: sections.0)
    for value in values { writer.append(value: value) }
    for numbers in documents {
      let ordinals = Set(numbers).sorted().map { UInt32(values.firstIndex(of: $0)!) }
      if ordinals.count <= 1 {
        writer.append(ordinals.first)
      } else {
        ordinals.withUnsafeBufferPointer { writer.append($0) }
      }
    }
    writer.finish(areDates: areDates)
    return (sections.0.bytes, sections.1.bytes)
  }

  func column() throws -> NumberColumn {
    let (values, ordinals) = written()
    return try NumberColumn(column: SectionBytes(ordinals), values: SectionBytes(values))
  }
}
