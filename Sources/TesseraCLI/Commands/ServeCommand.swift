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

  /// The server has the libraries of a web server.
  func run(_ output: Output) throws -> ExitStatus {
    try SiblingProgram.become("tessera-serve", [folder, host, String(port)])
  }
}
