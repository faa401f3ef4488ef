import Foundation
import Tessera
import TestSupport
import Testing

/// Files of an index that are not as they were written: an error or the right answer, never a trap.
@Suite("Damaged files of an index, mapped")
struct DamagedFilesTests {
  @Test("a flipped byte gives an error or the right page, and is found by verifying", arguments: 0..<24)
  func survivesFlippedBytes(seed: Int) throws {
    try checkDamage(seed: seed) { bytes, random in
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    }
  }

  @Test("a file cut short gives an error or the right page, and is found by verifying", arguments: 0..<10)
  func survivesCutFiles(seed: Int) throws {
    try checkDamage(seed: seed) { bytes, random in
      bytes.removeLast(.random(in: 1...bytes.count, using: &random))
    }
  }

  /// Damages each file of a random index in turn, a few times.
  private func checkDamage(
    seed: Int, _ damage: (inout [UInt8], inout SeededGenerator) -> Void
  ) throws {
    var random = SeededGenerator(seed: seed)
    let history = TinyHistory(documentLimit: seed.isMultiple(of: 8) ? 1_000 : 40, using: &random)
    let searches = (0..<8).map { _ in TinySearch(using: &random) }
    try withTemporaryDirectory { folder in
      var twin = try TwinIndex(folder: folder, schema: history.schema, text: PlainText())
      for write in history.writes { try twin.apply(write) }
      let whole = try Self.pages(in: folder, searches)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name != "lock" {
        let file = URL(filePath: "\(folder)/\(name)")
        let bytes = [UInt8](try Data(contentsOf: file))
        for _ in 0..<5 where !bytes.isEmpty {
          var damaged = bytes
          damage(&damaged, &random)
          try Data(damaged).write(to: file)
          Self.check(folder, searches, whole, "\(name) of \(folder)")
        }
        try Data(bytes).write(to: file)
      }
      #expect(try Self.pages(in: folder, searches) == whole)
    }
  }

  private static func pages(in folder: String, _ searches: [TinySearch]) throws -> [SearchPage] {
    let snapshot = try SearchIndex.open(at: folder).snapshot()
    return try searches.map { try snapshot.search($0.query, options: $0.options) }
  }

  private static func check(
    _ folder: String, _ searches: [TinySearch], _ whole: [SearchPage], _ place: String
  ) {
    guard let snapshot = try? SearchIndex.open(at: folder).snapshot() else { return }
    for (search, page) in zip(searches, whole) {
      guard let found = try? snapshot.search(search.query, options: search.options) else { continue }
      #expect(found == page, "\(place): \(search)")
    }
    try? snapshot.forEachDocument { _, _ in }
    #expect(!snapshot.verify().isEmpty, "\(place): nothing found")
  }
}
