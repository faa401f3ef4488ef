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
}
