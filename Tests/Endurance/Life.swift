import Glibc
import Tessera
import TestSupport

/// An index and its model over a long time: whatever is done to the one is done to the other, and they are compared.
///
/// Operations are drawn from the seed by their number, so that a failure names all that is needed to see it again, but
/// for the moment at which a process was killed.
final class Life<Text: ReferenceText> {
  private struct Abandoned: Error {}
  /// A commit that somebody keeps while the index goes on.
  private struct Held {
    let snapshot: IndexSnapshot
    let model: LifeModel<Text>
    let answers: [(search: TinySearch, page: SearchPage)]
  }

  let folder: String
  private let script: LifeScript
  private var engine: SearchIndex
  private var model: LifeModel<Text>
  private var held: [Held] = []
  /// How long a writer may work at most before it is killed, in microseconds: a little longer than it takes.
  private var killDelay = 50_000
  private(set) var counts = LifeCounts()
  private var random = SeededGenerator(seed: 0)

  init(folder: String, script: LifeScript, text: Text) throws {
    self.folder = folder
    self.script = script
    engine = try SearchIndex.create(at: folder, schema: script.corpus.schema)
    model = LifeModel(schema: script.corpus.schema, text: text)
  }

  /// Does what the operation of this number is.
  ///
  /// - Throws: `Disagreement` where the index is not what it should be.
  func perform(_ operation: Int) throws {
    counts.operations += 1
    random = script.random(of: operation)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<62: try searchNewest()
    case 62..<70: try askHeld()
    case 70..<74: try hold()
    case 74..<90: try write()
    case 90..<94: try reopen()
    case 94..<96: try export()
    case 96..<97: try verify()
    case 97..<98: held.removeAll()
    default: try killWriter(operation)
    }
  }

  /// What the index takes while no snapshot is held, and that its folder has the newest commit's files and no others.
  func usage() throws -> Usage {
    held.removeAll()
    // What a killed writer left goes with the next one.
    try engine.write { _ in }
    try checkFolder()
    let usage = try Usage(folder: folder)
    guard usage.mappings == 0 else { throw Disagreement("\(usage.mappings) files are still mapped") }
    return usage
  }

  // MARK: Reading

  private func search() -> TinySearch {
    let words = script.kind.words
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return TinySearch(words: words, using: &random)
    case 1: return TinySearch(suggestingAmong: words, using: &random)
    default:
      guard model.index.documents.contains(where: { !$0.isDeleted && !$0.frequencies.isEmpty }) else {
        return TinySearch(words: words, using: &random)
      }
      return TinySearch(sampling: model.index, using: &random)
    }
  }

  private func searchNewest() throws {
    let snapshot = try engine.snapshot()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      try model.check(search(), snapshot)
      counts.searches += 1
    }
    let keys = (0..<3).map { _ in script.corpus.key(using: &random) }
    try model.checkDocuments(snapshot, keys: keys)
  }

  private func hold() throws {
    let snapshot = try engine.snapshot()
    let answers = try (0..<4).map { _ in
      let search = search()
      return (search, try model.check(search, snapshot))
    }
    counts.searches += answers.count
    if held.count == 4 { held.remove(at: .random(in: 0..<4, using: &random)) }
    held.append(Held(snapshot: snapshot, model: model, answers: answers))
  }

  /// Old commits answer as ever, whatever has become of their files.
  private func askHeld() throws {
    guard let old = held.randomElement(using: &random) else { return }
    for (search, page) in old.answers {
      guard try old.snapshot.search(search.query, options: search.options) == page else {
        throw Disagreement("a commit that is held answers otherwise than before: \(search)")
      }
    }
    try old.model.check(TinySearch(words: script.kind.words, using: &random), old.snapshot)
    try old.model.checkDocuments(old.snapshot, keys: [script.corpus.key(using: &random)])
    counts.searches += old.answers.count + 1
  }

  private func export() throws {
    try model.checkDocuments(engine.snapshot())
  }

  private func verify() throws {
    let damage = try engine.snapshot().verify()
    guard damage.isEmpty else { throw Disagreement("verify: \(damage)") }
  }

  private func reopen() throws {
    engine = try SearchIndex.open(at: folder)
    counts.restarts += 1
    try model.check(search(), try engine.snapshot())
    counts.searches += 1
  }

  // MARK: Writing

  private func write() throws {
    let write = script.write(using: &random)
    do {
      try engine.write { writer in
        for (number, part) in write.parts.enumerated() {
          try apply(part, writer, isAbandoned: write.isAbandoned && number == write.parts.count - 1)
        }
        if Int.random(in: 0..<4, using: &random) == 0 { try checkRefusal() }
      }
    } catch is Abandoned {
      counts.abandoned += 1
    }
    try checkFolder()
    try model.check(search(), try engine.snapshot())
    counts.searches += 1
  }

  private func apply(_ part: LifeScript.Write.Part, _ writer: IndexWriter, isAbandoned: Bool) throws {
    var next = model
    for change in part.changes {
      let (has, hasTwin) = (try writer.apply(change), try next.apply(change))
      if has != hasTwin { throw Disagreement("\(change): the engine says \(has), the reference \(hasTwin)") }
    }
    if part.merges { try writer.mergeAll() }
    if isAbandoned { throw Abandoned() }
    try writer.commit()
    try next.commit(merges: part.merges, segments: try engine.snapshot().segments)
    model = next
    counts.commits += 1
  }

  /// A second writer is refused, with the first one's process number.
  private func checkRefusal() throws {
    do {
      try SearchIndex.open(at: folder).write { _ in }
      throw Disagreement("a second writer got in")
    } catch let error as TesseraError {
      guard error.kind == .locked, error.detail.contains("process \(getpid()) ") else { throw error }
    }
    counts.refused += 1
  }

  /// That nothing is left of what was removed, abandoned or merged.
  private func checkFolder() throws {
    let segments = try engine.snapshot().segments
    let expected = 2 + segments.count + segments.count { $0.deleted > 0 }
    let names = try SmallFile.names(in: folder)
    guard names.count == expected, Set(names).isSuperset(of: segments.map(\.name)) else {
      throw Disagreement("files \(names.sorted()), but segments \(segments.map { ($0.name, $0.deleted) })")
    }
  }

  // MARK: Other processes

  /// A process that writes is killed; what it had committed is there, and the lock is free at once.
  private func killWriter(_ operation: Int) throws {
    let write = script.markedWrite(operation: operation)
    let child = try ChildProcess(
      SafetyProgram.path,
      ["write", folder, "\(script.seed)", "\(script.corpus.keyCount)", script.kind.rawValue, "\(operation)"])
    guard child.line() == "ready" else { throw Disagreement("the writer did not start: \(child.lines())") }
    usleep(UInt32.random(in: 0...UInt32(killDelay), using: &random))
    child.kill()
    let lines = child.lines()
    guard [0, 128 + 9].contains(child.wait()) else { throw Disagreement("the writer failed: \(lines)") }
    // So that one in some ten comes to its end.
    if lines.last == "done" {
      killDelay = max(2_000, killDelay * 2 / 3)
    } else {
      killDelay = min(5_000_000, killDelay * 21 / 20)
      counts.killsAmidWork += 1
    }
    counts.kills += 1
    // Free at once: nothing waits here.
    if Bool.random(using: &random) { try engine.write { _ in } }
    try follow(write, operation, lines.filter { $0 != "done" })
  }

  private func follow(_ write: LifeScript.Write, _ operation: Int, _ lines: [String]) throws {
    if Bool.random(using: &random) { engine = try SearchIndex.open(at: folder) }
    let snapshot = try engine.snapshot()
    let mark = try snapshot.document(forKey: LifeScript.mark)?.filter(\.isNumber)
    let marks = write.parts.indices.map { "\(LifeScript.mark(operation, $0))" }
    let committed = marks.firstIndex { $0 == mark }.map { $0 + 1 } ?? 0
    guard lines.count == committed || lines.count + 1 == committed else {
      throw Disagreement("the killed writer committed \(lines.count) times, but \(committed) are there")
    }
    for (number, part) in write.parts.prefix(committed).enumerated() {
      for change in part.changes { try model.apply(change) }
      let isLast = number == committed - 1
      let segments = isLast ? snapshot.segments : WriterRole.segments(lines[number])
      try model.commit(merges: part.merges, segments: segments)
      counts.commits += 1
    }
    guard snapshot.verify().isEmpty else { throw Disagreement("verify: \(snapshot.verify())") }
    try model.checkDocuments(snapshot)
    try model.check(search(), snapshot)
    counts.searches += 1
  }
}

extension IndexWriter {
  func apply(_ change: TinyHistory.Change) throws -> Bool {
    switch change {
    case .add(let document):
      try add(json: document.json)
      return true
    case .delete(let key): return try delete(key)
    }
  }
}
