import Glibc

/// A failed system call, told with its reason.
func systemError(_ what: String) -> BenchmarkError {
  BenchmarkError(message: "\(what): \(String(cString: strerror(errno)))")
}

/// Calls `body` with each line of a file, without its line feed.
///
/// Reads through one buffer, so that the file's size does not count as memory of what is measured.
/// 64 readable bytes follow each line; they are not part of it.
func forEachLine(of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { throw systemError(path) }
  defer { close(file) }
  var capacity = 1 << 20
  var buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  defer { buffer.deallocate() }
  var start = 0
  var end = 0
  while true {
    // Moved in place: what is read here is part of what is timed.
    memmove(buffer, buffer + start, end - start)
    (start, end) = (0, end - start)
    if end + 128 >= capacity {
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity)
      memcpy(larger, buffer, end)
      buffer.deallocate()
      (buffer, capacity) = (larger, 2 * capacity)
    }
    let got = read(file, buffer + end, capacity - 64 - end)
    guard got >= 0 else { throw systemError(path) }
    let isLast = got == 0
    end += got
    memset(buffer + end, 0, 64)
    let bytes = UnsafeBufferPointer(start: buffer, count: end)
    while let stop = firstLineFeed(in: bytes, from: start, to: end) ?? (isLast && start < end ? end : nil) {
      try body(UnsafeBufferPointer(rebasing: bytes[start..<stop]))
      start = min(stop + 1, end)
    }
    if isLast { return }
  }
}

func firstLineFeed(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
  guard start < end, let found = memchr(bytes.baseAddress! + start, 10, end - start) else { return nil }
  return UnsafeRawPointer(found) - UnsafeRawPointer(bytes.baseAddress!)
}

/// The bytes of a whole file.
func wholeFile(_ path: String) throws -> [UInt8] {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { throw systemError(path) }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 20)
  while true {
    let got = read(file, &chunk, chunk.count)
    guard got >= 0 else { throw systemError(path) }
    if got == 0 { return bytes }
    bytes += chunk[..<got]
  }
}

func wholeText(_ path: String) throws -> String { try String(decoding: wholeFile(path), as: UTF8.self) }

/// Bytes of a file.
func fileSize(_ path: String) throws -> Int {
  var status = stat()
  guard stat(path, &status) == 0 else { throw systemError(path) }
  return Int(status.st_size)
}

/// Bytes of all files straight in a folder.
func folderSize(_ path: String) throws -> Int {
  try entries(of: path).reduce(0) { sum, name in try sum + fileSize("\(path)/\(name)") }
}

private func entries(of path: String) throws -> [String] {
  guard let folder = opendir(path) else { throw systemError(path) }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// Calls `body` with a new folder, which is gone afterwards.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array("\(parent)/tessera-benchmark-XXXXXX".utf8CString)
  guard let made = mkdtemp(&template) else { throw systemError(parent) }
  let path = String(cString: made)
  defer {
    for name in (try? entries(of: path)) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
  return try body(path)
}

/// Bytes for standard output, written a megabyte at a time.
struct OutputBuffer {
  private var bytes: [UInt8] = []

  mutating func append(_ more: some Sequence<UInt8>) throws {
    bytes.append(contentsOf: more)
    if bytes.count >= 1 << 20 { try flush() }
  }

  mutating func flush() throws {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress! + start, $0.count - start) }
      guard written > 0 else { throw systemError("standard output") }
      start += written
    }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// Makes a file of a text.
func write(_ text: String, to path: String) throws {
  guard let file = fopen(path, "w") else { throw systemError(path) }
  let written = fputs(text, file)
  guard fclose(file) == 0, written >= 0 else { throw systemError(path) }
}
