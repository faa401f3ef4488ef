import TestSupport

@testable import Tessera

/// A life of an index with all that can happen in one: documents added, updated and deleted, commits within a write
/// and at its end, a write that is abandoned, merges of tiers and of all, sections that do not fit in memory, openings.
struct ScriptedLife {
  enum Step {
    /// - Parameter ballast: whether many bytes that do not compress stand beside the fields, and are only stored: in long
    ///   runs, since they make each life several times as long.
    case add(TinyDocument, ballast: Bool = false)
    case delete(String)
    case commit
    case mergeAll
  }

  struct Write {
    var steps: [Step]
    var isAbandoned = false
    /// Whether the index is opened anew afterwards.
    var reopens = false
  }

  static let folder = "/index"
  let schema: Schema
  let writes: [Write]
  let searches: [TinySearch]

  init(seed: Int = 0) {
    var random = SeededGenerator(seed: seed)
    var corpus = TinyCorpus(words: TinyCorpus.plainWords, documentLimit: 40, using: &random)
    corpus.schema.leastPrefixPostings = 3
    corpus.schema.leastChampionPostings = 2
    // Some segments are large, and merges make them so.
    (corpus.schema.leastLargeSegment, corpus.schema.leastLevelPostings) = (10, 3)
    (corpus.schema.leastTieredPostings, corpus.schema.tierDepth) = (3, 4)
    corpus.schema.leastValueDocuments = 2
    schema = corpus.schema
    func add(_ key: Int, ballast: Bool = false) -> Step {
      var document = corpus.document(using: &random)
      document.key = "k\(key)"
      return .add(document, ballast: ballast)
    }
    func add(_ keys: Range<Int>) -> [Step] { keys.map { add($0) } }
    writes = [
      Write(steps: add(0..<12)),
      Write(steps: add(3..<6) + [.delete("k0"), .commit] + add(20..<24) + [.delete("k1")]),
      Write(steps: add(30..<33) + [.delete("k2"), .delete("k21")], isAbandoned: true),
      // Deletes from two segments in one commit.
      Write(steps: [.delete("k2"), .delete("k22"), .delete("none")], reopens: true),
      Write(steps: [add(40, ballast: SafetyRun.isLong)]), Write(steps: add(41..<43)),
      Write(steps: add(42..<44)),
      // The eighth segment: a tier is merged, with the large document in it.
      Write(steps: add(44..<45)), Write(steps: add(45..<46)), Write(steps: add(46..<47)),
      Write(steps: add(47..<48) + [.commit, .delete("k40")] + add(48..<49), reopens: true),
      Write(steps: [.delete("k3"), .mergeAll]),
      Write(steps: add(3..<5) + [.commit, .mergeAll, .commit, .delete("k3"), .delete("k4")]),
    ]
    searches = (0..<5).map { _ in TinySearch(using: &random) }
  }
}

/// What an index holds after a commit.
struct LifeState {
  var reference: ReferenceIndex<PlainText>
  /// The documents as they were given, by key.
  var documents: [String: String] = [:]
  /// Whether the writer may have merged segments in a commit that failed, and deleted from them since: the reference
  /// cannot follow that, and scores depend on it.
  var isMergingUnknown = false

  init(schema: Schema) { reference = ReferenceIndex(schema: schema, text: PlainText()) }

  mutating func add(_ document: TinyDocument, json: String) throws {
    try reference.add(json: document.json)
    documents[document.key] = json
  }

  mutating func delete(_ key: String) -> Bool {
    documents[key] = nil
    return reference.delete(key)
  }

  /// Takes over how segments are merged; false where that cannot be told.
  mutating func follow(_ snapshot: IndexSnapshot) throws -> Bool {
    do { try reference.follow(snapshot.segments) } catch  where isMergingUnknown { return false }
    return true
  }

  /// Why this is not what an index holds; nil when it is. Takes over how the index's segments are merged.
  mutating func difference(from index: SearchIndex, _ searches: [TinySearch]) -> String? {
    do {
      let snapshot = try index.snapshot()
      let canSearch = try follow(snapshot)
      if let damage = snapshot.verify().first { throw damage }
      var found: [String: String] = [:]
      try snapshot.forEachDocument { (key, json) throws(TesseraError) in found[key] = json }
      guard snapshot.documentCount == documents.count, found.keys == documents.keys else {
        return "documents: \(found.keys.sorted()) instead of \(documents.keys.sorted())"
      }
      for (key, json) in found where json != documents[key] { return "\(key) has changed" }
      for search in canSearch ? searches : [] {
        try checkAgreement(
          snapshot.search(search.query, options: search.options),
          with: reference.search(search.query, options: search.options), options: search.options,
          text: reference.text)
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
