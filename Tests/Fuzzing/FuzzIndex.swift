import Tessera
import TestSupport

/// A small index in memory that has each structure there is: short, packed and dense lists, planned prefixes,
/// champions, levels, all kinds of columns, two segments, deleted documents. The same in every run.
struct FuzzIndex: Sendable {
  static let shared = try! FuzzIndex()

  static let folder = "/index"
  static let documents = 700
  static let words =
    TinyCorpus.plainWords + TinyCorpus.ruledWords + [
      "blade runner", "dra", "space op", "199", "", " ", "released:", "2024-0",
    ]
  static let values = TinyCorpus.genres + TinyCorpus.tags + ["common", "absent"]

  static let schema: Schema = {
    var schema = Schema(
      text: ["title": 4, "body": 1], facets: ["genre", "tag"], numbers: ["year", "price", "released"],
      key: "id")
    schema.leastPrefixPostings = 64
    schema.leastChampionPostings = 32
    (schema.leastLargeSegment, schema.leastLevelPostings) = (300, 64)
    (schema.leastTieredPostings, schema.tierDepth) = (64, 40)
    schema.leastValueDocuments = 32
    return schema
  }()

  /// All files of the index by name.
  let contents: [String: [UInt8]]
  let snapshot: IndexSnapshot

  private init() throws {
    let files = FaultyFileSystem()
    let index = try SearchIndex.create(at: Self.folder, schema: Self.schema, files: files)
    var random = SeededGenerator(seed: 1)
    let corpus = TinyCorpus(
      words: TinyCorpus.plainWords + TinyCorpus.ruledWords, documentLimit: 700, using: &random)
    for range in [0..<600, 600..<Self.documents] {
      try index.write { writer in
        for number in range {
          var document = corpus.document(using: &random)
          document.key = "k\(number)"
          document.facets["genre"]?.append("common")
          try writer.add(json: document.json)
        }
      }
    }
    try index.write { writer in
      for number in stride(from: 0, to: 600, by: 7) { try writer.delete("k\(number)") }
    }
    var contents: [String: [UInt8]] = [:]
    for name in try files.list(Self.folder) where name != "lock" {
      contents[name] = try files.map(Self.folder + "/" + name).copied()
    }
    self.contents = contents
    snapshot = try index.snapshot()
  }

  var manifest: [UInt8] { contents["manifest"] ?? [] }

  /// The name of the segment with most documents.
  var segmentName: String { snapshot.segments.max { $0.documents < $1.documents }?.name ?? "" }

  /// A disk with the files of the index, some of them replaced.
  func files(replacing changes: [String: [UInt8]]) throws(TesseraError) -> FaultyFileSystem {
    let files = FaultyFileSystem()
    try files.makeFolder(Self.folder)
    for (name, bytes) in contents.merging(changes, uniquingKeysWith: { $1 }) {
      try files.write(bytes, to: Self.folder + "/" + name)
    }
    return files
  }
}
