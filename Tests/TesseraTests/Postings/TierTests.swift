import TestSupport
import Testing

@testable import Tessera

/// The tiers of prefixes, against the same by a plain filter.
@Suite("Tiers of prefixes")
struct TierTests {
  private struct Posting {
    var doc: DocNumber
    var frequency: UInt32
    /// How often it has the word that the prefix is.
    var word: UInt32
  }

  private struct Sample {
    var terms: Range<TermNumber>
    var postings: [Posting] = []

    init(terms: Range<TermNumber>, documents: Int, using random: inout SeededGenerator) {
      self.terms = terms
      let density = [0.002, 0.02, 0.1, 0.3, 0.9].randomElement(using: &random)!
      let most = [1, 2, 5, 40, 2_000].randomElement(using: &random)!
      let withWord = [0, 0, 0.1, 0.9].randomElement(using: &random)! as Double
      for doc in 0..<documents where doc == 0 || Double.random(in: 0..<1, using: &random) < density {
        let part = Double.random(in: 0..<1, using: &random)
        let frequency = 1 + UInt32(Double(most - 1) * part * part * part)
        let hasWord = Double.random(in: 0..<1, using: &random) < withWord
        postings.append(
          Posting(
            doc: DocNumber(doc), frequency: frequency,
            word: hasWord ? .random(in: 1...frequency, using: &random) : 0))
      }
    }

    /// Its postings without the word, with it once, and with it more often.
    var rows: [[Posting]] {
      [postings.filter { $0.word == 0 }, postings.filter { $0.word == 1 }, postings.filter { $0.word > 1 }]
    }
  }

  private static let documents = 6_000

  private struct Sections {
    var directory: [UInt8]
    var lists: [UInt8]
    var bounds: [UInt8]

    func open() throws(TesseraError) -> TierLists {
      try TierLists(
        directory: SectionBytes(directory),
        lists: ListSection(
          bytes: SectionBytes(lists), bounds: SectionBytes(bounds), documents: TierTests.documents))
    }
  }

