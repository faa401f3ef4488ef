import Glibc

/// The calls of a file system.
package enum DiskCall: String, Sendable, CaseIterable {
  case create, write, sync, close, map, rename, unlink, list, size, makeFolder, syncFolder, lock
}

/// What happens to a `FaultyFileSystem` at a chosen call.
///
/// A call that fails may have done a part of its work: a write has written half, a sync may never come to pass.
package struct DiskFault: Sendable, Hashable {
  /// `errno` of the calls that fail.
  package let code: Int32
  /// The calls that can fail.
  package let calls: Set<DiskCall>
  /// Whether it goes on until it is taken away, rather than strike once.
  package let lasts: Bool
  /// Whether the disk is gone from then on.
  package let isCrash: Bool

  private init(
    _ code: Int32, _ calls: some Sequence<DiskCall> = DiskCall.allCases, lasts: Bool = false,
    isCrash: Bool = false
  ) {
    (self.code, self.calls, self.lasts, self.isCrash) = (code, Set(calls), lasts, isCrash)
  }

  /// The call fails; later ones work.
  package static let failure = DiskFault(EIO)
  /// The call fails, and so does every later one.
  package static let crash = DiskFault(EIO, isCrash: true)
  /// There is no more space: names can be taken away, nothing can be written.
  package static let full = DiskFault(ENOSPC, [.create, .write, .sync, .makeFolder, .lock], lasts: true)
  /// The process has no descriptor left.
  package static let tooManyFiles = DiskFault(
    EMFILE, [.create, .map, .list, .syncFolder, .lock], lasts: true)
  /// The disk is, or becomes, read-only.
  package static let readOnly = DiskFault(
    EROFS, [.create, .write, .sync, .rename, .unlink, .makeFolder, .lock], lasts: true)
  /// The folder may be read and not written.
  package static let notPermitted = DiskFault(
    EACCES, [.create, .rename, .unlink, .makeFolder, .lock], lasts: true)

  func strikes(_ call: DiskCall, number: Int, at place: Int?) -> Bool {
    guard let place, calls.contains(call) else { return false }
    return lasts ? number >= place : number == place
  }
}
