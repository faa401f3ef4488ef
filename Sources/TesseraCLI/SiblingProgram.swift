import Glibc
import Tessera

/// A program that stands beside this one and has libraries that would take each other command as long as a search to
/// load.
enum SiblingProgram {
  /// Becomes the program. Only a failure comes back.
  static func become(_ name: String, _ arguments: [String]) throws(TesseraError) -> Never {
    let program = try ownFolder() + "/" + name
    let words: [String] = [program] + arguments
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    execv(program, &arguments)
    let code = errno
    let hint = code == ENOENT ? "; it is built along with this one by 'swift build'" : ""
    throw TesseraError(.io, file: program, "cannot be started: \(String(cString: strerror(code)))\(hint)")
  }

  /// Where this program's file is.
  private static func ownFolder() throws(TesseraError) -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw TesseraError(.io, "cannot find this program's own file: \(String(cString: strerror(errno)))")
    }
    defer { free(path) }
    let name = String(cString: path)
    return String(name[..<(name.lastIndex(of: "/") ?? name.startIndex)])
  }
}
