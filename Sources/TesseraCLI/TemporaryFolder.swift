import Glibc
import Tessera

/// A folder of a command's own, gone with all that is in it when the command ends.
enum TemporaryFolder {
  static func with<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/tessera-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw TesseraError(.io, file: parent, "cannot make a folder: \(String(cString: strerror(errno)))")
    }
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    defer { remove(path) }
    return try body(path)
  }

  private static func remove(_ path: String) {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      let inner = "\(path)/\(name)"
      if unlink(inner) != 0 { remove(inner) }
    }
    closedir(folder)
    rmdir(path)
  }
}
