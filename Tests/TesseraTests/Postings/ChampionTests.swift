import CVector
import TestSupport
import Testing

@testable import Tessera

/// A random list, and a word that some of its documents have: few frequencies and lengths, so that ties are common.
private struct ChampionSample {
  var docs: [DocNumber] = []
  var frequencies: [UInt32] = []
  /// How often each has the word, 0 where it does not.
  var parts: [UInt32] = []
  let lengths: [UInt8]

  init(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let count = [20, 60, 300, 3_000].randomElement(using: &random)!
    let lengthRange =
      [10...10, 8...14, 30...45, 4...239, 230...239].randomElement(using: &random)! as ClosedRange<UInt8>
    let frequencyLimit = [1, 3, 12, 40, 255, 600, 100_000].randomElement(using: &random)! as UInt32
    let hasWord = Bool.random(using: &random)
    lengths = (0..<2 * count).map { _ in UInt8.random(in: lengthRange, using: &random) }
    for doc in 0..<2 * count where Bool.random(using: &random) {
      let frequency = UInt32.random(
        in: 1...UInt32.random(in: 1...frequencyLimit, using: &random), using: &random)
      docs.append(DocNumber(doc))
      frequencies.append(frequency)
      let has = hasWord && Int.random(in: 0..<3, using: &random) > 0
      parts.append(has ? min(frequency, .random(in: 1...frequency, using: &random)) : 0)
    }
  }

  var word: (docs: [DocNumber], frequencies: [UInt32]) {
    let places = docs.indices.filter { parts[$0] > 0 }
    return (places.map { docs[$0] }, places.map { parts[$0] })
  }

  /// What the engine selects.
  func champions() -> (docs: [DocNumber], frequencies: [UInt32], words: [UInt32]) {
    var selection = ChampionSelection()
    select(&selection)
    return (
      Array(selection.docs.elements), Array(selection.frequencies.elements),
      Array(selection.wordFrequencies.elements)
    )
  }

  func select(_ selection: inout ChampionSelection) {
    docs.withUnsafeBufferPointer { docs in
      frequencies.withUnsafeBufferPointer { frequencies in
        lengths.withUnsafeBufferPointer { lengths in
          word.docs.withUnsafeBufferPointer { wordDocs in
            word.frequencies.withUnsafeBufferPointer {
              selection.select(
                docs: docs, frequencies: frequencies, word: (wordDocs, $0), lengths: lengths)
            }
          }
        }
      }
    }
  }

  /// All documents but the deleted ones, best first.
  func ranking(average: Double, weight: Float, wordWeight: Float?, without deleted: Set<DocNumber>)
    -> [DocNumber]
  {
    let norms = LengthNorms(averageLength: average).values
    var sums = [Float](repeating: 0, count: docs.count)
    cvector_score(docs, frequencies, docs.count, lengths, norms, weight, &sums)
    if let wordWeight {
      let places = docs.indices.filter { parts[$0] > 0 }
      var some = places.map { sums[$0] }
      cvector_score(word.docs, word.frequencies, places.count, lengths, norms, wordWeight, &some)
      for (place, sum) in zip(places, some) { sums[place] = sum }
    }
    return docs.indices.filter { !deleted.contains(docs[$0]) }
      .sorted { sums[$0] != sums[$1] ? sums[$0] > sums[$1] : $0 < $1 }.map { docs[$0] }
  }
}

