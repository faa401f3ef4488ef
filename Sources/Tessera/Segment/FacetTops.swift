/// Of all values of a facet field, and of those that words of a range have, the ones in most documents.
struct FacetTops: Sendable {
  static let depth = 16

  private let section: TopCountsSection
  private let values: Int
  private let documents: Int

  init(_ section: SectionBytes, values: Int, documents: Int) throws(TesseraError) {
    self.section = try TopCountsSection(section)
    (self.values, self.documents) = (values, documents)
  }

  /// Of all values.
  func all(scratch: ScratchMemory) throws(TesseraError) -> TopCounts? { try top(0..<0, scratch) }

  /// Of those with a word of the range; nil where they were not sought.
  func top(ofWords words: Range<TermNumber>, scratch: ScratchMemory) throws(TesseraError) -> TopCounts? {
    words.isEmpty ? nil : try top(words, scratch)
  }

  private func top(_ key: Range<TermNumber>, _ scratch: ScratchMemory) throws(TesseraError) -> TopCounts? {
    guard let bytes = try section.bytes(of: key) else { return nil }
    var bit = 0
    guard
      let top = TopCountsCodec.read(
        bytes, at: &bit, limit: values, most: documents, depth: Self.depth, scratch: scratch)
    else { throw section.damaged(at: 0) }
    return top
  }
}

/// Finds and writes them when all values and words are known.
struct FacetTopsWriter: ~Copyable {
  private var section: TopCountsSectionWriter
  private let documents: Int
  private var counts = Buffer<UInt32>()
  /// Of words with fewer values it is as fast to look at all.
  private let leastValues: Int
  private var plan: PrefixPlan
  /// Where the values of each word end among those of all words.
  private var ends: [Int] = []
  private let tally = TopCountsTally()
  private var bits = BitString()

  init(_ section: SectionWriter, schema: Schema, documents: Int) {
    self.section = TopCountsSectionWriter(section)
    self.documents = documents
    leastValues = max(1, schema.leastCountedDocuments / 32)
    plan = PrefixPlan(leastPostings: leastValues, leastChampions: leastValues)
  }

  /// Takes the next value.
  mutating func append(documentCount: Int) { counts.append(UInt32(documentCount)) }

  /// Takes the next word, when there are no more values.
  mutating func append(word: UnsafeBufferPointer<UInt8>, values: UnsafeBufferPointer<UInt32>) {
    plan.add(term: word, documentCount: values.count)
    ends.append((ends.last ?? 0) + values.count)
  }

  /// - Parameter values: those of all words.
  mutating func finish(_ values: UnsafeBufferPointer<UInt32>) {
    plan.finish()
    // Counts are read sixteen at a time.
    let valueCount = counts.count
    counts.append(repeating: 0, count: 16)
    write(0..<0, UnsafePointer(counts.base), valueCount)
    // Of the values of a range, and of them alone; the others stay 0.
    var some = Buffer<UInt32>()
    some.append(repeating: 0, count: valueCount + 16)
    for word in ends.indices { write(ofWords: word..<word + 1, values, valueCount, some) }
    for prefix in plan.prefixes { write(ofWords: prefix.terms, values, valueCount, some) }
    section.finish()
  }

  private mutating func write(
    ofWords words: Range<Int>, _ values: UnsafeBufferPointer<UInt32>, _ valueCount: Int,
    _ some: borrowing Buffer<UInt32>
  ) {
    let range = (words.lowerBound == 0 ? 0 : ends[words.lowerBound - 1])..<ends[words.upperBound - 1]
    if range.count < leastValues { return }
    for place in range { some[Int(values[place])] = counts[Int(values[place])] }
    write(TermNumber(words.lowerBound)..<TermNumber(words.upperBound), UnsafePointer(some.base), valueCount)
    for place in range { some[Int(values[place])] = 0 }
  }

  private mutating func write(_ key: Range<TermNumber>, _ counts: UnsafePointer<UInt32>, _ count: Int) {
    bits.removeAll()
    TopCountsCodec.append(
      tally.top(counts, count, depth: FacetTops.depth), limit: count, most: documents, to: &bits)
    section.append(key, bits.bytes)
  }
}
