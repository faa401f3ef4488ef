import TestSupport

@testable import Tessera

/// Documents' ordinals as plain arrays: the slow twin of a column.
struct OrdinalFixture {
  var documents: [[UInt32]] = []
  let ordinalCount: Int

  /// Every block has a kind of its own, so that all layouts meet in a column.
  init(seed: Int) {
    var random = SeededGenerator(seed: seed)
    ordinalCount = [1, 2, 300, 70_000, Int(UInt32.max)].randomElement(using: &random)!
    let count = [0, 1, 63, 64, 1023, 1024, 1025, 2500].randomElement(using: &random)!
    while documents.count < count {
      let most = [0, 1, 1, 1, 3, 15, 40, 300].randomElement(using: &random)!
      let least = Bool.random(using: &random) ? min(1, most) : 0
      let isSparse = Bool.random(using: &random) && least == 0
      let lower = Int.random(in: 0..<ordinalCount, using: &random)
      let upper = Bool.random(using: &random) ? ordinalCount : min(ordinalCount, lower + 20)
      for _ in 0..<min(count - documents.count, Bool.random(using: &random) ? 1024 : 700) {
        let wanted =
          isSparse && Int.random(in: 0..<20, using: &random) != 0
          ? 0 : Int.random(in: least...most, using: &random)
        let ordinals = (0..<(Int.random(in: 0..<30, using: &random) == 0 ? wanted : min(wanted, 5))).map {
          _ in
          UInt32(Int.random(in: lower..<upper, using: &random))
        }
        documents.append(Set(ordinals).sorted())
      }
    }
  }

  func written() -> [UInt8] {
    let section = SectionWriter()
    var writer = OrdinalColumnWriter(section, ordinalCount: ordinalCount)
    for (doc, ordinals) in documents.enumerated() {
      if ordinals.count <= 1 && doc % 2 == 0 {
        writer.append(ordinals.first)
      } else {
        ordinals.withUnsafeBufferPointer { writer.append($0) }
      }
    }
    writer.finish()
    return section.bytes
  }

  func column() throws -> OrdinalColumn { try OrdinalColumn(SectionBytes(written())) }

  /// Some documents, ascending.
  func someDocs(using random: inout SeededGenerator) -> [DocNumber] {
    let every = [1, 2, 7, 500].randomElement(using: &random)!
    return documents.indices.filter { _ in Int.random(in: 0..<every, using: &random) == 0 }.map {
      DocNumber($0)
    }
  }

  /// A range of ordinals, mostly one that some document has.
  func someRange(using random: inout SeededGenerator) -> Range<UInt32> {
    let known = documents.randomElement(using: &random)?.first ?? 0
    let lower =
      Bool.random(using: &random) ? known : UInt32.random(in: 0...UInt32(ordinalCount), using: &random)
    let most = UInt64(lower) + UInt64([0, 1, 5, 1000, ordinalCount].randomElement(using: &random)!)
    return lower..<UInt32(min(most, UInt64(ordinalCount)).clamped(from: UInt64(lower)))
  }

  func has(_ doc: DocNumber, in ordinals: Range<UInt32>) -> Bool {
    documents[Int(doc)].contains { ordinals.contains($0) }
  }
}

extension UInt64 {
  fileprivate func clamped(from lower: UInt64) -> UInt64 { Swift.max(self, lower) }
}

/// Documents as bits, in one word more than they need.
func bitmap(of docs: [DocNumber], documentCount: Int) -> [UInt64] {
  var bitmap = [UInt64](repeating: 0, count: (documentCount + 63) / 64 + 1)
  for doc in docs { bitmap[Int(doc) / 64] |= 1 << UInt64(doc % 64) }
  return bitmap
}
