import Foundation
import Tessera
import TestSupport
import Testing

/// The folder of an index removed, or another index put there, while it is in use.
@Suite("An index whose folder is removed")
struct RemovedFolderTests {
  private static let schema = Schema(text: ["title": 1], facets: ["genre"], key: "id")

  private func makeIndex(in folder: String, schema: Schema = schema, documents: Int = 200) throws
    -> SearchIndex
  {
    let index = try SearchIndex.create(at: folder, schema: schema)
    try index.write { writer in
      for number in 0..<documents {
        try writer.add(
          json: #"{"id": "\#(number)", "title": "tile number\#(number)", "genre": "g\#(number % 5)"}"#)
      }
    }
    return index
  }

  private func page(_ snapshot: IndexSnapshot) throws -> SearchPage {
    try snapshot.search(Query(text: "tile n"), options: SearchOptions(facets: ["genre"]))
  }

  @Test("stays searchable to who has a snapshot, and to others is not there")
  func underReader() throws {
    try withTemporaryDirectory { parent in
      let folder = parent + "/index"
      let index = try makeIndex(in: folder)
      let (snapshot, other) = (try index.snapshot(), try index.snapshot())
      let whole = try page(snapshot)
      try FileManager.default.removeItem(atPath: folder)
      #expect(try page(snapshot) == whole)
      // One that has not touched a page yet.
      #expect(try page(other) == whole)
      #expect(other.verify().isEmpty)
      let error = #expect(throws: TesseraError.self) { try index.snapshot() }
      #expect(error?.kind == .notFound && error?.file == folder)
      #expect(throws: TesseraError.self) { try index.write { _ in } }
      #expect(!FileManager.default.fileExists(atPath: folder))
      let new = try makeIndex(in: folder)
      #expect(try page(new.snapshot()).total == whole.total)
      #expect(try page(snapshot) == whole)
    }
  }

  @Test("gives its writer an error, and a new index in its place is not touched")
  func underWriter() throws {
    for makesNew in [false, true] {
      try withTemporaryDirectory { parent in
        let folder = parent + "/index"
        let index = try makeIndex(in: folder)
        let error = #expect(throws: TesseraError.self) {
          try index.write { writer in
            try writer.add(json: #"{"id": "a", "title": "lost"}"#)
            try FileManager.default.removeItem(atPath: folder)
            if makesNew { _ = try makeIndex(in: folder, documents: 3) }
            try writer.mergeAll()
          }
        }
        #expect(error?.kind == .io && error?.detail.contains("removed or replaced") ?? false)
        #expect(FileManager.default.fileExists(atPath: folder) == makesNew)
        if makesNew {
          let snapshot = try SearchIndex.open(at: folder).snapshot()
          #expect(snapshot.documentCount == 3 && snapshot.verify().isEmpty)
        }
      }
    }
  }

  @Test("and replaced by one with another schema is refused until it is opened anew")
  func otherSchema() throws {
    try withTemporaryDirectory { parent in
      let folder = parent + "/index"
      let index = try makeIndex(in: folder)
      try FileManager.default.removeItem(atPath: folder)
      _ = try makeIndex(in: folder, schema: Schema(text: ["title": 1], facets: ["year"], key: "id"))
      for use in [{ _ = try index.snapshot() }, { try index.write { _ in } }] {
        #expect(throws: TesseraError.self) { try use() }
      }
      #expect(try SearchIndex.open(at: folder).snapshot().documentCount == 200)
    }
  }
}
