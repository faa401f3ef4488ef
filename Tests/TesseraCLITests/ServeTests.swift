import Foundation
import TestSupport
import Testing

@Suite("tessera serve")
struct ServeTests {
  /// Starts the tool over an index of the films, and calls `body` with the process and the page's address.
  private func withServer(_ body: (Process, String) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      let films = Fixtures.path("corpora/films.jsonl")
      #expect(try Tool.run("tessera index films '\(films)' --id id", in: folder).status == 0)
      let process = Tool.process("exec tessera serve films --port 0", in: folder)
      let output = Pipe()
      process.standardOutput = output
      try Tool.start(process)
      defer { if process.isRunning { process.terminate() } }
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let address = try #require(line.wholeMatch(of: /Serving 531 documents at (http:\/\/127.0.0.1:\d+\/)\n/))
      try body(process, String(address.1))
    }
  }

  @Test("it ends in good order when it is told to", arguments: [SIGTERM, SIGINT])
  func endsWhenTold(signal: Int32) throws {
    try withServer { process, address in
      let port = try #require(URL(string: address)?.port)
      let request = #"printf 'GET /health HTTP/1.0\r\n\r\n' >&3"#
      let health = try Tool.run(
        "exec 3<>/dev/tcp/127.0.0.1/\(port) && \(request) && cat <&3", in: NSTemporaryDirectory())
      #expect(health.output.contains(#""documents":531"#))
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
  }

  @Test("what cannot be served is said")
  func refusals() throws {
    try withTemporaryDirectory { folder in
      let missing = try Tool.run("tessera serve nowhere --port 0", in: folder)
      #expect(missing.status == 1 && missing.messages.hasPrefix("tessera: "))
      let port = try Tool.run("tessera serve nowhere --port 65536", in: folder)
      #expect(port.status == 64 && port.messages.contains("expects a number up to 65535"))
    }
  }

  /// The tests themselves are in `Tests/Browser`: they drive Chromium, which `.ci/setup` installs.
  @Test("the page does what it should in a browser")
  func page() throws {
    let tests = Fixtures.packageFolder.appending(path: "Tests/Browser").path
    let outcome = try Tool.run(
      "TESSERA=$(command -v tessera) python3 -B -m unittest discover '\(tests)' 2>&1",
      in: NSTemporaryDirectory())
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
