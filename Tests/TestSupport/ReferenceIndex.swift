import Tessera

/// The engine's meaning as a plain scan over an array of documents: too simple to be wrong, and slow.
///
/// A value: a copy is a snapshot, and an abandoned write is a copy thrown away.
package struct ReferenceIndex<Text: ReferenceText> {
  package let schema: Schema
  package let text: Text
  /// One list for each segment, in the order in which the documents were added. A deleted document stays, and
  /// counts in the statistics, until a merge.
  package private(set) var segments: [[ReferenceDocument]] = []
  private var uncommitted: [ReferenceDocument] = []

  package init(schema: Schema, text: Text) {
    self.schema = schema
    self.text = text
  }

  /// All committed documents in document order, the deleted ones too.
  package var documents: [ReferenceDocument] { segments.flatMap(\.self) }

  /// The committed documents that can be found.
  package var liveDocuments: [ReferenceDocument] { documents.filter { !$0.isDeleted } }

  /// Adds a document; one with the same key is deleted.
  package mutating func add(json: String) throws {
    let document = try ReferenceDocument(json: json, schema: schema, text: text)
    delete(document.key)
    uncommitted.append(document)
  }

  /// Deletes the document with this key; says whether there was one.
  @discardableResult
  package mutating func delete(_ key: String) -> Bool {
    for segment in segments.indices {
      if let place = segments[segment].firstIndex(where: { $0.key == key && !$0.isDeleted }) {
        segments[segment][place].isDeleted = true
        return true
      }
    }
    guard let place = uncommitted.firstIndex(where: { $0.key == key && !$0.isDeleted }) else { return false }
    uncommitted[place].isDeleted = true
    return true
  }

  /// Makes a segment of what was added since the last commit.
  package mutating func commit() {
    if !uncommitted.isEmpty { segments.append(uncommitted) }
    uncommitted = []
  }

  /// Makes one segment of all, without the deleted documents.
  package mutating func mergeAll() {
    let live = liveDocuments
    segments = live.isEmpty ? [] : [live]
  }

  /// Merges neighbours where the engine has: when it does that is its own affair, but statistics depend on it.
  ///
  /// - Parameter engine: the segments of the engine's commit.
  /// - Throws: `Disagreement` when no merging of neighbours makes segments of these sizes.
  package mutating func follow(_ engine: [SegmentInfo]) throws {
    guard let merged = Self.merging(segments[...], into: engine[...]) else {
      let sizes = segments.map { ($0.count, $0.count(where: \.isDeleted)) }
      let found = engine.map { ($0.documents, $0.deleted) }
      throw Disagreement("segments (documents, deleted): engine \(found), reference before merging \(sizes)")
    }
    segments = merged
  }

  private static func merging(
    _ segments: ArraySlice<[ReferenceDocument]>, into sizes: ArraySlice<SegmentInfo>
  ) -> [[ReferenceDocument]]? {
    guard let first = segments.first else { return sizes.isEmpty ? [] : nil }
    if let size = sizes.first {
      func rest(after count: Int) -> [[ReferenceDocument]]? {
        merging(segments.dropFirst(count), into: sizes.dropFirst())
      }
      let isAsItWas = (first.count, first.count(where: \.isDeleted)) == (size.documents, size.deleted)
      if isAsItWas, let rest = rest(after: 1) { return [first] + rest }
      for count in 1...segments.count where size.deleted == 0 {
        let live = segments.prefix(count).flatMap(\.self).filter { !$0.isDeleted }
        if live.count == size.documents, let rest = rest(after: count) { return [live] + rest }
      }
    }
    // Where no document lives, there may be no segment.
    return first.allSatisfy(\.isDeleted) ? merging(segments.dropFirst(), into: sizes) : nil
  }
}
