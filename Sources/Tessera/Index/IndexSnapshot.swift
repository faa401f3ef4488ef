/// One commit of an index, unchanging, for any number of threads at once.
public final class IndexSnapshot: Sendable {
  public let schema: Schema
  /// How many documents can be found.
  public var documentCount: Int { fatalError("skeleton") }

  /// The best documents for a query, with counts.
  ///
  /// - Throws: `.unknownField` for a field that the schema does not have in the kind that is needed.
  public func search(
    _ query: Query, options: SearchOptions = SearchOptions()
  ) throws(TesseraError) -> SearchPage { fatalError("skeleton") }

  /// The whole document as JSON on one line; nil when the schema stores none.
  public func document(for hit: Hit) throws(TesseraError) -> String? { fatalError("skeleton") }

  /// The whole document with this key as JSON on one line; nil when there is none or the schema stores none.
  public func document(forKey key: String) throws(TesseraError) -> String? { fatalError("skeleton") }

  /// Calls `body` with key and JSON of each document, in document order.
  public func forEachDocument(
    _ body: (_ key: String, _ json: String?) throws(TesseraError) -> Void
  ) throws(TesseraError) { fatalError("skeleton") }

  /// What the snapshot is made of.
  public var segments: [SegmentInfo] { fatalError("skeleton") }

  /// Reads everything and checks it.
  ///
  /// - Returns: what is damaged, nothing when all is well.
  public func verify() -> [TesseraError] { fatalError("skeleton") }

  init(schema: Schema) { self.schema = schema }
}

/// What is known of a segment.
public struct SegmentInfo: Sendable, Hashable {
  public let name: String
  /// Documents in the file, and how many of them are deleted.
  public let documents: Int
  public let deleted: Int
  public let terms: Int
  public let postings: Int
  public let bytes: Int
  /// Bytes of each kind of section.
  public let sections: [String: Int]

  package init(
    name: String, documents: Int, deleted: Int, terms: Int, postings: Int, bytes: Int, sections: [String: Int]
  ) {
    self.name = name
    self.documents = documents
    self.deleted = deleted
    self.terms = terms
    self.postings = postings
    self.bytes = bytes
    self.sections = sections
  }
}