  private static func sections(seed: Int, depth: Int) -> (Sections, [Sample]) {
    var random = SeededGenerator(seed: seed)
    let (directory, lists) = (SectionWriter(), SectionWriter())
    let lengths = (0..<documents).map { UInt8($0 / 200) }
    var samples: [Sample] = []
    var next: TermNumber = 0
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let lower = next + .random(in: 0...3, using: &random)
      next = lower + .random(in: 2...4, using: &random)
      samples.append(Sample(terms: lower..<next, documents: documents, using: &random))
    }
    var bounds: [UInt8] = []
    lengths.withUnsafeBufferPointer { lengths in
      var writer = TierListsWriter(
        directory: directory, lists: lists, documents: documents, depth: depth,
        model: ImpactModel(lengths: lengths, norms: LengthNorms(averageLength: 10)))
      for sample in samples {
        let words = sample.postings.filter { $0.word > 0 }
        let (docs, frequencies) = (sample.postings.map(\.doc), sample.postings.map(\.frequency))
        let (wordDocs, wordFrequencies) = (words.map(\.doc), words.map(\.word))
        docs.withUnsafeBufferPointer { docs in
          frequencies.withUnsafeBufferPointer { frequencies in
            wordDocs.withUnsafeBufferPointer { wordDocs in
              wordFrequencies.withUnsafeBufferPointer {
                writer.append(terms: sample.terms, sums: (docs, frequencies), word: (wordDocs, $0))
              }
            }
          }
        }
      }
      writer.finish()
      bounds = [UInt8](repeating: 7, count: writer.maxima.count)
    }
    return (Sections(directory: directory.bytes, lists: lists.bytes, bounds: bounds), samples)
  }

  @Test("hold the first documents with a frequency, by how often they have the word", arguments: 0..<80)
  func roundTrip(seed: Int) throws {
    let depth = [1, 7, 200, 100_000][seed % 4]
    let (sections, samples) = Self.sections(seed: seed, depth: depth)
    let tiers = try sections.open()
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    for sample in samples {
      let found = try #require(try tiers.tiers(of: sample.terms, scratch: scratch))
      var place = 0
      for (row, postings) in sample.rows.enumerated() where !postings.isEmpty {
        let first = place
        let greatest = postings.map(\.frequency).max()!
        repeat {
          let tier = found.tiers[place]
          let all = postings.filter { $0.frequency >= tier.least }
          let expected = all.prefix(depth)
          #expect(place > first ? tier.least > found.tiers[place - 1].least : tier.least == 1)
          #expect(tier.end == (all.count > depth ? expected.last!.doc : nil))
          #expect(tier.ofWord == (row == 0 ? 0 : row == 1 ? 1 : postings.map(\.word).max()!))
          let list = try tiers.open(tier, scratch: scratch)
          let (docs, frequencies) = try Self.postings(of: list, scratch: scratch)
          #expect(docs == expected.map(\.doc))
          #expect(frequencies == expected.map(\.frequency))
          place += 1
          let isLast = place == found.count || found.tiers[place].least == 1
          #expect(tier.next == (isLast ? .max : found.tiers[place].least))
          #expect(tier.greatest == (isLast ? greatest : found.tiers[place].least - 1))
        } while place < found.count && found.tiers[place].least > 1
      }
      #expect(place == found.count)
      #expect(
        try tiers.tiers(of: sample.terms.lowerBound..<sample.terms.upperBound + 9, scratch: scratch) == nil)
    }
  }

  private static func postings(
    of list: PostingList, scratch: ScratchMemory
  ) throws -> (docs: [DocNumber], frequencies: [UInt32]) {
    var probe = ListProbe(list, scratch: scratch)
    let (docs, slots) = (scratch.allocate(DocNumber.self, 500), scratch.allocate(UInt32.self, 500))
    let frequencies = scratch.allocate(UInt32.self, 500)
    var found: (docs: [DocNumber], frequencies: [UInt32]) = ([], [])
    for start in stride(from: 0, to: documents, by: 500) {
      for index in 0..<500 { (docs[index], slots[index]) = (DocNumber(start + index), UInt32(index)) }
      let kept = probe.filter(docs, slots, 500)
      probe.frequencies(docs, slots, kept, into: frequencies)
      found.docs += UnsafeBufferPointer(start: docs, count: kept)
      found.frequencies += UnsafeBufferPointer(start: frequencies, count: kept)
    }
    #expect(!probe.isDamaged)
    return found
  }

  @Test("damaged sections give an error or some lists, never a trap", arguments: 0..<200)
  func damagedSections(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let (sections, samples) = Self.sections(seed: seed % 20, depth: [5, 300][seed % 2])
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    for _ in 0..<20 {
      var bad = sections
      if Bool.random(using: &random) { random.damage(&bad.directory) }
      if Bool.random(using: &random) { random.damage(&bad.lists) }
      if Int.random(in: 0..<4, using: &random) == 0 { random.damage(&bad.bounds) }
      guard let tiers = try? bad.open() else { continue }
      for sample in samples {
        scratch.reset()
        guard let found = try? tiers.tiers(of: sample.terms, scratch: scratch) else { continue }
        for place in 0..<found.count {
          guard let list = try? tiers.open(found.tiers[place], scratch: scratch) else { continue }
          var probe = ListProbe(list, scratch: scratch)
          let (docs, slots) = (scratch.allocate(DocNumber.self, 512), scratch.allocate(UInt32.self, 512))
          for index in 0..<500 { (docs[index], slots[index]) = (DocNumber(index * 12), UInt32(index)) }
          let kept = probe.filter(docs, slots, 500)
          probe.frequencies(docs, slots, kept, into: scratch.allocate(UInt32.self, 512))
        }
      }
    }
  }
}
