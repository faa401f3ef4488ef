import Glibc

/// The bytes of a file or of standard input, as they are.
///
/// What was read can be read again: a pipe is first copied to a temporary file without a name.
final class InputBytes {
  /// For messages: the path, or `standard input`.
  let name: String
  /// Bytes read so far, and how many there are; nil for a pipe.
  private(set) var bytesRead = 0
  private(set) var totalBytes: Int?

  private var descriptor: Int32
  private let canSeek: Bool
  /// Everything read from a pipe so far, as long as it may have to be read again.
  private var recording: [UInt8]?

  /// Opens the file at `path`; `-` is standard input.
  init(path: String) throws(TesseraError) {
    name = path == "-" ? "standard input" : path
    descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    let code = errno
    var status = stat()
    let isOpen = descriptor >= 0 && fstat(descriptor, &status) == 0
    canSeek = isOpen && status.st_mode & S_IFMT == S_IFREG && lseek(descriptor, 0, SEEK_CUR) == 0
    guard isOpen else {
      let advice =
        switch code {
        case EACCES, EPERM: "check the owner and the permissions of the file and its folder"
        case EMFILE: "raise the limit of open files (ulimit -n)"
        default: "check the path"
        }
      throw TesseraError(
        code == ENOENT ? .notFound : .io, file: name, "cannot open it: \(Self.words(code)); \(advice)")
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw TesseraError(
        .io, file: name, "expected a file of JSON documents, found a folder; name the files in it")
    }
    if canSeek { totalBytes = Int(status.st_size) } else { recording = [] }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Fills as much of `buffer` as there are bytes for; 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TesseraError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        throw TesseraError(.io, file: name, "cannot read it: \(Self.words(code)) after \(bytesRead) bytes")
      }
      bytesRead += count
      recording?.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count
    }
  }

  /// Says that nothing will be read again, so that the bytes of a pipe need not be kept.
  func stopRecording() { recording = nil }

  /// Goes back to the first byte; only before `stopRecording()`.
  func rewind() throws(TesseraError) {
    if let recorded = recording { try spool(recorded) }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw TesseraError(.io, file: name, "cannot read it a second time: \(Self.words(errno))")
    }
    bytesRead = 0
  }

  /// Moves what was recorded and the rest of the pipe to a temporary file, and reads from that from now on.
  private func spool(_ recorded: [UInt8]) throws(TesseraError) {
    recording = nil
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var template = Array("\(folder)/tessera-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else {
      throw TesseraError(.io, file: folder, "cannot make a temporary file: \(Self.words(errno)); set TMPDIR")
    }
    unlink(template)
    let pipe = descriptor
    descriptor = file
    defer { close(pipe) }
    try write(recorded[...], to: file, in: folder)
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Glibc.read(pipe, &block, block.count)
      if count == 0 { break }
      if count < 0, errno != EINTR {
        throw TesseraError(.io, file: name, "cannot read it: \(Self.words(errno))")
      }
      if count > 0 { try write(block[..<count], to: file, in: folder) }
    }
    totalBytes = Int(lseek(file, 0, SEEK_CUR))
  }

  private func write(_ bytes: ArraySlice<UInt8>, to file: Int32, in folder: String) throws(TesseraError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR {
        throw TesseraError(
          .io, file: folder, "cannot keep the input in a temporary file: \(Self.words(errno))")
      }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  static func words(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
