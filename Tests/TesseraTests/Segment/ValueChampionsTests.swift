import TestSupport
import Testing

@testable import Tessera

/// Which champions within facet values are selected, and which of them there is room for.
@Suite("Champions within facet values")
struct ValueChampionsTests {
  @Test("of the first postings alone they are the same as of all", arguments: 0..<2_000)
  func firstAreEnough(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let documents = [1, 40, 700, 3_000].randomElement(using: &random)!
    let valueCount = Int.random(in: 1...4, using: &random)
    let lengths = (0..<documents).map { _ in
      UInt8.random(in: 0...[0, 3, 200].randomElement(using: &random)!, using: &random)
    }.sorted()
    var builder = FacetRowsBuilder()
    for _ in 0..<documents {
      for value in 0..<UInt32(valueCount) where Int.random(in: 0..<3, using: &random) > 0 {
        builder.append(value: value)
      }
      builder.endDocument()
    }
    let rows = FacetRows(builder, valueCount: valueCount)
    let highest = [1, 2, 5, 400].randomElement(using: &random)! as UInt32
    let docs = (0..<DocNumber(documents)).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    let frequencies = docs.map { _ in
      Int.random(in: 0..<3, using: &random) == 0 ? UInt32.random(in: 1...highest, using: &random) : 1
    }
    // The word has a part of the documents, each as often at most.
    let share = [0, 2, 20].randomElement(using: &random)!
    let places = docs.indices.filter { _ in share > 0 && Int.random(in: 0..<share, using: &random) == 0 }
    let word = (
      docs: places.map { docs[$0] },
      frequencies: places.map { UInt32.random(in: 1...frequencies[$0], using: &random) }
    )
    lengths.withUnsafeBufferPointer { lengths in
      withPostings(docs, frequencies) { all in
        withPostings(word.docs, word.frequencies) { word in
          var tally = TopCountsTally()
          tally.count(all.docs, in: rows)
          let values = tally.values(least: Int.random(in: 1...20, using: &random))
          if values.isEmpty { return }
          var some = PostingsByValue()
          var whole = PostingsByValue()
          var words = PostingsByValue()
          some.takeFirst(all, in: rows, of: values, word: word.docs)
          whole.take(all, in: rows, of: values)
          words.take(word, in: rows, of: values)
          var found = ChampionSelection()
          var expected = ChampionSelection()
          for (place, value) in values.enumerated() {
            #expect(whole[place].docs.count == Int(value.count))
            found.select(
              docs: some[place].docs, frequencies: some[place].frequencies, word: words[place],
              lengths: lengths)
            expected.select(
              docs: whole[place].docs, frequencies: whole[place].frequencies, word: words[place],
              lengths: lengths)
            #expect(found.docs.elements.elementsEqual(expected.docs.elements))
            #expect(found.frequencies.elements.elementsEqual(expected.frequencies.elements))
            #expect(found.wordFrequencies.elements.elementsEqual(expected.wordFrequencies.elements))
          }
        }
      }
    }
  }

  private func withPostings(
    _ docs: [DocNumber], _ frequencies: [UInt32], _ body: (ChampionSelection.Postings) -> Void
  ) {
    docs.withUnsafeBufferPointer { docs in
      frequencies.withUnsafeBufferPointer { body((docs: docs, frequencies: $0)) }
    }
  }

  @Test("where room is scarce the pairs of most documents have them", arguments: 0..<20)
  func scarceRoom(seed: Int) throws {
    try withTemporaryDirectory { folder in
      let all = try documents(ofPairs: "\(folder)/all", seed: seed, share: .infinity)
      let some = try documents(ofPairs: "\(folder)/some", seed: seed, share: 3)
      #expect(!some.isEmpty && some.count < all.count)
      #expect(some.allSatisfy { all[$0.key] == $0.value })
      let fewestKept = try #require(some.values.min())
      let mostDropped = try #require(all.filter { some[$0.key] == nil }.values.max())
      #expect(fewestKept > mostDropped)
    }
  }

  /// How many documents each pair of a word or prefix and a value has that has champions.
  private func documents(ofPairs folder: String, seed: Int, share: Double) throws -> [[Int]: Int] {
    var random = SeededGenerator(seed: seed)
    var schema = Schema(text: ["t": 1], facets: ["f", "g"], key: "id")
    schema.leastPrefixPostings = 50
    (schema.leastLargeSegment, schema.leastValueDocuments, schema.extraShare) = (1, 2, share)
    let index = try SearchIndex.create(at: folder, schema: schema)
    try index.write { writer in
      for doc in 0..<1_500 {
        let words = (0..<4).map { _ in
          "w\(Int.random(in: 0...Int.random(in: 0...150, using: &random), using: &random))"
        }
        let value = Int.random(in: 0...Int.random(in: 0...9, using: &random), using: &random)
        try writer.add(
          json:
            #"{"id": "\#(doc)", "t": "\#(words.joined(separator: " "))", "f": "\#(value)", "g": "\#(doc % 3)"}"#
        )
      }
    }
    let segment = try index.snapshot().searcher.segments[0].reader
    let champions = try #require(segment.valueChampions)
    let scratch = ScratchMemory()
    var pairs: [[Int]: Int] = [:]
    let terms = TermNumber(segment.terms.count)
    for (first, last) in (0..<terms).flatMap({ first in (first..<terms).map { (first, $0) } }) {
      guard let record = try champions.record(of: first..<last + 1) else { continue }
      for (field, facet) in segment.facets.enumerated() {
        for value in 0..<TermNumber(facet.terms.count) {
          let list = try champions.list(in: record, field: field, value: value, scratch: scratch)
          if let list { pairs[[Int(first), Int(last), field, Int(value)]] = list.documents }
        }
      }
    }
    return pairs
  }
}
