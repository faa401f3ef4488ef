import Glibc
import Tessera

/// Serves an index to browsers and programs until it is told to end.
struct ServeCommand: Command {
  private static let port = Option(
    "port", value: "N", "listen there; 0 takes one that is free; 8080 when not given")
  private static let host = Option(
    "host", value: "ADDRESS",
    "a numeric address of this machine, such as 0.0.0.0 for all; 127.0.0.1 when not given, which other machines "
      + "cannot reach")

  static let usage = Usage(
    name: "serve", operands: "INDEX",
    summary: "Serves a page with a search field, and searches as JSON over HTTP",
    details: """
      Prints the address of the page. What is committed to the index meanwhile is found at once. Ends on SIGTERM or
      SIGINT (Ctrl-C), when answers under way are sent.

      There is neither encryption nor login: let a proxy do that before other machines may ask.
      """,
    options: [port, host],
    examples: [
      ("serve films", "at http://127.0.0.1:8080/"),
      ("serve films --port 0", "at a free port, which it prints"),
    ])

  private let folder: String
  private let host: String
  private let port: UInt16

  init(_ arguments: Arguments) throws(Misuse) {
    folder = try arguments.operand(0, "INDEX")
    try arguments.requireAtMost(1)
    host = arguments.last(Self.host) ?? "127.0.0.1"
    let number = try arguments.wholeNumber(Self.port) ?? 8080
    guard let port = UInt16(exactly: number) else {
      throw Misuse(Self.port, expects: "a number up to 65535", not: "\(number)")
    }
    self.port = port
  }

  /// Becomes the server's program, which stands beside this one and has the libraries of a web server: loading them
  /// here would take each other command as long as a search.
  func run(_ output: Output) throws -> ExitStatus {
    let program = try Self.ownFolder() + "/tessera-serve"
    let words: [String] = [program, folder, self.host, String(self.port)]
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
