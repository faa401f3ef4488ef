/// An index in a folder: where documents are written to and snapshots are taken from.
///
/// Any number of processes may read an index while one writes it.
public final class SearchIndex: Sendable {
  public let folder: String
  public let schema: Schema

  private init(folder: String, schema: Schema) {
    self.folder = folder
    self.schema = schema
  }

  /// Makes an empty index in a folder that does not exist or is empty.
  public static func create(at folder: String, schema: Schema) throws(TesseraError) -> SearchIndex {
    fatalError("skeleton")
  }

  /// Opens an index that exists; its newest commit is read by `snapshot()`.
  public static func open(at folder: String) throws(TesseraError) -> SearchIndex {
    fatalError("skeleton")
  }

  /// Runs `body` with the one writer; what it did is committed as a whole when it returns, and nothing of it
  /// when it throws.
  ///
  /// - Throws: `.locked` when another writer is at work, with its process number.
  @discardableResult
  public func write<Result>(
    options: WriteOptions = WriteOptions(), _ body: (IndexWriter) throws -> Result
  ) throws -> Result {
    fatalError("skeleton")
  }

  /// The newest commit, to search as long as it is held.
  public func snapshot() throws(TesseraError) -> IndexSnapshot {
    fatalError("skeleton")
  }
}

/// How much of the machine a writer may use.
public struct WriteOptions: Sendable, Hashable {
  /// Bytes of memory for documents not yet on disk.
  public var memoryBudget: Int
  /// Threads that take documents apart and build segments.
  public var threads: Int

  public init(memoryBudget: Int = 256 << 20, threads: Int = 1) {
    self.memoryBudget = memoryBudget
    self.threads = threads
  }
}
