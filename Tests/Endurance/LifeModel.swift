import Tessera
import TestSupport

/// What an index holds, as a plain scan: a copy is a snapshot.
struct LifeModel<Text: ReferenceText> {
  private(set) var index: ReferenceIndex<Text>
  /// Each document as it was given.
  private(set) var stored: [String: String] = [:]

  init(schema: Schema, text: Text) { index = ReferenceIndex(schema: schema, text: text) }

  /// Says whether there was a document to delete; true for one that is added.
  @discardableResult
  mutating func apply(_ change: TinyHistory.Change) throws -> Bool {
    switch change {
    case .add(let document):
      try index.add(json: document.json)
      stored[document.key] = document.json
      return true
    case .delete(let key):
      stored[key] = nil
      return index.delete(key)
    }
  }

  /// - Parameter segments: those of the engine's commit, whose merges are followed.
  mutating func commit(merges: Bool, segments: [SegmentInfo]) throws {
    index.commit()
    if merges { index.mergeAll() }
    try index.follow(segments)
  }
}

extension LifeModel {
  /// Throws a `Disagreement` unless a snapshot answers the search as the model does.
  ///
  /// - Returns: the answer.
  @discardableResult
  func check(_ search: TinySearch, _ snapshot: IndexSnapshot) throws -> SearchPage {
    do {
      let (query, options) = (search.query, search.options)
      let page = try snapshot.search(query, options: options)
      try checkAgreement(
        page, with: index.search(query, options: options), options: options, text: index.text)
      if options.suggestions > 0 || options.completions > 0 {
        try checkAgreement(page, with: index.suggestions(for: query), options: options, text: index.text)
      }
      return page
    } catch { throw Disagreement("\(search)\n  \(error)") }
  }

  /// The same of the documents themselves: some by key, or all.
  func checkDocuments(_ snapshot: IndexSnapshot, keys: [String]? = nil) throws {
    guard snapshot.documentCount == stored.count else {
      throw Disagreement("\(snapshot.documentCount) documents, expected \(stored.count)")
    }
    for key in keys ?? [] { try checkDocument(key, try snapshot.document(forKey: key)) }
    if keys != nil { return }
    var found: [(String, String?)] = []
    try snapshot.forEachDocument { (key, json) throws(TesseraError) in found.append((key, json)) }
    guard Set(found.map(\.0)).count == stored.count, found.map(\.0) == index.liveDocuments.map(\.key) else {
      throw Disagreement("the export has other keys, or in another order")
    }
    for (key, json) in found { try checkDocument(key, json) }
  }

  private func checkDocument(_ key: String, _ json: String?) throws {
    // Documents are stored without blanks between their parts.
    guard json.map(withoutBlanks) == stored[key].map(withoutBlanks) else {
      throw Disagreement("document \(key): \(json ?? "none"), expected \(stored[key] ?? "none")")
    }
  }
}

private func withoutBlanks(_ json: String) -> [UInt8] { json.utf8.filter { $0 != UInt8(ascii: " ") } }
