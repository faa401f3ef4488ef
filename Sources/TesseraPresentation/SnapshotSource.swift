import Glibc
import Tessera

/// The newest snapshot of an index that another process may be writing.
///
/// Each commit replaces the manifest, so the file's identity says whether there is a newer one: one `stat` to ask. Who
/// asks while another thread opens the new commit gets the one before, and a snapshot lives as long as a request
/// holds it.
package final class SnapshotSource: Sendable {
  /// What is known of the commits so far.
  package struct State: Sendable {
    package fileprivate(set) var snapshot: IndexSnapshot
    /// What shows the documents and the words of the snapshot.
    package fileprivate(set) var summarizer: DocumentSummarizer
    package fileprivate(set) var spellings: WordSpellings
    /// How often a newer commit was taken up.
    package fileprivate(set) var reloads = 0
    /// Why the newest commit cannot be read; the one before is served then.
    package fileprivate(set) var failure: TesseraError?
    fileprivate var identity: FileIdentity?
    fileprivate var isReloading = false

    fileprivate init(_ snapshot: IndexSnapshot, _ identity: FileIdentity?) {
      (self.snapshot, self.identity) = (snapshot, identity)
      summarizer = DocumentSummarizer(snapshot.schema)
      spellings = WordSpellings(snapshot, summarizer)
    }

    fileprivate mutating func take(_ snapshot: IndexSnapshot) {
      let reloads = reloads + 1
      self = State(snapshot, identity)
      self.reloads = reloads
    }
  }

  package typealias Opening = @Sendable (_ folder: String) throws(TesseraError) -> IndexSnapshot

  private let folder: String
  private let open: Opening
  private let state: Guarded<State>

  package init(
    folder: String,
    open: @escaping Opening = { (folder) throws(TesseraError) in try SearchIndex.open(at: folder).snapshot() }
  ) throws(TesseraError) {
    self.folder = folder
    self.open = open
    // Before the snapshot is taken: a commit in between is then one reload too many, never one too few.
    let identity = FileIdentity(folder + "/manifest")
    state = Guarded(State(try open(folder), identity))
  }

  /// The newest commit, with what happened on the way to it.
  package func current() -> State {
    let identity = FileIdentity(folder + "/manifest")
    let (known, mustReload) = state.withLock { state in
      let isNew = identity != state.identity && !state.isReloading
      if isNew { state.isReloading = true }
      return (state, isNew)
    }
    return mustReload ? reload(identity) : known
  }

  private func reload(_ identity: FileIdentity?) -> State {
    let result = Result { () throws(TesseraError) in try open(folder) }
    return state.withLock { state in
      state.isReloading = false
      // A failure is remembered with the file that gave it, so that it is not looked at again for each request.
      state.identity = identity
      switch result {
      case .success(let snapshot):
        state.take(snapshot)
      case .failure(let failure): state.failure = failure
      }
      return state
    }
  }

  /// Tries a commit once more that could not be read: the reason may have passed.
  package func retry() {
    guard state.withLock({ $0.failure != nil }) else { return }
    state.withLock { $0.identity = nil }
    _ = current()
  }
}

/// Which file stands under a name, and whether it was written since; nil where there is none.
private struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let bytes: Int64
  private let seconds: Int
  private let nanoseconds: Int

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    bytes = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
