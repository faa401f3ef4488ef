import TestSupport
import Testing

@testable import Tessera

@Suite struct PostingListTests {
  /// A list as plain arrays, and its bytes.
  struct Sample {
    var documents: Int
    var docs: [DocNumber]
    var frequencies: [UInt32]
    var lengths: [UInt8]

    init(seed: Int) {
      var random = SeededGenerator(seed: seed)
      documents = [1, 40, 127, 600, 3000, 9000].randomElement(using: &random)!
      let share = [1, 2, 5, 7, 40, 400].randomElement(using: &random)!
      let isBursty = Bool.random(using: &random)
      docs = []
      frequencies = []
      var doc = 0
      while doc < documents {
        if Int.random(in: 0..<share, using: &random) == 0 {
          let run = isBursty ? Int.random(in: 1...60, using: &random) : 1
          for next in doc..<min(documents, doc + run) {
            docs.append(DocNumber(next))
            let isRare = Int.random(in: 0..<50, using: &random) == 0
            frequencies.append(UInt32.random(in: 1...(isRare ? 100_000 : 3), using: &random))
          }
          doc += run
        }
        doc += 1
      }
      if docs.isEmpty { (docs, frequencies) = ([DocNumber(documents - 1)], [7]) }
      lengths = (0..<documents).map { _ in LengthCode.encode(UInt32.random(in: 1...400, using: &random)) }
    }

    var averageLength: Double { 100 }

    /// Writes the list behind some other bytes, so that its padding is tried.
    func written(hasFrequencies: Bool = true) -> (bytes: [UInt8], offset: Int, maxima: [Float]) {
      let section = SectionWriter()
      section.append([UInt8](repeating: 0xAA, count: docs.count % 13))
      let offset = section.count
      var writer = PostingListWriter(section: section, documents: documents)
      lengths.withUnsafeBufferPointer { lengths in
        let model = ImpactModel(lengths: lengths, norms: LengthNorms(averageLength: averageLength))
        docs.withUnsafeBufferPointer { docs in
          frequencies.withUnsafeBufferPointer { frequencies in
            let size = writer.append(
              docs: docs, frequencies: hasFrequencies ? frequencies : nil, model: hasFrequencies ? model : nil
            )
            #expect(size == section.count - offset)
          }
        }
      }
      return (section.bytes, offset, writer.maxima)
    }

    func section(_ bytes: [UInt8], maxima: [Float], hasFrequencies: Bool = true) -> ListSection {
      let codebook = ImpactCodebook(maxima: maxima, averageLength: averageLength)
      return ListSection(
        bytes: SectionBytes(bytes, name: "lists"),
        bounds: hasFrequencies ? SectionBytes(maxima.map(codebook.code(for:)), name: "listBounds") : nil,
        documents: documents)
    }
  }

  /// All postings of a list by the decoder that goes through it from front to back.
  func decoded(
    _ lists: ListSection, count: Int, offset: Int, checksFrequencies: Bool = false
  ) throws -> (docs: [DocNumber], frequencies: [UInt32]) {
    var docs: [DocNumber] = []
    var frequencies: [UInt32] = []
    let scratch = ScratchMemory()
    var decoder = ListDecoder(scratch)
    try decoder.decode(
      lists, UInt32(count), offset: offset, byteCount: lists.bytes.count - offset,
      checksFrequencies: checksFrequencies
    ) { someDocs, someFrequencies, _, size in
      docs += UnsafeBufferPointer(start: someDocs, count: size)
      frequencies += UnsafeBufferPointer(start: someFrequencies, count: size)
    }
    return (docs, frequencies)
  }

  @Test("a list of any form comes back as it was written", arguments: 0..<300)
  func roundTrips(seed: Int) throws {
    let sample = Sample(seed: seed)
    let (bytes, offset, maxima) = sample.written()
    let lists = sample.section(bytes, maxima: maxima)
    let (docs, frequencies) = try decoded(lists, count: sample.docs.count, offset: offset)
    #expect(docs == sample.docs)
    #expect(frequencies == sample.frequencies)
    let (plainBytes, plainOffset, _) = sample.written(hasFrequencies: false)
    let plain = sample.section(plainBytes, maxima: [], hasFrequencies: false)
    #expect(try decoded(plain, count: sample.docs.count, offset: plainOffset).docs == sample.docs)
  }

