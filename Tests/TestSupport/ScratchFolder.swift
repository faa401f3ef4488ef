import Glibc

/// An empty folder of its own for a test; gone with the object.
package final class ScratchFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/tessera-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure(code: errno) }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { remove(path + "/" + name) }
      }
      closedir(directory)
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  package struct SystemFailure: Error { let code: Int32 }
}
