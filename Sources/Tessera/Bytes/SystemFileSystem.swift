import Glibc

/// The operating system's files.
package struct SystemFileSystem: FileSystem {
  package init() {}

  // What makes objects is not inlined: where a caller both makes and ends one, the optimizer of Swift 6.3.1 puts it
  // on the stack and then frees it as if it were on the heap.

  @inline(never)
  package func create(_ path: String) throws(TesseraError) -> any OutputFile {
    let descriptor = try open(path, O_WRONLY | O_CREAT | O_TRUNC, "create the file")
    return SystemOutputFile(path: path, descriptor: descriptor)
  }

  @inline(never)
  package func map(_ path: String, readsAhead: Bool) throws(TesseraError) -> MappedFile {
    let descriptor = try open(path, O_RDONLY, "open the file")
    defer { Glibc.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system(errno, "ask for the size", file: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw TesseraError(.io, file: path, "cannot map it: it is no regular file; check the path")
    }
    let count = Int(status.st_size)
    guard count > 0 else {
      return MappedFile(path: path, copying: UnsafeRawBufferPointer(start: nil, count: 0))
    }
    guard let mapping = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), mapping != MAP_FAILED else {
      throw .system(errno, "map \(count) bytes", file: path)
    }
    if readsAhead { madvise(mapping, count, MADV_WILLNEED) }
    return MappedFile(path: path, mapping: mapping, count: count)
  }

  package func rename(_ path: String, to newPath: String) throws(TesseraError) {
    guard Glibc.rename(path, newPath) == 0 else {
      throw .system(errno, "rename it to \(newPath)", file: path)
    }
  }

  package func unlink(_ path: String) throws(TesseraError) {
    guard Glibc.unlink(path) == 0 else { throw .system(errno, "remove the file", file: path) }
  }

  package func list(_ folder: String) throws(TesseraError) -> [String] {
    guard let directory = opendir(folder) else { throw .system(errno, "list the folder", file: folder) }
    defer { closedir(directory) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw .system(errno, "list the folder", file: folder) }
    return names.sorted()
  }

  package func size(of path: String) throws(TesseraError) -> Int? {
    var status = stat()
    if stat(path, &status) == 0 { return Int(status.st_size) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .system(errno, "ask for the size", file: path)
  }

  package func makeFolder(_ path: String) throws(TesseraError) {
    if mkdir(path, 0o777) == 0 { return try syncParent(of: path) }
    let code = errno
    if code == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
      try makeFolder(String(path[..<slash]))
      return try makeLastFolder(path)
    }
    try acceptExisting(path, code)
  }

  private func makeLastFolder(_ path: String) throws(TesseraError) {
    guard mkdir(path, 0o777) == 0 else { return try acceptExisting(path, errno) }
    try syncParent(of: path)
  }

  /// Makes a new folder's own name durable; a folder above it that may not be read has to do without.
  private func syncParent(of path: String) throws(TesseraError) {
    var path = path[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard access(parent, R_OK) == 0 else { return }
    try syncFolder(parent)
  }

  private func acceptExisting(_ path: String, _ code: Int32) throws(TesseraError) {
    var status = stat()
    guard code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .system(code, "make the folder", file: path)
    }
  }

  package func syncFolder(_ path: String) throws(TesseraError) {
    let descriptor = try open(path, O_RDONLY | O_DIRECTORY, "open the folder")
    defer { Glibc.close(descriptor) }
    guard retryingOnInterrupt({ fsync(descriptor) }) == 0 else {
      throw .system(errno, "sync the folder", file: path)
    }
  }

  @inline(never)
  package func lock(_ path: String) throws(TesseraError) -> any FileLock {
    let descriptor = try open(path, O_RDWR | O_CREAT, "open the lock")
    do throws(TesseraError) {
      return try SystemFileLock(path: path, descriptor: descriptor)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  private func open(_ path: String, _ flags: Int32, _ action: String) throws(TesseraError) -> Int32 {
    let descriptor = retryingOnInterrupt { Glibc.open(path, flags | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw .system(errno, action, file: path) }
    return descriptor
  }
}
