import TestSupport
import Testing

@testable import Tessera

/// The levels of long lists, against the same by a plain filter.
@Suite("Levels of lists")
struct LevelTests {
  private struct Sample {
    var terms: Range<TermNumber>
    var docs: [DocNumber] = []
    var frequencies: [UInt32] = []

    init(terms: Range<TermNumber>, documents: Int, using random: inout SeededGenerator) {
      self.terms = terms
      let density = [0.002, 0.02, 0.1, 0.3, 0.9].randomElement(using: &random)!
      let most = [1, 2, 5, 40, 2_000].randomElement(using: &random)!
      for doc in 0..<documents where doc == 0 || Double.random(in: 0..<1, using: &random) < density {
        docs.append(DocNumber(doc))
        let part = Double.random(in: 0..<1, using: &random)
        frequencies.append(1 + UInt32(Double(most - 1) * part * part * part))
      }
    }
  }

  private static let documents = 6_000

  private static func sections(
    seed: Int
  ) -> (directory: [UInt8], lists: [UInt8], bounds: [UInt8], samples: [Sample]) {
    var random = SeededGenerator(seed: seed)
    let (directory, lists) = (SectionWriter(), SectionWriter())
    let lengths = (0..<documents).map { UInt8($0 / 200) }
    var samples: [Sample] = []
    var next: TermNumber = 0
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let lower = next + .random(in: 0...3, using: &random)
      next = lower + .random(in: 1...4, using: &random)
      samples.append(Sample(terms: lower..<next, documents: documents, using: &random))
    }
    var bounds: [UInt8] = []
    lengths.withUnsafeBufferPointer { lengths in
      var writer = LevelListsWriter(
        directory: directory, lists: lists, documents: documents,
        model: ImpactModel(lengths: lengths, norms: LengthNorms(averageLength: 10)))
      for sample in samples {
        sample.docs.withUnsafeBufferPointer { docs in
          sample.frequencies.withUnsafeBufferPointer {
            writer.append(terms: sample.terms, docs: docs, frequencies: $0)
          }
        }
      }
      writer.finish()
      bounds = [UInt8](repeating: 7, count: writer.maxima.count)
    }
    return (directory.bytes, lists.bytes, bounds, samples)
  }

  private static func open(
    _ directory: [UInt8], _ lists: [UInt8], _ bounds: [UInt8]
  ) throws(TesseraError) -> LevelLists {
    try LevelLists(
      directory: SectionBytes(directory),
      lists: ListSection(
        bytes: SectionBytes(lists), bounds: SectionBytes(bounds), documents: documents))
  }

  @Test("hold the documents with a frequency, and all are found by their terms", arguments: 0..<60)
  func roundTrip(seed: Int) throws {
    let (directory, lists, bounds, samples) = Self.sections(seed: seed)
    let section = try Self.open(directory, lists, bounds)
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    #expect(section.isEmpty == samples.isEmpty)
    for sample in samples {
      #expect(section.leastDocuments <= sample.docs.count)
      let found = try #require(
        try section.levels(of: sample.terms, documents: sample.docs.count, scratch: scratch))
      #expect(found.greatest == sample.frequencies.max())
      var longer = sample.docs.count
      var least: UInt32 = 1
      for place in 0..<found.count {
        let level = found.levels[place]
        #expect(level.least > least)
        let expected = zip(sample.docs, sample.frequencies).filter { $0.1 >= level.least }
        #expect(expected.count == Int(level.documents) && expected.count * FrequencyLevels.share <= longer)
        (longer, least) = (expected.count, level.least)
        let postings = try Self.postings(of: section.open(level, scratch: scratch), scratch: scratch)
        #expect(postings.docs == expected.map(\.0))
        #expect(postings.frequencies == expected.map(\.1))
      }
      #expect(
        try section.levels(
          of: sample.terms.lowerBound..<sample.terms.upperBound + 9, documents: 1, scratch: scratch) == nil)
    }
  }

  private static func postings(
    of list: PostingList, scratch: ScratchMemory
  ) throws -> (docs: [DocNumber], frequencies: [UInt32]) {
    var probe = ListProbe(list, scratch: scratch)
    let all = scratch.allocate(DocNumber.self, documents)
    let (slots, frequencies) = (
      scratch.allocate(UInt32.self, documents), scratch.allocate(UInt32.self, documents)
    )
    var (docs, counts): ([DocNumber], [UInt32]) = ([], [])
    for start in stride(from: 0, to: documents, by: 500) {
      for index in 0..<500 { (all[index], slots[index]) = (DocNumber(start + index), UInt32(index)) }
      let kept = probe.filter(all, slots, 500)
      probe.frequencies(all, slots, kept, into: frequencies)
      for index in 0..<kept {
        docs.append(all[index])
        counts.append(frequencies[index])
      }
    }
    #expect(!probe.isDamaged)
    return (docs, counts)
  }

  @Test("damaged sections give an error or some lists, never a trap", arguments: 0..<200)
  func damagedSections(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let (directory, lists, bounds, samples) = Self.sections(seed: seed % 20)
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    for _ in 0..<20 {
      var (badDirectory, badLists, badBounds) = (directory, lists, bounds)
      if Bool.random(using: &random) { random.damage(&badDirectory) }
      if Bool.random(using: &random) { random.damage(&badLists) }
      if Int.random(in: 0..<4, using: &random) == 0 { random.damage(&badBounds) }
      guard let section = try? Self.open(badDirectory, badLists, badBounds) else { continue }
      for sample in samples {
        scratch.reset()
        guard
          let found = try? section.levels(
            of: sample.terms, documents: sample.docs.count, scratch: scratch)
        else { continue }
        for place in 0..<found.count {
          guard let list = try? section.open(found.levels[place], scratch: scratch) else { continue }
          var probe = ListProbe(list, scratch: scratch)
          let (docs, slots) = (
            scratch.allocate(DocNumber.self, 512), scratch.allocate(UInt32.self, 512)
          )
          for index in 0..<500 { (docs[index], slots[index]) = (DocNumber(index * 12), UInt32(index)) }
          let kept = probe.filter(docs, slots, 500)
          probe.frequencies(docs, slots, kept, into: scratch.allocate(UInt32.self, 512))
        }
      }
    }
  }
}
