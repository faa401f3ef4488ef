import TestSupport
import Testing

@testable import Tessera

@Suite("Deleted documents")
struct DeletedDocumentsTests {
  let files = SystemFileSystem()

  private func randomSet(_ count: Int, seed: Int) -> Set<DocNumber> {
    var random = SeededGenerator(seed: seed)
    return Set((0..<count).filter { _ in Bool.random(using: &random) }.map(DocNumber.init))
  }

  @Test("are those of a set, in memory and from a file", arguments: [0, 1, 63, 64, 65, 511, 512, 513, 3000])
  func roundTrip(count: Int) throws {
    let folder = try TemporaryDirectory()
    let (first, second) = (randomSet(count, seed: count), randomSet(count, seed: count + 1))
    let all = first.union(second)
    let deleted = DeletedDocuments(documentCount: count).adding(first).adding(Array(second) + Array(second))
    try deleted.write(to: folder.path + "/1.deleted", files: files)
    let read = try DeletedDocuments.open(path: folder.path + "/1.deleted", documentCount: count, files: files)
    #expect(read.fingerprint == deleted.fingerprint)
    for value in [deleted, read] {
      #expect(value.count == all.count)
      #expect(value.wordCount % 8 == 0)
      for doc in 0..<DocNumber(count) { #expect(value.contains(doc) == all.contains(doc)) }
    }
  }

  @Test("from a damaged file are refused", arguments: 0..<200)
  func damage(seed: Int) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/1.deleted"
    var random = SeededGenerator(seed: seed)
    try DeletedDocuments(documentCount: 700).adding(randomSet(700, seed: seed)).write(to: path, files: files)
    var bytes = try files.map(path).copied()
    let place = Int.random(in: 0..<bytes.count, using: &random)
    if seed % 2 == 0 {
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    } else {
      bytes.removeSubrange(place...)
    }
    try files.write(bytes, to: path)
    let error = try #require(throws: TesseraError.self) {
      try DeletedDocuments.open(path: path, documentCount: 700, files: files)
    }
    #expect(error.kind == .corrupt && error.file == path)
  }

  @Test("of a segment of another size are refused")
  func otherSize() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/1.deleted"
    try DeletedDocuments(documentCount: 700).write(to: path, files: files)
    #expect(throws: TesseraError.self) {
      try DeletedDocuments.open(path: path, documentCount: 699, files: files)
    }
  }
}
