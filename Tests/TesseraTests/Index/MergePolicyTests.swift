import TestSupport
import Testing

@testable import Tessera

@Suite struct MergePolicyTests {
  @Test("eight neighbours of a tier are merged, smaller ones among them too, larger ones never")
  func runs() {
    #expect(MergePolicy.next(tiers: []) == nil)
    #expect(MergePolicy.next(tiers: [0, 0, 0, 0, 0, 0, 0]) == nil)
    #expect(MergePolicy.next(tiers: [0, 0, 0, 0, 0, 0, 0, 0]) == 0..<8)
    #expect(MergePolicy.next(tiers: [3, 1, 1, 1, 1, 0, 1, 1, 1, 1]) == 1..<10)
    #expect(MergePolicy.next(tiers: [0, 0, 0, 0, 2, 0, 0, 0, 0]) == nil)
    #expect(MergePolicy.next(tiers: [2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0]) == 8..<16)
  }

  @Test("segments of one size leave few segments and are copied a logarithmic number of times")
  func cost() {
    var sizes: [Int] = []
    var copied = 0
    let count = 1000
    for _ in 0..<count {
      sizes.append(2 << 20)
      while let range = MergePolicy.next(tiers: sizes.map(MergePolicy.tier)) {
        let sum = sizes[range].reduce(0, +)
        copied += sum
        sizes.replaceSubrange(range, with: [sum])
      }
    }
    #expect(sizes.count < 4 * MergePolicy.width)
    #expect(copied <= 5 * count * 2 << 20)
  }
}

@Suite struct AutomaticKeyTests {
  @Test("a document without a key never takes the one of another document")
  func distinct() throws {
    let folder = try TemporaryDirectory()
    let index = try SearchIndex.create(at: folder.path + "/index", schema: Schema(text: ["t": 1], key: "id"))
    try index.write { writer in
      try writer.add(json: ##"{"id": "#2", "t": "first"}"##)
      try writer.add(json: ##"{"t": "second"}"##)
    }
    try index.write { writer in
      try writer.add(json: ##"{"t": "third"}"##)
      try writer.add(json: ##"{"t": "fourth"}"##)
      try writer.add(json: ##"{"id": "#7", "t": "fifth"}"##)
    }
    try index.write { writer in try writer.add(json: ##"{"t": "sixth"}"##) }
    let snapshot = try index.snapshot()
    #expect(snapshot.documentCount == 6)
    #expect(Set(try snapshot.search(Query()).hits.map(\.key)).count == 6)
    #expect(try snapshot.search(Query(text: "first ")).hits.map(\.key) == ["#2"])
  }
}
