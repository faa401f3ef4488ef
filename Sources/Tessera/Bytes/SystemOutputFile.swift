import Glibc

/// A file of the operating system being written.
final class SystemOutputFile: OutputFile {
  private let path: String
  private var descriptor: Int32

  init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(TesseraError) {
    var rest = bytes
    while let start = rest.baseAddress, rest.count > 0 {
      // Linux writes less than asked for near a limit; the next call then says why.
      let written = retryingOnInterrupt { Glibc.write(descriptor, start, rest.count) }
      guard written > 0 else {
        throw .system(written == 0 ? EIO : errno, "write \(rest.count) bytes", file: path)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  func sync() throws(TesseraError) {
    guard retryingOnInterrupt({ fdatasync(descriptor) }) == 0 else {
      throw .system(errno, "sync the file", file: path)
    }
  }

  func close() throws(TesseraError) {
    guard descriptor >= 0 else { return }
    // Linux frees the descriptor whatever close returns, so it is never called twice.
    let result = Glibc.close(descriptor)
    descriptor = -1
    if result != 0 && errno != EINTR { throw .system(errno, "close the file", file: path) }
  }
}

/// A lock of the operating system on an open file (`flock`): it belongs to the open file rather than to the
/// process, so that it also holds between two writers of one process, and it goes with the process.
final class SystemFileLock: FileLock {
  private let path: String
  private let descriptor: Int32

  /// How often a millisecond is waited for the holder's number.
  private static let attemptsToName = 10

  init(path: String, descriptor: Int32) throws(TesseraError) {
    var attempts = 0
    while retryingOnInterrupt({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 {
      guard errno == EWOULDBLOCK else { throw .system(errno, "lock the file", file: path) }
      let holder = Self.holder(descriptor)
      // Whoever has just begun says so in a moment.
      if holder == nil, attempts < Self.attemptsToName {
        attempts += 1
        usleep(1_000)
        continue
      }
      let name = holder.map { "process \($0)" } ?? "another process"
      throw TesseraError(.locked, file: path, "\(name) is writing; wait until it is done or stop it")
    }
    self.path = path
    self.descriptor = descriptor
    Self.setHolder(descriptor)
  }

  var isInPlace: Bool {
    var (held, named) = (stat(), stat())
    return fstat(descriptor, &held) == 0 && stat(path, &named) == 0
      && held.st_ino == named.st_ino && held.st_dev == named.st_dev
  }

  deinit { Glibc.close(descriptor) }

  /// Takes the number away first, so that the next holder is not mistaken for this one.
  func unlock() {
    _ = ftruncate(descriptor, 0)
    flock(descriptor, LOCK_UN)
  }

  /// The number a holder wrote into the file, only for the message: nil when it is not there (yet), or is that of a
  /// process which died and left it.
  private static func holder(_ descriptor: Int32) -> Int? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
      let count = pread(descriptor, buffer.baseAddress!, buffer.count, 0)
      guard count > 0 else { return nil }
      let text = String(decoding: buffer[..<count].prefix { $0 != 10 }, as: UTF8.self)
      guard let number = pid_t(text), number > 0 else { return nil }
      return kill(number, 0) == 0 || errno == EPERM ? Int(number) : nil
    }
  }

  /// Best effort: a full disk must not keep anyone from locking.
  private static func setHolder(_ descriptor: Int32) {
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, text, text.count, 0)
  }
}
