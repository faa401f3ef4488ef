import Glibc
import Tessera

/// A folder of the demo's own, gone with all that is in it when the demo ends.
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

/// Files that come with the package.
enum PackageFolder {
  /// The file of this name under the working folder, or the nearest folder above this program that has it.
  static func find(_ name: String) -> String? {
    if access(name, R_OK) == 0 { return name }
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    var folder = String(cString: program)[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if access("\(folder)/\(name)", R_OK) == 0 { return "\(folder)/\(name)" }
    }
    return nil
  }
}
