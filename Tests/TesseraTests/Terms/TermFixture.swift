import TestSupport

@testable import Tessera

/// Terms with list sizes, as plain arrays: the slow twin of a dictionary.
struct TermFixture {
  struct Row: Equatable {
    var term: [UInt8]
    var entry: TermEntry
  }

  private(set) var rows: [Row] = []

  /// - Parameter terms: in any order, repeated or not.
  init(_ terms: [[UInt8]], using random: inout SeededGenerator) {
    var offset = 0
    for term in Set(terms).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let documents = UInt32.random(in: 0...(Bool.random(using: &random) ? 3 : 100_000), using: &random)
      let bytes = Int.random(in: 0...(Bool.random(using: &random) ? 9 : 1_000_000), using: &random)
      rows.append(
        Row(
          term: term,
          entry: TermEntry(
            number: TermNumber(rows.count), documentCount: documents, offset: offset, byteCount: bytes)))
      offset += bytes
    }
  }

  /// Terms over few letters, so that many share beginnings; the lowest and the highest byte are among them.
  init(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let letters: [UInt8] = Array(
      [0, 1, 0x61, 0x62, 0xC3, 0xFF].prefix(Int.random(in: 1...6, using: &random)))
    let longest = [2, 4, 9, 12, 12, 255].randomElement(using: &random)!
    let terms = (0..<[0, 1, 2, 5, 15, 16, 17, 18, 33, 100].randomElement(using: &random)!).map {
      _ -> [UInt8] in
      var term: [UInt8] = Bool.random(using: &random) ? [] : Array(repeating: letters[0], count: longest / 2)
      for _ in 0..<Int.random(in: 1...longest, using: &random) where term.count < longest {
        term.append(letters.randomElement(using: &random)!)
      }
      return term
    }
    self.init(terms, using: &random)
  }

  static var empty: TermFixture {
    var random = SeededGenerator(seed: 0)
    return TermFixture([], using: &random)
  }

  /// The section a writer makes of it.
  func written() -> [UInt8] {
    let section = SectionWriter()
    var writer = TermDictionaryWriter(section)
    for row in rows {
      row.term.withUnsafeBufferPointer {
        writer.add(term: $0, documentCount: row.entry.documentCount, byteCount: row.entry.byteCount)
      }
    }
    writer.finish()
    return section.bytes
  }

  func dictionary() throws -> TermDictionary { try TermDictionary(SectionBytes(written())) }

  /// The range of the terms for which `isIn` holds, which must stand side by side; `lower` where there are none.
  func range(lower: Int, _ isIn: (Row) -> Bool) -> TermRange {
    let found = rows.filter(isIn).map(\.entry)
    let end = rows.last.map { $0.entry.offset + $0.entry.byteCount } ?? 0
    return TermRange(
      lower: TermNumber(lower), upper: TermNumber(lower + found.count),
      documentCountSum: found.reduce(0) { $0 + UInt64($1.documentCount) },
      offset: lower < rows.count ? rows[lower].entry.offset : end,
      byteCount: found.reduce(0) { $0 + $1.byteCount })
  }

  func countBelow(_ bytes: [UInt8]) -> Int {
    rows.firstIndex { !$0.term.lexicographicallyPrecedes(bytes) } ?? rows.count
  }

  func range(ofPrefix prefix: [UInt8]) -> TermRange {
    range(lower: countBelow(prefix)) { $0.term.starts(with: prefix) }
  }

  func range(from lower: [UInt8], to upper: [UInt8]?) -> TermRange {
    range(lower: countBelow(lower)) { row in
      !row.term.lexicographicallyPrecedes(lower)
        && (upper.map { row.term.lexicographicallyPrecedes($0) } ?? true)
    }
  }

  /// Bytes worth asking for: every prefix of some terms, as they are, with a byte more and with another last one.
  func questions(using random: inout SeededGenerator, limit: Int = 60) -> [[UInt8]] {
    var questions: [[UInt8]] = [[], [0], [0xFF], [0xFF, 0xFF], Array(repeating: 0xFF, count: 9)]
    for row in rows.shuffled(using: &random) where questions.count < limit {
      for count in 0...row.term.count where row.term.count < 20 || Int.random(in: 0..<20, using: &random) == 0
      {
        let prefix = Array(row.term.prefix(count))
        questions.append(prefix)
        questions.append(prefix + [[0, 1, 0x61, 0xFF].randomElement(using: &random)!])
        if let last = prefix.last { questions.append(prefix.dropLast() + [last &+ 1]) }
      }
    }
    return Array(questions.prefix(limit))
  }
}

extension TermDictionary {
  func find(_ term: [UInt8]) throws(TesseraError) -> TermEntry? {
    try term.withUnsafeBufferPointer { bytes throws(TesseraError) in try find(bytes) }
  }

  func find(prefix: [UInt8]) throws(TesseraError) -> (range: TermRange, exact: TermEntry?) {
    try prefix.withUnsafeBufferPointer { bytes throws(TesseraError) in try find(prefix: bytes) }
  }

  func range(ofPrefix prefix: [UInt8]) throws(TesseraError) -> TermRange {
    try prefix.withUnsafeBufferPointer { bytes throws(TesseraError) in try range(ofPrefix: bytes) }
  }

  func range(from lower: [UInt8], to upper: [UInt8]?) throws(TesseraError) -> TermRange {
    try lower.withUnsafeBufferPointer { lower throws(TesseraError) in
      guard let upper else { return try range(from: lower, to: nil) }
      return try upper.withUnsafeBufferPointer { upper throws(TesseraError) in
        try range(from: lower, to: upper)
      }
    }
  }

  /// All that a cursor gives.
  func rows(in numbers: Range<TermNumber>? = nil) throws -> [TermFixture.Row] {
    var rows: [TermFixture.Row] = []
    var cursor = try cursor(in: numbers ?? 0..<TermNumber(count))
    while try cursor.next() { rows.append(.init(term: Array(cursor.term), entry: cursor.entry)) }
    return rows
  }
}
