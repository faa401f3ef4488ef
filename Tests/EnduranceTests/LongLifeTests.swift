import Endurance
import TestSupport
import Testing

/// The long life in short: `.ci/safety life` lets it go on for an hour.
@Suite("Long life")
struct LongLifeTests {
  @Test(
    "an index agrees with a plain scan through random changes, merges, restarts and killed writers",
    arguments: 1...3)
  func agrees(seed: Int) throws {
    try withTemporaryDirectory { folder in
      var life = LongLife(seed: seed, operations: 250)
      life.documents = 150
      try life.run(in: folder) { _ in }
    }
  }
}
