/// The right to write to an index: one holder at a time, among all processes and within each.
///
/// It is the operating system's lock on the file `lock`, so that it goes with its process, however that ends.
final class WriterLock: Sendable {
  static let fileName = "lock"
  private let lock: any FileLock

  /// - Throws: `.locked` with the holder's process number when another writer is at work.
  init(folder: String, files: any FileSystem) throws(TesseraError) {
    lock = try files.lock(folder + "/" + Self.fileName)
  }

  deinit { lock.unlock() }
}
