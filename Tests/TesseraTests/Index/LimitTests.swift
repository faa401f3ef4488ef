import Foundation
import TestSupport
import Testing

@testable import Tessera

/// The table of limits in Safety.md, at each border and one past it. Those of the schema, of words and of the server have
/// their tests where these are tested.
@Suite("Limits")
struct LimitTests {
  private func error(_ body: () throws -> Void) throws -> TesseraError {
    let error = try #require(throws: TesseraError.self) { try body() }
    #expect(error.kind == .limitExceeded)
    return error
  }

  private func withIndex(
    _ schema: Schema = Schema(text: ["t": 1], facets: ["f"], key: "id"), _ body: (SearchIndex) throws -> Void
  )
    throws
  {
    try withTemporaryDirectory { folder in
      try body(try SearchIndex.create(at: folder + "/index", schema: schema))
    }
  }

  // MARK: Documents

  @Test("a segment is full at its limit: the next documents go into another, and merging keeps to it too")
  func documentsInSegment() throws {
    try withIndex { index in
      var options = WriteOptions()
      options.limits.documentsInSegment = 3
      try index.write(options: options) { writer in
        for number in 0..<23 { try writer.add(json: "{\"id\": \"\(number)\", \"t\": \"a\"}") }
      }
      let counts = try index.snapshot().segments.map(\.documents)
      #expect(counts.reduce(0, +) == 23 && counts.allSatisfy { $0 <= 3 })
      try index.write(options: options) { writer in
        for number in [0, 4, 5, 9, 22] { try writer.delete("\(number)") }
        try writer.mergeAll()
      }
      let merged = try index.snapshot()
      #expect(
        merged.documentCount == 18 && merged.segments.allSatisfy { $0.documents <= 3 && $0.deleted == 0 })
      #expect(try merged.search(Query(text: "a")).total.value == 18)
      try index.write(options: options) { writer in for number in 0..<23 { try writer.delete("\(number)") } }
      try index.write { writer in try writer.mergeAll() }
      #expect(try index.snapshot().segments.isEmpty)
    }
  }

  @Test("an index is full at its limit: one more is refused, and what was added before is committed")
  func documentsInIndex() throws {
    try withIndex { index in
      var options = WriteOptions()
      options.limits.documents = 5
      try index.write(options: options) { writer in
        for number in 0..<3 { try writer.add(json: "{\"id\": \"\(number)\"}") }
        try writer.commit()
        for number in 3..<5 { try writer.add(json: "{\"id\": \"\(number)\"}") }
        let error = try error { try writer.add(json: "{\"id\": \"5\"}") }
        #expect(
          error.detail
            == "too many documents: expected at most 5 with deleted ones, found 6; merge the index if documents "
            + "of it are deleted, or use a second one")
      }
      #expect(try index.snapshot().documentCount == 5)
      try index.write(options: options) { writer in
        try writer.delete("1")
        try writer.mergeAll()
        try writer.commit()
        try writer.add(json: "{\"id\": \"6\"}")
      }
      #expect(try index.snapshot().documentCount == 5)
    }
  }

  @Test("a file that would make an index too large is refused as a whole")
  func documentsOfFile() throws {
    try withIndex { index in
      try index.write { writer in try writer.add(json: "{\"id\": \"0\"}") }
      var options = WriteOptions()
      options.limits.documents = 5
      for count in [4, 5] {
        let lines = (1...count).map { "{\"id\": \"\($0)\"}" }.joined(separator: "\n")
        let file = TemporaryFile(lines)
        let write = {
          try index.write(options: options) { writer in
            _ = try writer.importDocuments(from: DocumentFile(path: file.path))
            if count == 4 { struct Enough: Error {}; throw Enough() }
          }
        }
        if count == 5 {
          _ = try error { try write() }
        } else {
          #expect(throws: (any Error).self) { try write() }
        }
        #expect(try index.snapshot().documentCount == 1)
      }
    }
  }

  @Test("a document has so many bytes at most, alone or in a file")
  func documentBytes() throws {
    let reader = JSONDocumentReader(schema: Schema(), maxDocumentBytes: 20)
    _ = try reader.read("{\"a\": \"0123456789\"} ")
    let alone = try error { _ = try reader.read("{\"a\": \"01234567890\"} ") }
    #expect(alone.detail == "a document too long: expected at most 20 bytes, found 21; split it")
    let long = "{\"a\": \"" + String(repeating: "x", count: 5 << 20) + "\"}\n"
    let file = TemporaryFile(long + "{}")
    let whole = try DocumentFile(path: file.path, maxDocumentBytes: 8 << 20)
    var documents = 0
    while let batch = try whole.nextBatch() { documents += batch.entries.count }
    #expect(documents == 2)
    let cut = try DocumentFile(path: file.path, maxDocumentBytes: 2 << 20)
    let inFile = try error { while try cut.nextBatch() != nil {} }
    #expect(
      inFile.detail.hasPrefix("expected documents of at most 2 MB, found a longer one at byte 0; split it"))
  }

  // MARK: Parts of a document

  @Test("a key has 65,535 bytes at most")
  func keyBytes() throws {
    try withIndex { index in
      let key = String(repeating: "é", count: 32_767)
      try index.write { writer in
        try writer.add(json: "{\"id\": \"\(key)x\"}")
        let error = try error { try writer.add(json: "{\"id\": \"\(key)xy\"}") }
        #expect(error.detail.contains("expected at most 65535 bytes at \"id\", found 65536"))
      }
      let snapshot = try index.snapshot()
      #expect(snapshot.documentCount == 1)
      #expect(try snapshot.contains(key: key + "x"))
    }
  }

  @Test("a value of a facet has 65,535 bytes at most, without the blanks around it")
  func valueBytes() throws {
    try withIndex { index in
      let value = String(repeating: "V", count: 65_535)
      try index.write { writer in
        try writer.add(json: "{\"id\": \"a\", \"f\": [\"b\", \"  \(value)\\t\"]}")
        let error = try error { try writer.add(json: "{\"id\": \"c\", \"f\": [\"b\", \"\(value)x\"]}") }
        #expect(
          error.detail.hasSuffix(
            "expected at most 65535 bytes at \"f\", found 65536; shorten it, or make the field text"))
      }
      let snapshot = try index.snapshot()
      #expect(try snapshot.search(Query(tokens: [.facet("f", value)])).total.value == 1)
      let page = try snapshot.search(Query(), options: SearchOptions(facets: ["f"]))
      #expect(page.facetCounts["f"]?.last?.value == value)
    }
  }

  @Test("of more than 30 marks on one character of a value the rest is ignored")
  func marks() {
    func folded(_ marks: Int) -> [UInt8] {
      FacetFolding.fold("x" + String(repeating: "\u{301}", count: marks))
    }
    #expect(folded(29) != folded(30))
    #expect(folded(30) == folded(31) && folded(30) == folded(5_000))
  }

  // MARK: Queries

  @Test("a query has 1,024 tokens at most")
  func tokens() throws {
    try withIndex { index in
      let snapshot = try index.snapshot()
      func search(_ count: Int) throws {
        _ = try snapshot.search(Query(tokens: Array(repeating: .facet("f", "x"), count: count)))
      }
      try search(1_024)
      let error = try error { try search(1_025) }
      #expect(
        error.detail
          == "a query of too many tokens: expected at most 1024, found 1025; leave some out, or put values in "
          + "one token")
    }
  }

  @Test("the tokens of a query have 65,536 values at most")
  func values() throws {
    try withIndex { index in
      let snapshot = try index.snapshot()
      func search(_ count: Int) throws {
        let values = (0..<count).map(String.init)
        _ = try snapshot.search(Query(tokens: [.plain("y"), .anyOf("f", values), .noneOf("f", ["x", "y"])]))
      }
      try search(65_536 - 3)
      let error = try error { try search(65_536 - 2) }
      #expect(error.detail.contains("expected at most 65536, found 65537"))
    }
  }

  @Test("a query has 1,024 different words at most, those of plain tokens and the prefix among them")
  func words() throws {
    try withIndex { index in
      let lines = (0..<3).map {
        "{\"id\": \"\($0)\", \"t\": \"\((0..<1_100).map { "w\($0)" }.joined(separator: " "))\"}"
      }
      try index.write { writer in for line in lines { try writer.add(json: line) } }
      let snapshot = try index.snapshot()
      func text(_ count: Int) -> String { (0..<count).map { "w\($0)" }.joined(separator: " ") }
      for match in [Query.WordMatch.all, .any] {
        #expect(try snapshot.search(Query(text: text(1_024) + " w5 ", match: match)).total.value == 3)
        let error = try error { _ = try snapshot.search(Query(text: text(1_025), match: match)) }
        #expect(
          error.detail
            == "a query of too many different words: expected at most 1024, found 1025; shorten the text")
      }
      #expect(try snapshot.search(Query(tokens: [.plain("w1 w2")], text: text(1_022))).total.value == 3)
      _ = try error { _ = try snapshot.search(Query(tokens: [.plain("w1 w2")], text: text(1_023))) }
    }
  }
}

@Suite("Keys made to collide")
struct TermHashTests {
  /// Without a seed, the last eight of sixteen bytes can undo what the first eight did: such strings share one hash.
  @Test("spread as others do, since nobody knows the seed")
  func collidingStrings() {
    func bytes(_ words: [UInt64]) -> [UInt8] {
      words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { [UInt8]($0) } }
    }
    func hash(_ bytes: [UInt8], _ seed: UInt64) -> UInt64 {
      bytes.withUnsafeBufferPointer { TermHash.hash($0, seed: seed) }
    }
    let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
    let strings = (1...1_000 as ClosedRange<UInt64>).map { word in
      let product = ((16 &* multiplier) ^ word).multipliedFullWidth(by: multiplier)
      return bytes([word, product.high ^ product.low ^ 0x1234])
    }
    #expect(Set(strings.map { hash($0, 0) }).count == 1)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<10 {
      let seed = random.next()
      #expect(Set(strings.map { hash($0, seed) }).count == strings.count)
    }
  }
}
