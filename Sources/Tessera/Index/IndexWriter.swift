/// The one writer of an index, within `SearchIndex.write`.
public final class IndexWriter {
  /// Adds a document, or replaces the one with the same key.
  ///
  /// - Throws: `.invalidDocument` when it is not one JSON object; the writer goes on.
  public func add(json: String) throws(TesseraError) { fatalError("skeleton") }

  public func add(json: UnsafeBufferPointer<UInt8>) throws(TesseraError) { fatalError("skeleton") }

  /// Adds a document already taken apart.
  package func add(_ fields: DocumentFields) throws(TesseraError) { fatalError("skeleton") }

  /// Deletes the document with this key; says whether there was one in the last commit or in this writer.
  @discardableResult
  public func delete(_ key: String) throws(TesseraError) -> Bool { fatalError("skeleton") }

  /// Makes one segment of all of them when the commit is done, without the deleted documents.
  public func mergeAll() throws(TesseraError) { fatalError("skeleton") }

  /// Commits what was done so far, and goes on.
  public func commit() throws(TesseraError) { fatalError("skeleton") }

  init() {}
}
