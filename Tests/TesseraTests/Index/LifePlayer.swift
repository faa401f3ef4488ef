import TestSupport

@testable import Tessera

/// Plays a life on a disk that may fail, and knows what the disk may then hold.
struct LifePlayer {
  private struct Abandoned: Error {}

  let life: ScriptedLife
  let disk: FaultyFileSystem
  /// What the writer does about a call that fails.
  enum Manner {
    /// It is dropped.
    case drops
    /// It tries once more.
    case triesAgain
    /// It goes on without, if the call is a commit, and tries all others once more.
    case postpones
  }

  var manner = Manner.drops
  /// Called before a call is tried once more.
  var beforeTrying: () -> Void = {}
  /// What the disk may hold: the last commit, then those that have failed since. Empty before there is an index.
  private(set) var possible: [LifeState] = []
  /// How many writes are done.
  private(set) var done = 0
  /// Why it ended before its end.
  private(set) var error: (any Error)?

  init(_ life: ScriptedLife, on disk: FaultyFileSystem) {
    self.life = life
    self.disk = disk
  }

  /// Goes on to the life's end, or to the first error.
  mutating func play() {
    error = nil
    do {
      var index = try open()
      while done < life.writes.count {
        try write(life.writes[done], to: index)
        done += 1
        if life.writes[done - 1].reopens { index = try open() }
      }
      // A writer that has nothing to do clears away what is left over.
      try index.write { _ in }
    } catch {
      self.error = error
    }
  }

  /// The same life on another disk, or on this one without its faults, from what is found there.
  ///
  /// - Throws: a `Disagreement` when that is none of what may be there.
  func recovered(on disk: FaultyFileSystem) throws -> LifePlayer {
    var next = LifePlayer(life, on: disk)
    next.done = done
    do {
      let index = try SearchIndex.open(at: ScriptedLife.folder, files: disk)
      let candidates = possible.isEmpty ? [LifeState(schema: life.schema)] : possible
      var differences: [String] = []
      for var state in candidates {
        guard let difference = state.difference(from: index, life.searches) else {
          next.possible = [state]
          return next
        }
        differences.append(difference)
      }
      throw Disagreement("no commit that may be there: \(differences)")
    } catch let error as TesseraError where error.kind == .notFound && possible.isEmpty {
      return next
    }
  }

  /// Why the disk does not hold the life's end and nothing besides; nil when it does.
  func differenceAtEnd() -> String? {
    if let error { return "it ended early, after write \(done): \(error)" }
    do {
      var state = possible[0]
      let index = try SearchIndex.open(at: ScriptedLife.folder, files: disk)
      return try state.difference(from: index, life.searches) ?? strayFiles()
    } catch {
      return "\(error)"
    }
  }

  /// The files that no commit names; nil when there are none.
  func strayFiles() throws -> String? {
    let names = Set(disk.contents(of: ScriptedLife.folder).keys)
    guard names.contains(Manifest.fileName) else { return names.isEmpty ? nil : "\(names) of no index" }
    let manifest = try Manifest.load(from: ScriptedLife.folder, files: disk.copy())
    let stray = names.subtracting(manifest.fileNames).subtracting([Manifest.fileName])
    return stray.isEmpty ? nil : "\(stray) are left over"
  }

  private mutating func open() throws -> SearchIndex {
    guard possible.isEmpty else { return try SearchIndex.open(at: ScriptedLife.folder, files: disk) }
    let index = try SearchIndex.create(at: ScriptedLife.folder, schema: life.schema, files: disk)
    possible = [LifeState(schema: life.schema)]
    return index
  }

  private mutating func write(_ write: ScriptedLife.Write, to index: SearchIndex) throws {
    var state = possible[0]
    do {
      try index.write { writer in
        for step in write.steps { try take(step, writer, &state) }
        if write.isAbandoned { throw Abandoned() }
        try take(.commit, writer, &state, isLast: true)
      }
    } catch is Abandoned {
    }
  }

  private mutating func take(
    _ step: ScriptedLife.Step, _ writer: IndexWriter, _ state: inout LifeState, isLast: Bool = false
  ) throws {
    switch step {
    case .add(let document, let ballast):
      let json = Self.json(document, withBallast: ballast)
      try trying { try writer.add(json: json) }
      try state.add(document, json: json)
    case .delete(let key):
      let found = try trying { try writer.delete(key) }
      let isThere = state.delete(key)
      if found != isThere { throw Disagreement("\(key) was there: \(found)") }
    case .mergeAll: try trying { try writer.mergeAll() }
    case .commit:
      var next = state
      next.reference.commit()
      possible.append(next)
      if manner == .postpones, !isLast {
        state = next
        do { try writer.commit() } catch {
          state.isMergingUnknown = true
          return beforeTrying()
        }
      } else {
        try trying { try writer.commit() }
      }
      let snapshot = try SearchIndex.open(at: ScriptedLife.folder, files: disk.copy()).snapshot()
      if try next.follow(snapshot) { next.isMergingUnknown = false }
      possible = [next]
      state = next
    }
  }

  private func trying<Result>(_ call: () throws -> Result) throws -> Result {
    do { return try call() } catch  where manner != .drops {
      beforeTrying()
      return try call()
    }
  }

  private static func json(_ document: TinyDocument, withBallast: Bool) -> String {
    let json = document.json.replacing(": ", with: ":").replacing(", ", with: ",")
    return withBallast ? json.dropLast() + #","ballast":""# + ballast + #""}"# : json
  }

  /// Too much for the memory of a section, and it does not compress.
  private static let ballast: String = {
    var random = SeededGenerator(seed: 0)
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return String(decoding: (0..<400_000).map { _ in digits[Int(random.next() & 63)] }, as: UTF8.self)
  }()
}
