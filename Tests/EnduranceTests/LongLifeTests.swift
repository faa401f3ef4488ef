import Tessera
import TestSupport
import Testing

@testable import Endurance

/// The run of `.ci/safety life` in short.
@Suite("Long life")
struct LongLifeTests {
  @Test(
    "an index agrees with a plain scan through random changes, merges, restarts and killed writers",
    arguments: 1...2)
  func agrees(seed: Int) throws {
    try withTemporaryDirectory { folder in
      var life = LongLife(seed: seed, operations: 120)
      life.documents = 100
      try life.run(in: folder) { _ in }
    }
  }

  @Test("a document that only the index has is found, with the number of the operation")
  func findsDifference() throws {
    try withTemporaryDirectory { folder in
      let script = LifeScript(seed: 1, words: .plain, keyCount: 50)
      let life = try Life(folder: folder + "/index", script: script, text: PlainText())
      try SearchIndex.open(at: folder + "/index").write { try $0.add(json: #"{"id": "k1", "title": "a"}"#) }
      #expect(throws: Disagreement.self) { for number in 0..<100 { try life.perform(number) } }
    }
  }

  @Test("memory that grows from quarter to quarter is found, what goes up and down is not")
  func growth() throws {
    func growth(_ memory: (Int) -> Int) -> Growth {
      var growth = Growth()
      for number in 0..<200 {
        var usage = Usage()
        usage.memory = memory(number)
        growth.add(usage)
      }
      return growth
    }
    try growth { 100 << 20 + ($0 % 7) << 20 }.check()
    #expect(throws: Disagreement.self) { try growth { 100 << 20 + $0 << 18 }.check() }
  }
}
