/// An index in a folder: where documents are written to and snapshots are taken from.
///
/// ```swift
/// let index = try SearchIndex.create(at: "films", schema: Schema(text: ["title": 4], facets: ["genre"], key: "id"))
/// try index.write { writer in try writer.add(json: #"{"id": "m1", "title": "Metropolis", "genre": "Drama"}"#) }
/// let page = try index.snapshot().search(Query(text: "metro"))
/// ```
/// Any number of processes may read an index while one writes it.
public final class SearchIndex: Sendable {
  public let folder: String
  public let schema: Schema
  let files: any FileSystem
  /// The schema as the manifest has it.
  private let schemaJSON: [UInt8]

  /// Of the manifest of an index that was made and never written to.
  private static let firstGeneration: UInt64 = 1

  private init(folder: String, schema: Schema, json: [UInt8], files: any FileSystem) {
    self.folder = folder
    self.schema = schema
    schemaJSON = json
    self.files = files
  }

  /// Makes an empty index in a folder that does not exist or is empty.
  ///
  /// - Throws: `.alreadyExists` when there is an index or anything else, `.invalidSchema`, `.io`.
  public static func create(at folder: String, schema: Schema) throws(TesseraError) -> SearchIndex {
    try create(at: folder, schema: schema, files: SystemFileSystem())
  }

  package static func create(
    at folder: String, schema: Schema, files: any FileSystem
  ) throws(TesseraError) -> SearchIndex {
    try schema.validate()
    try files.makeFolder(folder)
    let lock = try WriterLock(folder: folder, files: files)
    // Whoever died while making an index here has left no more than these.
    let own = [WriterLock.fileName, Manifest.fileName + Manifest.temporarySuffix]
    let others = try files.list(folder).filter { !own.contains($0) }
    guard others.isEmpty else {
      let what = others.contains(Manifest.fileName) ? "an index" : "something else"
      throw TesseraError(
        .alreadyExists, file: folder,
        "there is \(what) in this folder already; open it or take another folder")
    }
    var manifest = Manifest(
      schema: Array(schema.json.utf8), textRulesVersion: TextRules.version, icuVersion: TextRules.icuVersion)
    manifest.generation = firstGeneration
    try manifest.commit(in: folder, files: files)
    withExtendedLifetime(lock) {}
    return SearchIndex(folder: folder, schema: schema, json: manifest.schema, files: files)
  }

  /// Takes the files of an index away that nothing was ever committed to, so that its folder is empty again.
  ///
  /// - Returns: false, and the index stays, when something was committed.
  /// - Throws: `.locked` when a writer is at work, `.io`.
  package func removeUnused() throws(TesseraError) -> Bool {
    let lock = try WriterLock(folder: folder, files: files)
    try Manifest.removeLeftovers(in: folder, files: files)
    guard try Manifest.load(from: folder, files: files).generation == Self.firstGeneration else {
      return false
    }
    try files.unlink(folder + "/" + Manifest.fileName)
    try files.unlink(folder + "/" + WriterLock.fileName)
    withExtendedLifetime(lock) {}
    return true
  }

  /// Opens an index that exists; its newest commit is read by `snapshot()`.
  ///
  /// - Throws: `.notFound`, `.corrupt`, `.unsupportedVersion`, `.io`.
  public static func open(at folder: String) throws(TesseraError) -> SearchIndex {
    try open(at: folder, files: SystemFileSystem())
  }

  package static func open(at folder: String, files: any FileSystem) throws(TesseraError) -> SearchIndex {
    let manifest = try Manifest.load(from: folder, files: files)
    return SearchIndex(
      folder: folder, schema: try manifest.decodedSchema(in: folder), json: manifest.schema, files: files)
  }

  /// Refuses a commit of another index that stands in this one's place: with this schema its fields would be taken
  /// for others.
  func checkSchema(of manifest: Manifest) throws(TesseraError) {
    guard manifest.schema != schemaJSON else { return }
    throw TesseraError(
      .invalidSchema, file: folder,
      "another index, with another schema, has taken the place of this one; open it")
  }

  /// Runs `body` with the one writer; what it did is committed as a whole when it returns, and nothing of it
  /// since the last `commit()` when it throws.
  ///
  /// - Throws: `.locked` when another writer is at work, with its process number; and what `body` throws.
  @discardableResult
  public func write<Result>(
    options: WriteOptions = WriteOptions(), _ body: (IndexWriter) throws -> Result
  ) throws -> Result {
    let writer = try IndexWriter(self, options: options)
    do {
      let result = try body(writer)
      try writer.finish()
      return result
    } catch {
      writer.abandon()
      throw error
    }
  }

  /// The newest commit, to search as long as it is held.
  ///
  /// - Complexity: O(segments), whatever their size.
  public func snapshot() throws(TesseraError) -> IndexSnapshot {
    try snapshot(statistics: nil)
  }

  /// The newest commit as a part of a larger whole, whose statistics its scores depend on.
  public func snapshot(statistics: CollectionStatistics?) throws(TesseraError) -> IndexSnapshot {
    try snapshot(statistics: statistics, checksPages: true)
  }

  /// The newest commit, with its pages held against their checksums or not: to measure what that costs.
  package func snapshot(
    statistics: CollectionStatistics? = nil, checksPages: Bool
  ) throws(TesseraError) -> IndexSnapshot {
    try Manifest.openNewest(in: folder, files: files) { (manifest) throws(TesseraError) in
      try checkSchema(of: manifest)
      try manifest.checkTextRules(in: folder)
      return try IndexSnapshot(
        manifest, in: folder, schema: schema, statistics: statistics, files: files, checksPages: checksPages)
    }
  }
}

/// How much of the machine a writer may use.
public struct WriteOptions: Sendable, Hashable {
  /// Bytes of memory for documents not yet on disk, at least 8 MB.
  public var memoryBudget: Int
  /// Threads that take documents apart and build segments.
  public var threads: Int

  /// Lower in tests alone.
  package var limits = IndexLimits()

  public init(memoryBudget: Int = 256 << 20, threads: Int = 1) {
    self.memoryBudget = memoryBudget
    self.threads = threads
  }
}

/// How many documents an index may have, deleted ones that no merge has dropped yet among them.
package struct IndexLimits: Sendable, Hashable {
  package var documents = ManifestCodec.maximumDocuments
  package var documentsInSegment = SegmentStatistics.maximumDocuments
}

extension Manifest {
  func decodedSchema(in folder: String) throws(TesseraError) -> Schema {
    do throws(TesseraError) {
      return try Schema(json: String(decoding: schema, as: UTF8.self))
    } catch {
      throw TesseraError(.corrupt, file: folder + "/" + Self.fileName, "the schema: \(error.detail)")
    }
  }

  /// Terms made by other rules would not be found: such an index is refused.
  ///
  /// ICU's own version may differ: what the rules leave to it changes rarely, and only for rare scripts.
  func checkTextRules(in folder: String) throws(TesseraError) {
    guard textRulesVersion != TextRules.version else { return }
    throw TesseraError(
      .unsupportedVersion, file: folder,
      "the index was made with version \(textRulesVersion) of the text rules, this Tessera has version "
        + "\(TextRules.version); index the documents again")
  }
}
