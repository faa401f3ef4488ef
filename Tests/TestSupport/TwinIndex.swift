import Tessera

/// The engine and the reference, taken through the same history.
package struct TwinIndex<Text: ReferenceText> {
  private struct Abandoned: Error {}

  package private(set) var engine: SearchIndex
  package private(set) var reference: ReferenceIndex<Text>

  package init(folder: String, schema: Schema, text: Text) throws {
    engine = try SearchIndex.create(at: folder, schema: schema)
    reference = ReferenceIndex(schema: schema, text: text)
  }

  package mutating func apply(_ write: TinyHistory.Write) throws {
    let before = reference
    do {
      try engine.write { writer in
        for change in write.changes { try apply(change, writer) }
        if write.merges { try writer.mergeAll() }
        if write.isAbandoned { throw Abandoned() }
      }
      reference.commit()
      if write.merges { reference.mergeAll() }
    } catch is Abandoned {
      reference = before
    }
    if write.reopens { engine = try SearchIndex.open(at: engine.folder) }
  }

  private mutating func apply(_ change: TinyHistory.Change, _ writer: IndexWriter) throws {
    switch change {
    case .add(let document):
      try writer.add(json: document.json)
      try reference.add(json: document.json)
    case .delete(let key):
      let (had, hasReference) = (try writer.delete(key), reference.delete(key))
      if had != hasReference { throw Disagreement("delete \(key): engine \(had), reference \(hasReference)") }
    }
  }
}
