import Glibc
import Testing

@testable import Tessera

@Suite("Guarded values")
struct GuardedTests {
  /// Under the thread sanitizer this is where a lock that the kernel hands on shows: `.ci/sanitize thread`.
  @Test("what one thread leaves is what the next one finds, where they wait for each other")
  func isSeenWhole() {
    final class Shared: Sendable {
      let values = Guarded<[Int]>([])
    }
    let shared = Shared()
    WorkerThreads.run(4) { _ in
      for round in 0..<500 {
        shared.values.withLock { values in
          values.append(values.count)
          if round % 8 == 0 { usleep(20) }
        }
      }
    }
    #expect(shared.values.withLock { $0 } == Array(0..<2_000))
  }

  @Test("an error leaves the lock free")
  func throwing() {
    let value = Guarded(1)
    #expect(throws: TesseraError.self) {
      try value.withLock { (value) throws(TesseraError) in
        value = 2
        throw TesseraError(.io, "no")
      }
    }
    #expect(value.withLock { $0 } == 2)
  }
}