  // Found in a forged index: a frequency of 2^32, which is 0, trapped where it was written again.
  @Test("who writes a list again is told of wild frequencies", arguments: 0..<50)
  func refusesWildFrequencies(seed: Int) throws {
    var sample = Sample(seed: seed)
    sample.frequencies[sample.frequencies.count / 2] = [1 << 31, .max][seed % 2]
    let (bytes, offset, maxima) = sample.written()
    let lists = sample.section(bytes, maxima: maxima)
    #expect(throws: TesseraError.self) {
      try decoded(lists, count: sample.docs.count, offset: offset, checksFrequencies: true)
    }
    #expect(try decoded(lists, count: sample.docs.count, offset: offset).docs == sample.docs)
  }

  @Test("looking documents up in batches finds what a scan finds", arguments: 0..<300)
  func probes(seed: Int) throws {
    var random = SeededGenerator(seed: seed + 1000)
    let sample = Sample(seed: seed)
    let (bytes, offset, maxima) = sample.written()
    let lists = sample.section(bytes, maxima: maxima)
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    let entry = TermEntry(
      number: 0, documentCount: UInt32(sample.docs.count), offset: offset, byteCount: bytes.count - offset)
    let list = try lists.open(entry, scratch: scratch)
    var probe = ListProbe(list, scratch: scratch)
    let known = Dictionary(uniqueKeysWithValues: zip(sample.docs, sample.frequencies))
    let docs = scratch.allocate(DocNumber.self, 600)
    let slots = scratch.allocate(UInt32.self, 600)
    let found = scratch.allocate(UInt32.self, 600)
    for _ in 0..<20 {
      let asked = Set(
        (0..<Int.random(in: 1...512, using: &random)).map { _ in
          DocNumber.random(in: 0..<DocNumber(sample.documents), using: &random)
        }
      ).sorted()
      for (slot, doc) in asked.enumerated() { (docs[slot], slots[slot]) = (doc, UInt32(slot)) }
      let kept = probe.filter(docs, slots, asked.count)
      let expected = asked.filter { known[$0] != nil }
      #expect(Array(UnsafeBufferPointer(start: docs, count: kept)) == expected)
      probe.frequencies(docs, slots, kept, into: found)
      #expect(Array(UnsafeBufferPointer(start: found, count: kept)) == expected.map { known[$0]! })
      #expect(!probe.isDamaged)
    }
  }

  @Test("the bound of a range is never below an impact in it", arguments: 0..<200)
  func bounds(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let sample = Sample(seed: seed)
    let (bytes, offset, maxima) = sample.written()
    let lists = sample.section(bytes, maxima: maxima)
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    let list = try lists.open(
      TermEntry(
        number: 0, documentCount: UInt32(sample.docs.count), offset: offset, byteCount: bytes.count - offset),
      scratch: scratch)
    guard list.form != .unpacked else { return }
    let codebook = ImpactCodebook(maxima: maxima, averageLength: sample.averageLength)
    let norms = LengthNorms(averageLength: sample.averageLength).values
    var hint = 0
    for _ in 0..<8 {
      let first = DocNumber.random(in: 0..<DocNumber(sample.documents), using: &random)
      let last = DocNumber.random(in: first..<DocNumber(sample.documents), using: &random)
      let code = list.boundCode(from: first, through: last, hint: &hint)
      for (doc, frequency) in zip(sample.docs, sample.frequencies) where doc >= first && doc <= last {
        let impact = LengthNorms.impact(frequency: frequency, norm: norms[Int(sample.lengths[Int(doc)])])
        #expect(impact <= codebook.impacts[Int(code)])
      }
    }
  }

  @Test(
    "damaged lists give errors or other numbers, never a trap or a document beyond the last",
    arguments: 0..<300)
  func survivesDamage(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let sample = Sample(seed: seed % 40)
    let (bytes, offset, maxima) = sample.written()
    for _ in 0..<10 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: offset..<damaged.count, using: &random)
        damaged[place] = [0, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
      }
      if Bool.random(using: &random) {
        damaged.removeLast(Int.random(in: 0...damaged.count - offset, using: &random))
      }
      let lists = sample.section(damaged, maxima: maxima)
      guard let (docs, _) = try? decoded(lists, count: sample.docs.count, offset: offset) else { continue }
      #expect(docs.allSatisfy { $0 < sample.documents })
      #expect(zip(docs, docs.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}
