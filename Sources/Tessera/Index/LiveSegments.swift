/// The segments a writer works on: those of the last commit and its own, with the deletions so far.
struct LiveSegments {
  struct Segment {
    var entry: Manifest.Segment
    let reader: SegmentReader
    private(set) var deleted: DeletedDocuments?
    /// The deleted ones by ordinal, since the writer finds documents by their keys; nil when there are none.
    private var gone: OrdinalSet?
    /// Ordinals of documents to be deleted that `deleted` does not know yet.
    private var newlyDeleted: Set<DocNumber> = []

    init(
      entry: Manifest.Segment, reader: SegmentReader, deleted: DeletedDocuments?
    ) throws(TesseraError) {
      (self.entry, self.reader, self.deleted) = (entry, reader, deleted)
      if let deleted { gone = try OrdinalSet(deleted, in: reader.order) }
    }

    func isDeleted(_ ordinal: DocNumber) -> Bool { gone?.contains(ordinal) ?? false }

    /// - Precondition: there are such ordinals.
    mutating func delete(_ ordinals: some Sequence<DocNumber>) {
      for ordinal in ordinals {
        if gone == nil { gone = OrdinalSet(documents: reader.documentCount) }
        gone!.insert(ordinal)
        newlyDeleted.insert(ordinal)
      }
    }

    mutating func applyDeletions() throws(TesseraError) {
      guard !newlyDeleted.isEmpty else { return }
      let before = deleted ?? DeletedDocuments(documentCount: reader.documentCount)
      deleted = before.adding(try reader.docs(of: newlyDeleted))
      newlyDeleted.removeAll()
    }

    /// Deletes the document with this key; whether there was one.
    mutating func delete(key: [UInt8]) throws(TesseraError) -> Bool {
      guard let ordinal = try reader.keys.find(key), !isDeleted(ordinal) else { return false }
      delete(CollectionOfOne(ordinal))
      return true
    }
  }

  private let folder: String
  private let schema: Schema
  private let files: any FileSystem
  private(set) var segments: [Segment] = []

  init(_ manifest: Manifest, in folder: String, schema: Schema, files: any FileSystem) throws(TesseraError) {
    self.folder = folder
    self.schema = schema
    self.files = files
    for entry in manifest.segments {
      let (reader, deleted) = try entry.open(in: folder, schema: schema, files: files)
      segments.append(try Segment(entry: entry, reader: reader, deleted: deleted))
    }
  }

  /// Opens a file just written.
  private func open(_ name: String) throws(TesseraError) -> Segment {
    let file = try SegmentFile.open(path: folder + "/" + name, files: files)
    let reader = try SegmentReader(file, schema: schema)
    let entry = Manifest.Segment(
      name: name, documentCount: reader.documentCount, byteCount: file.count, fingerprint: file.fingerprint,
      textLength: UInt64(reader.statistics.totalLength))
    return try Segment(entry: entry, reader: reader, deleted: nil)
  }

  /// Documents of all segments, deleted ones too.
  var documentCount: Int { segments.reduce(0) { $0 + $1.reader.documentCount } }

  /// Adds segments that were built side by side; of documents with the same key the latest stays.
  mutating func append(_ built: [BuiltSegment]) throws(TesseraError) {
    let firstNew = segments.count
    for one in built {
      var segment = try open(one.name)
      segment.delete(one.replaced)
      try segment.applyDeletions()
      segments.append(segment)
    }
    if schema.key == nil { return }
    for new in firstNew..<segments.count {
      for other in 0..<new where segments[other].reader.documentCount > 0 {
        let isOlder = other < firstNew
        try resolveKeys(new: new, other: other) { here, there in
          isOlder
            || built[new - firstNew].sequence(of: here) > built[other - firstNew].sequence(of: there)
        }
      }
    }
    try applyDeletions()
  }

  /// Lets all segments know what was deleted.
  mutating func applyDeletions() throws(TesseraError) {
    for index in segments.indices { try segments[index].applyDeletions() }
  }

  /// Deletes one of each two living documents with the same key.
  private mutating func resolveKeys(
    new: Int, other: Int, newIsLater: (DocNumber, DocNumber) -> Bool
  ) throws(TesseraError) {
    var deletedHere: [DocNumber] = []
    var deletedThere: [DocNumber] = []
    let (here, there) = (segments[new], segments[other])
    try here.reader.keys.forEachCommonKey(with: there.reader.keys) { (a, b) throws(TesseraError) in
      if here.isDeleted(a) || there.isDeleted(b) { return }
      if newIsLater(a, b) { deletedThere.append(b) } else { deletedHere.append(a) }
    }
    segments[new].delete(deletedHere)
    segments[other].delete(deletedThere)
    try segments[new].applyDeletions()
    try segments[other].applyDeletions()
  }

  /// Deletes the document with this key wherever it is; whether there was one.
  mutating func delete(key: [UInt8]) throws(TesseraError) -> Bool {
    var found = false
    for index in segments.indices where try segments[index].delete(key: key) { found = true }
    return found
  }

  /// Makes one segment, of that name, of neighbours, or none where no document of theirs lives.
  mutating func merge(_ range: Range<Int>, name: String) throws(TesseraError) {
    for index in range { try segments[index].applyDeletions() }
    let inputs = segments[range].map { (reader: $0.reader, deleted: $0.deleted) }
    if inputs.allSatisfy({ $0.reader.documentCount == $0.deleted?.count ?? 0 }) {
      segments.removeSubrange(range)
      return
    }
    let merger = try SegmentMerger(inputs, schema: schema, path: folder + "/" + name, files: files)
    _ = try merger.run()
    segments.replaceSubrange(range, with: [try open(name)])
  }

  /// Writes the deletions that are not on disk and puts the segments into the manifest.
  mutating func write(to manifest: inout Manifest) throws(TesseraError) {
    for index in segments.indices {
      try segments[index].applyDeletions()
      guard let deleted = segments[index].deleted,
        deleted.count != segments[index].entry.deletions?.count ?? 0
      else { continue }
      let name = manifest.makeDeletionsName()
      try deleted.write(to: folder + "/" + name, files: files)
      segments[index].entry.deletions = Manifest.Deletions(
        name: name, count: deleted.count, fingerprint: deleted.fingerprint)
    }
    manifest.segments = segments.map(\.entry)
  }
}

/// A segment file that a builder wrote.
struct BuiltSegment {
  let name: String
  /// Ordinals of documents in it whose key a later one of its own took.
  let replaced: [DocNumber]
  /// Which batch of the input each stretch of documents is from: those from ordinal `doc` on are from `batch`.
  let runs: [(doc: Int, batch: Int)]

  /// Greater for a document that came later in the input, among segments built side by side.
  func sequence(of doc: DocNumber) -> (batch: Int, doc: DocNumber) {
    var low = 0
    var high = runs.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if runs[middle].doc <= Int(doc) { low = middle } else { high = middle }
    }
    return (runs.isEmpty ? 0 : runs[low].batch, doc)
  }
}
