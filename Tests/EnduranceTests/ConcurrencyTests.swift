import TestSupport
import Testing

@testable import Endurance

/// The runs of `.ci/safety concurrency` in short.
@Suite("Concurrency", .serialized)
struct ConcurrencyTests {
  @Test("readers in threads and processes see whole commits alone, and killed writers leave the lock free")
  func ledger() throws {
    try withTemporaryDirectory { folder in
      try LedgerRun(seed: 1, rounds: 8).run(in: folder) { _ in }
    }
  }

  @Test("answers under load are those found alone")
  func load() throws {
    try withTemporaryDirectory { folder in
      try LoadRun(seed: 1, documents: 400, searches: 60, threads: 4, rounds: 3).run(in: folder) { _ in }
    }
  }

  @Test("searches of every kind can be cancelled at any moment")
  func cancel() throws {
    try withTemporaryDirectory { folder in
      try CancelRun(seed: 1, documents: 2_000, rounds: 6).run(in: folder) { _ in }
    }
  }

  @Test("a reader finds a commit that is not whole")
  func findsPartialCommit() throws {
    try withTemporaryDirectory { folder in
      let ledger = try Ledger.create(at: folder + "/ledger")
      try ledger.writeAll(commits: 2)
      var reader = try LedgerReader(ledger, seed: 1)
      try reader.look()
      try ledger.spoil()
      #expect(throws: Disagreement.self) { try reader.look() }
    }
  }
}
