import Foundation
import TestSupport
import Testing

@testable import Tessera

@Suite("Importing on several threads")
struct ImportTests {
  @Test("takes every document once, and of equal keys the later", arguments: [2, 4])
  func takesEachOnce(threads: Int) throws {
    try withTemporaryDirectory { folder in
      // Some batches of a megabyte; every key comes twice, far apart.
      let padding = String(repeating: "word ", count: 300)
      let keys = 1_500
      let lines = (0..<2 * keys).map { #"{"id": "k\#($0 % keys)", "text": "\#(padding)round\#($0 / keys)"}"# }
      let file = folder + "/documents.jsonl"
      try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
      let index = try SearchIndex.create(
        at: folder + "/index", schema: Schema(text: ["text": 1], facets: [], key: "id"))
      var last = 0
      let options = WriteOptions(memoryBudget: 8 << 20, threads: threads)
      let summary = try index.write(options: options) { writer in
        try writer.importDocuments(from: DocumentFile(path: file)) { last = max(last, $0.documents) }
      }
      #expect(summary.accepted == 2 * keys && summary.refusedCount == 0)
      #expect(last > 0 && last <= 2 * keys)
      let snapshot = try index.snapshot()
      #expect(snapshot.documentCount == keys)
      #expect(try snapshot.search(Query(text: "round1 ")).total.value == keys)
      #expect(try snapshot.search(Query(text: "round0 ")).total.value == 0)
    }
  }
}
