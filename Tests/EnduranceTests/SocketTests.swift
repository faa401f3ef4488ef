import TestSupport
import Testing

@testable import Endurance

/// The run of `.ci/safety sockets` in short.
@Suite("Sockets")
struct SocketTests {
  @Test("a server answers right whatever clients do to it, and loses no descriptor")
  func sockets() throws {
    try withTemporaryDirectory { folder in
      var run = SocketRun(seed: 1, rounds: 2)
      run.connections = 60
      try run.run(in: folder) { _ in }
    }
  }
}