@Suite("Champions")
struct ChampionTests {
  @Test("hold the best for every average length and weight, whatever else is deleted", arguments: 0..<400)
  func holdTheBest(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let sample = ChampionSample(seed: seed)
    let champions = sample.champions()
    let greatest = champions.frequencies.max() ?? 0
    for average in [0.01, 1, 7, 60, 900, 3_000, 20_000, 1e6] {
      let strict = LengthNorms(averageLength: average).strictFrequency(
        limit: ChampionSelection.strictFrequency)
      guard strict >= ChampionSelection.strictFrequency || greatest <= strict else { continue }
      for _ in 0..<4 {
        let weight = Float.random(in: 1e-6...8, using: &random)
        let wordWeight = Bool.random(using: &random) ? Float.random(in: weight...12, using: &random) : nil
        let deleted = Set(
          sample.docs.filter { _ in Int.random(in: 0..<20, using: &random) == 0 }
            + champions.docs.shuffled(using: &random).prefix(.random(in: 0...3, using: &random)))
        let lost = champions.docs.count { deleted.contains($0) }
        let best = sample.ranking(
          average: average, weight: weight, wordWeight: wordWeight, without: deleted)
        let sure = best.prefix(max(0, ChampionSelection.depth - lost))
        #expect(
          sure.allSatisfy(champions.docs.contains),
          "average \(average), weights \(weight), \(wordWeight ?? 0)")
      }
    }
  }

  @Test("are no more than needed: others have as many above them", arguments: 0..<100)
  func areFew(seed: Int) {
    let sample = ChampionSample(seed: seed)
    guard sample.frequencies.allSatisfy({ $0 <= 255 }), sample.word.docs.isEmpty else { return }
    let expected = sample.docs.indices.filter { place in
      sample.docs.indices.count { other in
        let (frequency, otherFrequency) = (sample.frequencies[place], sample.frequencies[other])
        let (length, otherLength) = (
          sample.lengths[Int(sample.docs[place])], sample.lengths[Int(sample.docs[other])]
        )
        let differs = frequency != otherFrequency || length != otherLength
        return otherFrequency >= frequency && otherLength <= length && (differs || other < place)
      } < ChampionSelection.depth
    }
    #expect(sample.champions().docs == expected.map { sample.docs[$0] })
  }

  @Test("steps in length and frequency make scores differ as far as is promised")
  func strictness() {
    for average in [0.01, 0.5, 3, 42, 999, 3_400, 30_000, 400_000, 1e6] {
      let norms = LengthNorms(averageLength: average)
      let strict = norms.strictFrequency(limit: ChampionSelection.strictFrequency)
      for tf in 1...255 as ClosedRange<UInt32> {
        for code in 0..<239 {
          let impact = LengthNorms.impact(frequency: tf, norm: norms.values[code])
          let next = LengthNorms.impact(frequency: tf + 1, norm: norms.values[code])
          #expect(next > impact)
          if tf > strict { continue }
          #expect(LengthNorms.impact(frequency: tf, norm: norms.values[code + 1]) < impact)
        }
      }
    }
    #expect(LengthNorms(averageLength: 1e6).strictFrequency(limit: 255) == 0)
    #expect(LengthNorms(averageLength: 100).strictFrequency(limit: 255) == 255)
  }

  /// What the sample's champions are on disk.
  private static func encoded(_ sample: ChampionSample) -> [UInt8] {
    var selection = ChampionSelection()
    sample.select(&selection)
    var bytes: [UInt8] = []
    ChampionCodec.append(selection, to: &bytes)
    return bytes
  }

  private static func decoded(_ bytes: [UInt8], of sample: ChampionSample, scratch: ScratchMemory)
    -> ChampionList?
  {
    let padded = bytes + [UInt8](repeating: 0xFF, count: 64)
    return padded.withUnsafeBufferPointer {
      ChampionCodec.decode(
        UnsafeBufferPointer(rebasing: $0[..<bytes.count]), documents: sample.lengths.count,
        of: sample.docs.count, scratch: scratch)
    }
  }

  @Test("are read as written", arguments: 0..<200)
  func roundTrip(seed: Int) {
    let sample = ChampionSample(seed: seed)
    let champions = sample.champions()
    guard (1...ChampionCodec.maximumCount).contains(champions.docs.count) else { return }
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    guard let list = Self.decoded(Self.encoded(sample), of: sample, scratch: scratch) else {
      Issue.record("not decoded")
      return
    }
    #expect(list.documents == sample.docs.count)
    #expect((0..<list.count).map { list.docs[$0] } == champions.docs)
    #expect((0..<list.count).map { list.frequencies[$0] } == champions.frequencies)
    #expect((0..<list.wordCount).map { list.wordFrequencies[$0] } == champions.words)
    let kept = zip(champions.docs, champions.words)
    #expect(kept.allSatisfy { doc, word in sample.parts[sample.docs.firstIndex(of: doc)!] == word })
  }

  @Test("stand as the format says")
  func documentedBytes() {
    var selection = ChampionSelection()
    let docs: [DocNumber] = [3, 9, 20]
    let lengths = [UInt8](repeating: 10, count: 21)
    docs.withUnsafeBufferPointer { docs in
      ([1, 2, 1] as [UInt32]).withUnsafeBufferPointer { frequencies in
        lengths.withUnsafeBufferPointer {
          let none = UnsafeBufferPointer<UInt32>(start: nil, count: 0)
          selection.select(docs: docs, frequencies: frequencies, word: (none, none), lengths: $0)
        }
      }
    }
    var bytes: [UInt8] = []
    ChampionCodec.append(selection, to: &bytes)
    #expect(bytes == [0x00, 0x03, 0x04, 0x53, 0x0A, 0x01, 0x02])
  }

  @Test("sums of lists come out in order, and the row is empty again", arguments: 0..<60)
  func sums(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let documents = [1, 63, 700, 5_000, 20_000].randomElement(using: &random)!
    var row = PrefixAccumulator(documents: documents)
    var docs = Buffer<DocNumber>()
    var sums = Buffer<UInt32>()
    for _ in 0..<4 {
      var expected: [DocNumber: UInt32] = [:]
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let share = [0.001, 0.1, 0.8].randomElement(using: &random)!
        let list = (0..<DocNumber(documents)).filter { _ in Double.random(in: 0..<1, using: &random) < share }
        let frequencies = list.map { _ in [1, 2, 9, UInt32(Int32.max)].randomElement(using: &random)! }
        for (doc, frequency) in zip(list, frequencies) {
          expected[doc] = min(expected[doc, default: 0] + frequency, UInt32(Int32.max))
        }
        list.withUnsafeBufferPointer { list in
          frequencies.withUnsafeBufferPointer { row.add(docs: list, frequencies: $0) }
        }
      }
      row.drain(docs: &docs, sums: &sums)
      #expect(Array(docs.elements) == expected.keys.sorted())
      #expect(Array(sums.elements) == expected.sorted { $0.key < $1.key }.map(\.value))
    }
  }

  @Test("damaged bytes give nothing or documents in order", arguments: 0..<300)
  func damagedBytes(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let sample = ChampionSample(seed: seed)
    let whole = Self.encoded(sample)
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    for _ in 0..<40 {
      var bytes = whole
      random.damage(&bytes)
      scratch.reset()
      guard let list = Self.decoded(bytes, of: sample, scratch: scratch) else { continue }
      let docs = (0..<list.count).map { list.docs[$0] }
      for part in [docs[..<list.wordCount], docs[list.wordCount...]] {
        #expect(zip(part, part.dropFirst()).allSatisfy { $0 < $1 })
        #expect(Int(part.last ?? 0) < sample.lengths.count)
      }
    }
  }

  /// A section with the champions of some ranges of terms, and of which.
  private static func sections(
    seed: Int
  ) -> (directory: [UInt8], lists: [UInt8], samples: [UInt64: ChampionSample]) {
    var random = SeededGenerator(seed: seed)
    let (directory, lists) = (SectionWriter(), SectionWriter())
    var samples: [UInt64: ChampionSample] = [:]
    let all = (0..<Int.random(in: 0...12, using: &random)).map { ChampionSample(seed: seed * 20 + $0) }
    let lengths = [UInt8](repeating: 20, count: 6_000)
    lengths.withUnsafeBufferPointer { lengths in
      var writer = ChampionListsWriter(directory: directory, lists: lists, lengths: lengths)
      for sample in all where !sample.docs.isEmpty {
        let lower = TermNumber.random(in: 0...20, using: &random)
        let range = lower..<lower + .random(in: 1...4, using: &random)
        let key = TermRangeDirectory.key(range)
        if samples[key] != nil { continue }
        samples[key] = sample
        sample.docs.withUnsafeBufferPointer { docs in
          sample.frequencies.withUnsafeBufferPointer {
            writer.append(terms: range, docs: docs, frequencies: $0)
          }
        }
      }
      writer.finish()
    }
    return (directory.bytes, lists.bytes, samples)
  }

  @Test("are found by their terms, and no others are", arguments: 0..<60)
  func directory(seed: Int) throws {
    let (directory, lists, samples) = Self.sections(seed: seed)
    let champions = try ChampionLists(
      directory: SectionBytes(directory), lists: SectionBytes(lists), documents: 6_000)
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    for lower in 0...25 as ClosedRange<TermNumber> {
      for upper in lower + 1...lower + 5 {
        let list = try champions.list(of: lower..<upper, scratch: scratch)
        let sample = samples[TermRangeDirectory.key(lower..<upper)]
        #expect(list?.documents == sample?.docs.count)
      }
    }
  }

  @Test("damaged sections give an error or some list, never a trap", arguments: 0..<200)
  func damagedSections(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let (directory, lists, _) = Self.sections(seed: seed % 20)
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    for _ in 0..<20 {
      var (badDirectory, badLists) = (directory, lists)
      random.damage(&badDirectory)
      if Bool.random(using: &random) { random.damage(&badLists) }
      let champions = try? ChampionLists(
        directory: SectionBytes(badDirectory), lists: SectionBytes(badLists), documents: 6_000)
      for lower in 0...25 as ClosedRange<TermNumber> {
        _ = try? champions?.list(of: lower..<lower + 2, scratch: scratch)
        scratch.reset()
      }
    }
  }
}
