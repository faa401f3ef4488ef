import TestSupport
import Testing

@testable import Tessera

/// A prefix among some documents against the same prefix in a row of all of them.
@Suite struct PrefixSumsTests {
  /// Words of all densities, so that their lists are single, short, packed and dense, some with frequencies that a byte
  /// does not hold.
  private static func segment(in folder: String, using random: inout SeededGenerator) throws -> SegmentReader
  {
    let count = [1, 60, 700, 3_000, 9_000].randomElement(using: &random)!
    let words = ["a", "ab", "abc", "b", "ba"] + (0..<30).map { "ax\($0)" } + (0..<4).map { "by\($0)" }
    let shares = words.map { _ in [0.0005, 0.003, 0.02, 0.1, 0.7].randomElement(using: &random)! }
    let most = [1, 1, 3, 400].randomElement(using: &random)!
    var schema = Schema(text: ["t": 1])
    schema.leastPrefixPostings = .max
    let index = try SearchIndex.create(at: folder, schema: schema)
    try index.write(options: WriteOptions(threads: 1)) { writer in
      for _ in 0..<count {
        var text: [String] = ["z"]
        for (word, share) in zip(words, shares) where Double.random(in: 0..<1, using: &random) < share {
          let isMany = Int.random(in: 0..<100, using: &random) == 0
          text += repeatElement(
            word, count: Int.random(in: 1...(isMany ? most : min(most, 2)), using: &random))
        }
        try writer.add(json: "{\"t\": \"\(text.joined(separator: " "))\"}")
      }
    }
    return try index.snapshot().searcher.segments[0].reader
  }

  @Test("sums are those of the row", arguments: 0..<(AgreementTests.seedCount / 10))
  func meetRow(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    try withTemporaryDirectory { folder in
      let segment = try Self.segment(in: folder, using: &random)
      for prefix in ["a", "ab", "ax", "b", "by1"] {
        let (range, _) = try segment.terms.find(TermPrefix(Array(prefix.utf8)))
        if range.isEmpty { continue }
        let lists = try PrefixLists(of: range, and: nil, in: segment.terms, segment.lists)
        for _ in 0..<6 { try check(lists, using: &random) }
      }
    }
  }

  private func check(_ lists: PrefixLists, using random: inout SeededGenerator) throws {
    let scratch = ScratchMemory()
    try withExtendedLifetime(scratch) {
      let row = try PrefixRow(lists, frequencies: true, scratch: scratch)
      let all = (0..<DocNumber(lists.documents)).map { $0 }
      let share = [0.002, 0.03, 0.3, 1].randomElement(using: &random)!
      let wanted = all.filter { _ in Double.random(in: 0..<1, using: &random) < share }
      let frequencies = scratch.allocate(UInt32.self, all.count)
      row.frequencies(all, all.count, into: frequencies)
      let expected = wanted.filter { frequencies[Int($0)] > 0 }

      // With and without frequencies: which documents are there is the same.
      for needsFrequencies in [true, false] {
        let among = DocumentSet(documents: lists.documents, scratch: scratch)
        for doc in wanted { among.insert(doc) }
        let ofBitmap = try PrefixSums(
          lists, among: UnsafePointer(among.words), frequencies: needsFrequencies, scratch: scratch)
        if !ofBitmap.isFutile {
          expect(ofBitmap, expected, needsFrequencies ? frequencies : nil, lists, scratch)
        }
        if wanted.isEmpty { continue }
        let docs = scratch.allocate(DocNumber.self, wanted.count)
        for (index, doc) in wanted.enumerated() { docs[index] = doc }
        var ofFew = try PrefixSums(
          lists, among: UnsafeMutableBufferPointer(start: docs, count: wanted.count),
          frequencies: needsFrequencies, scratch: scratch)
        #expect(!ofFew.isFutile)
        expect(ofFew, expected, needsFrequencies ? frequencies : nil, lists, scratch)
        if ofFew.list != nil, let slots = ofFew.candidateSlots() {
          #expect((0..<expected.count).allSatisfy { wanted[Int(slots[$0])] == expected[$0] })
        }
      }
      let set = try DocumentSet(lists, scratch: scratch)
      #expect(set.count == all.count { frequencies[Int($0)] > 0 })
      #expect(
        all.allSatisfy { (set.words[Int($0) / 64] >> UInt64($0 % 64) & 1 == 1) == (frequencies[Int($0)] > 0) }
      )
    }
  }

  /// - Parameter frequencies: of all documents.
  private func expect(
    _ sums: PrefixSums, _ docs: [DocNumber], _ frequencies: UnsafePointer<UInt32>?, _ lists: PrefixLists,
    _ scratch: ScratchMemory
  ) {
    // A row may have more than what is wanted.
    let found = scratch.allocate(UInt32.self, docs.count + 1)
    if let row = sums.row {
      row.frequencies(docs, docs.count, into: found)
    } else {
      #expect((sums.list?.count ?? 0) == docs.count)
      guard let list = sums.list, list.count == docs.count else { return }
      #expect(docs.indices.allSatisfy { list.docs[$0] == docs[$0] })
      for index in docs.indices { found[index] = list.offsets[index] }
    }
    #expect(docs.indices.allSatisfy { found[$0] > 0 })
    if let frequencies {
      #expect(docs.indices.allSatisfy { found[$0] == frequencies[Int(docs[$0])] })
    }
  }
}
