import Tessera

/// The engine and the reference, taken through the same history.
package struct TwinIndex<Text: ReferenceText> {
  private struct Abandoned: Error {}

  package private(set) var engine: SearchIndex
  package private(set) var reference: ReferenceIndex<Text>

  /// - Parameter engine: an empty index.
  package init(_ engine: SearchIndex, text: Text) {
    self.engine = engine
    reference = ReferenceIndex(schema: engine.schema, text: text)
  }

  package init(folder: String, schema: Schema, text: Text) throws {
    self.init(try SearchIndex.create(at: folder, schema: schema), text: text)
  }

  /// Does the same to both; the reference stays as it was when the engine throws.
  ///
  /// - Parameter reopened: the same index opened anew.
  package mutating func apply(_ write: TinyHistory.Write, reopened: () throws -> SearchIndex) throws {
    do {
      try engine.write { writer in
        var twin = reference
        for change in write.changes {
          let (has, hasTwin) = (try writer.apply(change), try twin.apply(change))
          if has != hasTwin {
            throw Disagreement("\(change): the engine says \(has), the reference \(hasTwin)")
          }
        }
        if write.merges { try writer.mergeAll() }
        if write.isAbandoned { throw Abandoned() }
      }
    } catch is Abandoned {
    }
    reference = try reference.after(write)
    try reference.follow(engine.snapshot().segments)
    if write.reopens { engine = try reopened() }
  }

  package mutating func apply(_ write: TinyHistory.Write) throws {
    let folder = engine.folder
    try apply(write) { try SearchIndex.open(at: folder) }
  }
}

extension ReferenceIndex {
  /// The index after a write.
  package func after(_ write: TinyHistory.Write) throws -> ReferenceIndex {
    if write.isAbandoned { return self }
    var index = self
    for change in write.changes { try index.apply(change) }
    index.commit()
    if write.merges { index.mergeAll() }
    return index
  }

  /// Says whether there was a document to delete; true for one that is added.
  @discardableResult
  fileprivate mutating func apply(_ change: TinyHistory.Change) throws -> Bool {
    switch change {
    case .add(let document):
      try add(json: document.json)
      return true
    case .delete(let key): return delete(key)
    }
  }
}

extension IndexWriter {
  fileprivate func apply(_ change: TinyHistory.Change) throws -> Bool {
    switch change {
    case .add(let document):
      try add(json: document.json)
      return true
    case .delete(let key): return try delete(key)
    }
  }
}
