/// The right to write to an index: one holder at a time, among all processes and within each.
///
/// It is the operating system's lock on the file `lock`, so that it goes with its process, however that ends.
final class WriterLock: Sendable {
  static let fileName = "lock"
  private let folder: String
  private let lock: any FileLock

  /// - Throws: `.locked` with the holder's process number when another writer is at work.
  init(folder: String, files: any FileSystem) throws(TesseraError) {
    self.folder = folder
    lock = try files.lock(folder + "/" + Self.fileName)
  }

  /// Whether the folder is still the one that was locked.
  var isInPlace: Bool { lock.isInPlace }

  /// Refuses to go on in a folder that is gone, or is another one by now.
  func checkInPlace() throws(TesseraError) {
    guard !isInPlace else { return }
    throw TesseraError(
      .io, file: folder,
      "the folder was removed or replaced while it was written to; nothing is committed, begin again")
  }

  deinit { lock.unlock() }
}
