import Tessera

/// A disk in memory that fails or loses power at a chosen call.
///
/// It keeps apart what was written and what is durable, as strictly as the standard allows: file contents are
/// durable after `sync`, names after `syncFolder`, and what is not may after a crash be there, be missing, or be
/// there in part, each change for itself and in any order.
package final class FaultyFileSystem: FileSystem {
  private struct State {
    var contents: [Int: Content] = [:]
    var names: [String: Int] = [:]
    var durableNames: [String: Int] = [:]
    /// Changes of names since the folder's last sync.
    var pending: [NameChange] = []
    var folders: Set<String> = []
    var locks: Set<String> = []
    var calls = 0
    var fault = DiskFault.failure
    var faultAt: Int?
    var powerLossAt: Int?
    var isCrashed = false
    var failures = 0

    mutating func endFaults() {
      calls = 0
      failures = 0
      faultAt = nil
      powerLossAt = nil
      isCrashed = false
    }
  }

  struct Content {
    var bytes: [UInt8] = []
    var durable: [UInt8] = []
    /// After a sync that failed the system may hold the bytes for written: a later sync says yes and does nothing
    /// (Rebello et al. 2020).
    var isLost = false
  }

  private struct NameChange {
    var removed: String?
    var added: (name: String, content: Int)?
    var path: String { added?.name ?? removed! }
  }

  private let state = Guarded(State())

  /// - Parameter call: the number of the call that fails, from 0; nil for none.
  package init(_ fault: DiskFault = .failure, at call: Int? = nil) {
    setFault(fault, at: call)
  }

  private init(_ state: State) {
    self.state.withLock { $0 = state }
  }

  /// Chooses the next call to fail; calls are counted from 0 again.
  ///
  /// - Parameter powerLoss: a call, maybe a later one, from which on all fail.
  package func setFault(_ fault: DiskFault, at call: Int?, thenPowerLossAt powerLoss: Int? = nil) {
    state.withLock {
      $0.calls = 0
      $0.powerLossAt = powerLoss
      $0.failures = 0
      $0.fault = fault
      $0.faultAt = call
    }
  }

  /// How many calls there were so far that could have failed.
  package var callCount: Int { state.withLock { $0.calls } }

  /// How many calls have failed.
  package var failureCount: Int { state.withLock { $0.failures } }

  /// The files of a folder with what is in them.
  package func contents(of folder: String) -> [String: [UInt8]] {
    state.withLock { state in
      let files = state.names.filter { $0.key.hasPrefix(folder + "/") }
      return Dictionary(
        uniqueKeysWithValues: files.map {
          (String($0.key.dropFirst(folder.count + 1)), state.contents[$0.value]!.bytes)
        })
    }
  }

  /// Puts a file in a folder, or other bytes in its place, past all faults.
  package func put(_ bytes: [UInt8], at path: String) {
    state.withLock { state in
      let number = state.names[path] ?? state.contents.count
      state.contents[number] = Content(bytes: bytes, durable: bytes)
      state.names[path] = number
      state.durableNames[path] = number
    }
  }

  /// A disk with the same files and without faults, which goes its own way from here.
  package func copy() -> FaultyFileSystem {
    var state = state.withLock { $0 }
    state.locks = []
    state.endFaults()
    return FaultyFileSystem(state)
  }

  /// The disk after the power is back: what was durable, and some of what was not.
  package func afterPowerLoss(using random: inout SeededGenerator) -> FaultyFileSystem {
    var after = state.withLock { $0 }
    after.names = after.durableNames
    for change in after.pending where Bool.random(using: &random) {
      if let removed = change.removed { after.names[removed] = nil }
      if let added = change.added { after.names[added.name] = added.content }
    }
    for (number, content) in after.contents {
      after.contents[number]!.bytes = Self.torn(content, using: &random)
      after.contents[number]!.durable = after.contents[number]!.bytes
      after.contents[number]!.isLost = false
    }
    after.durableNames = after.names
    after.pending = []
    after.locks = []
    after.endFaults()
    return FaultyFileSystem(after)
  }

  /// Contents that were not synced: old, new, cut, or with pieces missing.
  private static func torn(_ content: Content, using random: inout SeededGenerator) -> [UInt8] {
    guard content.bytes != content.durable else { return content.bytes }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return content.durable
    case 1: return content.bytes
    case 2: return [UInt8](content.bytes.prefix(Int.random(in: 0...content.bytes.count, using: &random)))
    default:
      var bytes = content.bytes
      for start in stride(from: 0, to: bytes.count, by: 4096) where Bool.random(using: &random) {
        let end = min(start + 4096, bytes.count)
        bytes.replaceSubrange(start..<end, with: repeatElement(0, count: end - start))
      }
      return bytes
    }
  }

  /// Counts a call and runs it, unless it is to fail.
  private func call<Value: Sendable>(
    _ kind: DiskCall, _ path: String, partly: (@Sendable (inout State) -> Void)? = nil,
    _ body: @Sendable (inout State) -> Result<Value, TesseraError>
  ) throws(TesseraError) -> Value {
    try state.withLock { state -> Result<Value, TesseraError> in
      if state.calls == state.powerLossAt { state.isCrashed = true }
      let fails = state.isCrashed || state.fault.strikes(kind, number: state.calls, at: state.faultAt)
      state.calls += 1
      guard fails else { return body(&state) }
      if !state.isCrashed { partly?(&state) }
      if state.fault.isCrash { state.isCrashed = true }
      state.failures += 1
      return .failure(TesseraError.system(state.fault.code, "\(kind.rawValue) (injected fault)", file: path))
    }.get()
  }

  private static func missing(_ path: String) -> TesseraError {
    TesseraError(.notFound, file: path, "there is no such file")
  }

  package func create(_ path: String) throws(TesseraError) -> any OutputFile {
    let number = try call(.create, path) { state in
      // A file that is emptied keeps its old contents on disk until it is synced.
      let number = state.names[path] ?? state.contents.count
      state.contents[number, default: Content()].bytes = []
      state.contents[number]!.isLost = false
      if state.names[path] == nil { state.pending.append(NameChange(added: (path, number))) }
      state.names[path] = number
      return .success(number)
    }
    return Output(path: path, number: number, files: self)
  }

  package func map(_ path: String, readsAhead: Bool) throws(TesseraError) -> MappedFile {
    let bytes = try call(.map, path) { state in
      state.names[path].map { .success(state.contents[$0]!.bytes) } ?? .failure(Self.missing(path))
    }
    return bytes.withUnsafeBytes { MappedFile(path: path, copying: $0) }
  }

  package func rename(_ path: String, to newPath: String) throws(TesseraError) {
    try call(.rename, path) { (state) -> Result<Void, TesseraError> in
      guard let number = state.names.removeValue(forKey: path) else { return .failure(Self.missing(path)) }
      state.names[newPath] = number
      state.pending.append(NameChange(removed: path, added: (newPath, number)))
      return .success(())
    }
  }

  package func unlink(_ path: String) throws(TesseraError) {
    try call(.unlink, path) { (state) -> Result<Void, TesseraError> in
      guard state.names.removeValue(forKey: path) != nil else { return .failure(Self.missing(path)) }
      state.pending.append(NameChange(removed: path))
      return .success(())
    }
  }

  package func list(_ folder: String) throws(TesseraError) -> [String] {
    try call(.list, folder) { state in
      guard state.folders.contains(folder) else { return .failure(Self.missing(folder)) }
      return .success(
        state.names.keys.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
          .sorted())
    }
  }

  package func size(of path: String) throws(TesseraError) -> Int? {
    try call(.size, path) { state in .success(state.names[path].map { state.contents[$0]!.bytes.count }) }
  }

  /// Folders are durable at once: indexes make only their own.
  package func makeFolder(_ path: String) throws(TesseraError) {
    try call(.makeFolder, path) { state in
      state.folders.insert(path)
      return .success(())
    }
  }

  package func syncFolder(_ path: String) throws(TesseraError) {
    try call(.syncFolder, path) { state in
      for change in state.pending where change.path.hasPrefix(path + "/") {
        if let removed = change.removed { state.durableNames[removed] = nil }
        if let added = change.added { state.durableNames[added.name] = added.content }
      }
      state.pending.removeAll { $0.path.hasPrefix(path + "/") }
      return .success(())
    }
  }

  package func lock(_ path: String) throws(TesseraError) -> any FileLock {
    try call(.lock, path) { (state) -> Result<Void, TesseraError> in
      guard state.locks.insert(path).inserted else {
        return .failure(TesseraError(.locked, file: path, "process 1 is writing"))
      }
      return .success(())
    }
    return Lock(path: path, files: self)
  }

  private final class Output: OutputFile {
    let path: String
    let number: Int
    let files: FaultyFileSystem

    init(path: String, number: Int, files: FaultyFileSystem) {
      self.path = path
      self.number = number
      self.files = files
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(TesseraError) {
      let (added, number) = ([UInt8](bytes), number)
      try files.call(.write, path, partly: { $0.contents[number]!.bytes += added.prefix(added.count / 2) }) {
        state in
        state.contents[number]!.bytes += added
        return .success(())
      }
    }

    func sync() throws(TesseraError) {
      let number = number
      try files.call(.sync, path, partly: { $0.contents[number]!.isLost = true }) { state in
        if state.contents[number]!.isLost { return .success(()) }
        state.contents[number]!.durable = state.contents[number]!.bytes
        return .success(())
      }
    }

    func close() throws(TesseraError) {
      try files.call(.close, path) { _ in .success(()) }
    }
  }

  private final class Lock: FileLock {
    let path: String
    let files: FaultyFileSystem

    init(path: String, files: FaultyFileSystem) {
      self.path = path
      self.files = files
    }

    var isInPlace: Bool { true }

    func unlock() {
      let path = path
      _ = files.state.withLock { $0.locks.remove(path) }
    }

    deinit { unlock() }
  }
}
