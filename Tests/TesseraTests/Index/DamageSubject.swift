import TestSupport

@testable import Tessera

/// A small index in memory, questions to it, and the right answers: what damage is tried on.
struct DamageSubject {
  static let folder = "/index"

  /// What can be asked of an index, reading and writing.
  enum Question {
    case search(TinySearch)
    case highlights(TinySearch)
    case documents([String])
    case export
    case merge
    case update(String)
  }

  let disk: FaultyFileSystem
  let questions: [Question]
  let answers: [AnyHashable]
  /// The files by name.
  let files: [String: [UInt8]]
  /// Their names, in ascending order.
  let names: [String]

  init(seed: Int, documentLimit: Int = 40) throws {
    var random = SeededGenerator(seed: seed)
    let history = TinyHistory(documentLimit: documentLimit, using: &random)
    let disk = FaultyFileSystem()
    var twin = try TwinIndex(
      SearchIndex.create(at: Self.folder, schema: history.schema, files: disk), text: PlainText())
    for write in history.writes {
      try twin.apply(write) { try SearchIndex.open(at: Self.folder, files: disk) }
    }
    let reference = twin.reference
    try self.init(disk, keys: reference.liveDocuments.map(\.key), using: &random) { random in
      TinySearch(sampling: reference, using: &random)
    }
  }

  /// An index of several pages of checksums, so that not all of them are touched when it is opened: in documents of
  /// their own, two segments, some of them deleted.
  init(seed: Int, large documentCount: Int) throws {
    var random = SeededGenerator(seed: seed)
    let corpus = TinyCorpus(words: TinyCorpus.plainWords, documentLimit: documentCount, using: &random)
    let disk = FaultyFileSystem()
    let index = try SearchIndex.create(at: Self.folder, schema: corpus.schema, files: disk)
    for part in 0..<2 {
      try index.write { writer in
        for number in 0..<documentCount / 2 {
          var document = corpus.document(using: &random)
          document.key = "k\(part)\(number)"
          let note = (0..<6).map { _ in String(random.next(), radix: 36) }.joined()
          try writer.add(json: document.json.dropLast() + #", "note": "\#(note)"}"#)
        }
        for number in 0..<part * 20 { try writer.delete("k0\(number * 7)") }
      }
    }
    let keys = (0..<5).map { "k1\($0 * documentCount / 12)" }
    try self.init(disk, keys: keys, using: &random) { TinySearch(using: &$0) }
  }

  private init(
    _ disk: FaultyFileSystem, keys: [String], using random: inout SeededGenerator,
    search: (inout SeededGenerator) -> TinySearch
  ) throws {
    let searches = (0..<8).map { number in
      var search =
        number.isMultiple(of: 2) || keys.isEmpty ? TinySearch(using: &random) : search(&random)
      // Dates are looked at one by one only for these.
      if number == 6 { search.query = Query(text: "released:") }
      search.options.suggestions = 3
      search.options.completions = 3
      return search
    }
    questions =
      searches.map { .search($0) }
      + [.highlights(searches[1]), .documents(Array(keys.prefix(5))), .export, .merge]
      + (keys.isEmpty ? [] : [.update(keys[keys.count / 2])])
    self.disk = disk
    files = disk.contents(of: Self.folder)
    names = files.keys.sorted()
    answers = try questions.map { try Self.answer($0, from: disk) }
  }

  /// The subject of the lowest seed of which something holds.
  static func first(
    documentLimit: Int = 40, where holds: (DamageSubject) throws -> Bool
  ) throws -> DamageSubject {
    var seed = 0
    while true {
      let subject = try DamageSubject(seed: seed, documentLimit: documentLimit)
      if try holds(subject) { return subject }
      seed += 1
    }
  }

  var manifest: Manifest {
    get throws { try Manifest.load(from: Self.folder, files: disk) }
  }

  /// The disk with other bytes in place of some files; without those that are nil.
  func disk(with changes: [String: [UInt8]?]) -> FaultyFileSystem {
    let copy = disk.copy()
    for (name, bytes) in changes {
      if let bytes {
        copy.put(bytes, at: Self.folder + "/" + name)
      } else {
        try? copy.unlink(Self.folder + "/" + name)
      }
    }
    return copy
  }

  static func answer(_ question: Question, from disk: FaultyFileSystem) throws -> AnyHashable {
    switch question {
    case .merge: return try answer(afterWritingTo: disk) { writer in try writer.mergeAll() }
    case .update(let key):
      return try answer(afterWritingTo: disk) { writer in
        try writer.add(json: #"{"id": "\#(key)", "title": "ab", "genre": "Comedy"}"#)
        try writer.delete("k1")
      }
    default: return try answer(question, from: SearchIndex.open(at: folder, files: disk).snapshot())
    }
  }

  /// A question that only reads.
  static func answer(_ question: Question, from snapshot: IndexSnapshot) throws -> AnyHashable {
    switch question {
    case .search(let search): return try snapshot.search(search.query, options: search.options)
    case .highlights(let search):
      let page = try snapshot.search(search.query, options: search.options)
      return try page.hits.prefix(3).map { try snapshot.highlights(of: search.query, for: $0) }
    case .documents(let keys): return try keys.map { try snapshot.document(forKey: $0) }
    case .export: return try export(snapshot)
    case .merge, .update: preconditionFailure("it writes")
    }
  }

  private static func answer(
    afterWritingTo disk: FaultyFileSystem, _ body: (IndexWriter) throws -> Void
  ) throws -> AnyHashable {
    let index = try SearchIndex.open(at: folder, files: disk.copy())
    try index.write { try body($0) }
    let snapshot = try index.snapshot()
    let page = try snapshot.search(Query(text: "a"), options: SearchOptions(facets: ["genre", "tag"]))
    return [AnyHashable(try export(snapshot)), AnyHashable(page)]
  }

  private static func export(_ snapshot: IndexSnapshot) throws -> [String] {
    var lines: [String] = []
    try snapshot.forEachDocument { (key, json) throws(TesseraError) in lines.append("\(key) \(json ?? "")") }
    return lines
  }
}
