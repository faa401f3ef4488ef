import Foundation
import TestSupport
import Testing

@Suite("tessera browse")
struct BrowseTests {
  /// The tests themselves are in `Tests/Terminal`: they drive tmux, which `.ci/setup` installs.
  @Test("it does what it should on a terminal")
  func terminal() throws {
    let tests = Fixtures.packageFolder.appending(path: "Tests/Terminal").path
    let outcome = try Tool.run(
      "TESSERA=$(command -v tessera) python3 -B -m unittest discover '\(tests)' 2>&1",
      in: NSTemporaryDirectory())
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test("what cannot be shown is said")
  func refusals() throws {
    try withTemporaryDirectory { folder in
      let missing = try Tool.run("tessera browse", in: folder)
      #expect(missing.status == 64 && missing.messages.contains("INDEX"))
      let noTerminal = try Tool.run("tessera browse nowhere", in: folder)
      #expect(noTerminal.status == 1 && noTerminal.messages.contains("must be a terminal"))
    }
  }
}
