/// One commit of an index, unchanging, for any number of threads at once.
public final class IndexSnapshot: Sendable {
  public let schema: Schema
  /// How many documents can be found.
  public let documentCount: Int
  let manifest: Manifest
  private let folder: String
  let searcher: Searcher
  private let tokenizers = Pool { Tokenizer() }
  private let names: FieldNames
  let highlightPool: Pool<HighlightMemory>

  init(
    _ manifest: Manifest, in folder: String, schema: Schema, statistics: CollectionStatistics?,
    files: any FileSystem, checksPages: Bool
  ) throws(TesseraError) {
    var readers: [(reader: SegmentReader, deleted: DeletedDocuments?)] = []
    for segment in manifest.segments {
      readers.append(
        try segment.open(in: folder, schema: schema, files: files, checksPages: checksPages))
    }
    self.schema = schema
    names = FieldNames(schema)
    highlightPool = Pool { HighlightMemory(schema) }
    self.manifest = manifest
    self.folder = folder
    documentCount = manifest.documentCount
    searcher = Searcher(readers, statistics: statistics)
  }

  /// What scores depend on: the documents of this snapshot, and their lengths.
  public var statistics: CollectionStatistics { searcher.statistics }

  /// The number fields whose values were all written as dates: what is suggested of them is years, months and days.
  ///
  /// A segment knows this of all its values together. So a document with another number in the field counts on when it
  /// is deleted, also in what its segment is merged into.
  public var dateFields: [String] {
    schema.numbers.indices.filter(searcher.holdsDates).map { schema.numbers[$0] }
  }

  /// The best documents for a query, with counts, suggested tokens and completions, all of this snapshot.
  ///
  /// - Parameter cancellation: ends the search before it is done, from another thread or when its time is up.
  /// - Throws: `.unknownField` for a field that the schema does not have in the kind that is needed, `.corrupt`,
  ///   `.cancelled`.
  public func search(
    _ query: Query, options: SearchOptions = SearchOptions(), cancellation: SearchCancellation? = nil
  ) throws(TesseraError) -> SearchPage {
    try search(
      resolve(query, suggests: options.suggestions > 0), options: options, cancellation: cancellation)
  }

  /// A query made ready to be searched several times.
  ///
  /// - Parameter suggests: whether tokens are to be suggested.
  package func resolve(_ query: Query, suggests: Bool = false) throws(TesseraError) -> ResolvedQuery {
    try tokenizers.withItem { (tokenizer) throws(TesseraError) in
      try ResolvedQuery(query, schema: schema, names: suggests ? names : nil, tokenizer: &tokenizer)
    }
  }

  /// Whether a text asks for just this word, which is folded as in the index.
  package func isWord(_ word: String, spelled text: String) -> Bool {
    tokenizers.withItem { TypedText(text + " ", tokenizer: &$0).words == [Array(word.utf8)] }
  }

  /// The inner loops of a search over these lists, each by itself, for benchmarks; nil where there are no documents.
  package func kernelLoops() throws(TesseraError) -> KernelLoops? { try KernelLoops(searcher) }

  package func search(
    _ query: ResolvedQuery, options: SearchOptions, cancellation: SearchCancellation? = nil
  ) throws(TesseraError) -> SearchPage {
    try searcher.search(query, options, schema: schema, cancellation: cancellation)
  }

  /// The whole document as JSON on one line; nil when the schema stores none.
  public func document(for hit: Hit) throws(TesseraError) -> String? {
    let (segment, ordinal) = searcher.place(of: hit.doc)
    return try segment.reader.stored.map { (stored) throws(TesseraError) in
      String(decoding: try stored.document(ordinal), as: UTF8.self)
    }
  }

  /// The whole document with this key as JSON on one line; nil when there is none or the schema stores none.
  public func document(forKey key: String) throws(TesseraError) -> String? {
    guard let (segment, ordinal) = try place(ofKey: Array(key.utf8)) else { return nil }
    guard let stored = segment.reader.stored else { return nil }
    return String(decoding: try stored.document(ordinal), as: UTF8.self)
  }

  /// Whether there is a document with this key.
  public func contains(key: String) throws(TesseraError) -> Bool {
    try place(ofKey: Array(key.utf8)) != nil
  }

  private func place(ofKey key: [UInt8]) throws(TesseraError) -> (SearchableSegment, DocNumber)? {
    for segment in searcher.segments {
      guard let ordinal = try segment.reader.keys.find(key) else { continue }
      if let deleted = segment.deleted, deleted.contains(try segment.reader.doc(of: ordinal)) { continue }
      return (segment, ordinal)
    }
    return nil
  }

  /// Calls `body` with key and JSON of each document, in the order of addition.
  public func forEachDocument(
    _ body: (_ key: String, _ json: String?) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    for segment in searcher.segments {
      let stored = segment.reader.stored.map { StoredDocumentsReader($0) }
      let deleted = try segment.deleted.map { (deleted) throws(TesseraError) in
        try OrdinalSet(deleted, in: segment.reader.order)
      }
      for ordinal in 0..<DocNumber(segment.reader.documentCount)
      where !(deleted?.contains(ordinal) ?? false) {
        var json: String?
        if let stored { json = String(decoding: try stored.document(ordinal), as: UTF8.self) }
        try body(try segment.reader.keys.key(of: ordinal), json)
      }
    }
  }

  /// What the snapshot is made of.
  public var segments: [SegmentInfo] {
    zip(manifest.segments, searcher.segments).map { entry, segment in
      var sections: [String: Int] = [:]
      for (id, count) in segment.reader.file.sections { sections[id.description, default: 0] += count }
      return SegmentInfo(
        name: entry.name, documents: entry.documentCount, deleted: entry.deletions?.count ?? 0,
        terms: segment.reader.statistics.terms, postings: segment.reader.statistics.postings,
        bytes: entry.byteCount, sections: sections)
    }
  }

  /// The format's version, and the versions of the rules that made the terms.
  package var versions: (format: Int, textRules: Int, icu: String) {
    (Int(SegmentFormat.version), manifest.textRulesVersion, manifest.icuVersion)
  }

  /// Reads everything and checks it.
  ///
  /// - Returns: what is damaged, nothing when all is well.
  public func verify() -> [TesseraError] {
    zip(manifest.segments, searcher.segments).flatMap { entry, segment in
      var damage = segment.reader.file.verify()
      if let deletions = entry.deletions, segment.deleted?.fingerprint != deletions.fingerprint {
        damage.append(
          .corrupt(
            file: folder + "/" + deletions.name, section: "the deletions", offset: 0, "the checksum is wrong")
        )
      }
      return damage
    }
  }
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
  /// Bytes of each section.
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

extension KeyTable {
  func find(_ key: [UInt8]) throws(TesseraError) -> DocNumber? {
    try key.withUnsafeBufferPointer { key in Result { () throws(TesseraError) in try find(key) } }.get()
  }

  func key(of doc: DocNumber) throws(TesseraError) -> String {
    var key: [UInt8] = []
    try self.key(of: doc, into: &key)
    return String(decoding: key, as: UTF8.self)
  }
}
