import TestSupport
import Testing

@testable import Tessera

/// A column answers as an array of arrays does.
@Suite struct OrdinalColumnTests {
  @Test(arguments: 0..<150)
  func everyDocumentHasItsOrdinals(seed: Int) throws {
    let fixture = OrdinalFixture(seed: seed)
    let column = try fixture.column()
    #expect(column.documentCount == fixture.documents.count)
    #expect(column.ordinalCount == fixture.ordinalCount)
    #expect(column.valueCount == fixture.documents.reduce(0) { $0 + $1.count })
    var random = SeededGenerator(seed: seed)
    for (doc, ordinals) in fixture.documents.enumerated() {
      var found: [UInt32] = []
      try column.forEach(of: DocNumber(doc)) { found.append($0) }
      guard found == ordinals else {
        Issue.record("\(doc): \(found) for \(ordinals)")
        return
      }
      #expect(try column.first(of: DocNumber(doc)) == ordinals.first)
      if doc % 50 == 0 {
        let range = fixture.someRange(using: &random)
        #expect(try column.contains(DocNumber(doc), in: range) == fixture.has(DocNumber(doc), in: range))
      }
    }
    #expect(throws: TesseraError.self) { try column.first(of: DocNumber(fixture.documents.count)) }
  }

  @Test(arguments: 0..<150)
  func talliesAreThoseOfTheDocuments(seed: Int) throws {
    let fixture = OrdinalFixture(seed: seed)
    guard fixture.ordinalCount < 100_000 else { return }
    let column = try fixture.column()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      let docs = fixture.someDocs(using: &random)
      var expected = [UInt32](repeating: 0, count: fixture.ordinalCount)
      for doc in docs { for ordinal in fixture.documents[Int(doc)] { expected[Int(ordinal)] += 1 } }
      var counts = [UInt32](repeating: 0, count: fixture.ordinalCount)
      try column.tally(docs, into: &counts)
      #expect(counts == expected)
      counts = [UInt32](repeating: 0, count: fixture.ordinalCount)
      try column.tally(docs.shuffled(using: &random), into: &counts)
      #expect(counts == expected)
      var bits = bitmap(of: docs, documentCount: fixture.documents.count)
      bits[bits.count - 1] = .max
      counts = [UInt32](repeating: 0, count: fixture.ordinalCount)
      try column.tally(bitmap: bits, into: &counts)
      #expect(counts == expected)
    }
  }

  @Test(arguments: 0..<150)
  func filtersKeepTheDocumentsWithAnOrdinalInTheRange(seed: Int) throws {
    let fixture = OrdinalFixture(seed: seed)
    let column = try fixture.column()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<6 {
      let docs = fixture.someDocs(using: &random)
      let range = fixture.someRange(using: &random)
      let expected = docs.filter { fixture.has($0, in: range) }
      #expect(try column.filtered(docs, in: range) == expected)
      let kept = bitmap(of: expected, documentCount: fixture.documents.count)
      var bits = bitmap(of: docs, documentCount: fixture.documents.count)
      bits[bits.count - 1] = .max
      try column.filter(bitmap: &bits, wordCount: bits.count, in: range)
      #expect(bits == kept)
      var firsts = [UInt32](repeating: 7, count: docs.count)
      try docs.withUnsafeBufferPointer { docs throws(TesseraError) in
        try column.first(of: docs, into: &firsts)
      }
      #expect(firsts == docs.map { fixture.documents[Int($0)].first ?? .max })
    }
  }

  @Test func sumOfCountsIsThatOfTheLanes() {
    var random = SeededGenerator(seed: 1)
    for width in [1, 2, 4, 8, 32] {
      for _ in 0..<100 {
        let lanes = (0..<64 / width - 1).map { _ in UInt64.random(in: 0..<1 << UInt64(width), using: &random)
        }
        let word = lanes.enumerated().reduce(0) { $0 | $1.element << UInt64($1.offset * width) }
        #expect(OrdinalBlock.sum(of: word, countWidth: width) == Int(lanes.reduce(0, +)))
      }
      let full = UInt64.max >> UInt64(width)
      #expect(OrdinalBlock.sum(of: full, countWidth: width) == (64 / width - 1) * (1 << width - 1))
    }
  }

  @Test(arguments: 0..<50)
  func columnThatDeniesItsOrdinalsCountsNothing(seed: Int) throws {
    let fixture = OrdinalFixture(seed: seed)
    var bytes = fixture.written()
    // The footer's number of ordinals.
    for place in bytes.count - 12..<bytes.count - 8 { bytes[place] = 0 }
    let column = try OrdinalColumn(SectionBytes(bytes))
    var counts: [UInt32] = [0]
    for (doc, ordinals) in fixture.documents.enumerated() {
      if ordinals.isEmpty {
        try column.tally([DocNumber(doc)], into: &counts)
      } else {
        #expect(throws: TesseraError.self) { try column.tally([DocNumber(doc)], into: &counts) }
      }
    }
    #expect(counts == [0])
  }

  @Test(arguments: 0..<300)
  func damagedBytesThrowOrAnswerWithinBounds(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = OrdinalFixture(seed: seed)
    guard fixture.ordinalCount < 100_000 else { return }
    let bytes = fixture.written().damaged(using: &random)
    expectCorruptOrNothing {
      let column = try OrdinalColumn(SectionBytes(bytes))
      guard column.ordinalCount < 1 << 20 else { return }
      // A count behind those that may be written.
      var counts = [UInt32](repeating: 0, count: column.ordinalCount + 1)
      let docs = (0..<DocNumber(min(column.documentCount, 3000))).map { $0 }
      expectCorruptOrNothing { try column.tally(docs, into: &counts) }
      expectCorruptOrNothing {
        try column.tally(bitmap: bitmap(of: docs, documentCount: docs.count), into: &counts)
      }
      expectCorruptOrNothing { _ = try column.filtered(docs, in: 0..<5) }
      for doc in docs {
        expectCorruptOrNothing { try column.forEach(of: doc) { #expect($0 < column.ordinalCount) } }
      }
      #expect(counts.last == 0)
    }
  }
}

extension OrdinalColumn {
  func tally(_ docs: [DocNumber], into counts: inout [UInt32]) throws(TesseraError) {
    try docs.withUnsafeBufferPointer { docs throws(TesseraError) in try tally(docs, into: &counts) }
  }

  func tally(bitmap: [UInt64], into counts: inout [UInt32]) throws(TesseraError) {
    try tally(bitmap: bitmap, wordCount: bitmap.count, into: &counts)
  }

  func filtered(_ docs: [DocNumber], in ordinals: Range<UInt32>) throws(TesseraError) -> [DocNumber] {
    var docs = docs
    let kept = try docs.withUnsafeMutableBufferPointer { docs throws(TesseraError) in
      try filter(docs, in: ordinals)
    }
    return Array(docs.prefix(kept))
  }
}
