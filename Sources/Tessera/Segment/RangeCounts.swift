/// What is counted with the index for words and prefixes of many documents: the most frequent values of each facet
/// field among these documents, and of a prefix of many words those in most documents.
///
/// A list has the words, as numbers from the range's first on, then each field's values.
struct RangeCounts: Sendable {
  /// How many values are kept of a field, and words of a prefix.
  static let valueDepth = 10
  static let wordDepth = 16

  private let section: TopCountsSection
  /// Of each facet field, how many values it has.
  private let values: [Int]
  private let documents: Int

  init(_ section: SectionBytes, values: [Int], documents: Int) throws(TesseraError) {
    self.section = try TopCountsSection(section)
    (self.values, self.documents) = (values, documents)
  }

  /// The words of a range that are in most documents; nil where they were not sought.
  func words(of terms: Range<TermNumber>, scratch: ScratchMemory) throws(TesseraError) -> TopCounts? {
    guard terms.count > 1, let bytes = try section.bytes(of: terms) else { return nil }
    var bit = 0
    let top = try words(bytes, &bit, terms, scratch)
    return top.entries.isEmpty ? nil : top
  }

  /// Of each facet field the most frequent values among the documents of a range; nil where they were not counted.
  func values(
    of terms: Range<TermNumber>, scratch: ScratchMemory
  ) throws(TesseraError) -> UnsafeBufferPointer<TopCounts>? {
    guard let bytes = try section.bytes(of: terms) else { return nil }
    var bit = 0
    if terms.count > 1 { _ = try words(bytes, &bit, terms, scratch) }
    let fields = UnsafeMutableBufferPointer<TopCounts>(
      start: scratch.allocate(TopCounts.self, values.count), count: values.count)
    for field in values.indices {
      guard
        let top = TopCountsCodec.read(
          bytes, at: &bit, limit: values[field], most: documents, depth: Self.valueDepth, scratch: scratch)
      else { throw section.damaged(at: 0) }
      fields[field] = top
    }
    return UnsafeBufferPointer(fields)
  }

  private func words(
    _ bytes: UnsafeRawBufferPointer, _ bit: inout Int, _ terms: Range<TermNumber>, _ scratch: ScratchMemory
  ) throws(TesseraError) -> TopCounts {
    guard
      let top = TopCountsCodec.read(
        bytes, at: &bit, limit: terms.count, most: documents, depth: Self.wordDepth, scratch: scratch)
    else { throw section.damaged(at: 0) }
    let entries = UnsafeMutableBufferPointer(mutating: top.entries)
    for place in entries.indices { entries[place].number += terms.lowerBound }
    return top
  }
}

/// Writes them while the lists of a segment are written.
struct RangeCountsWriter: ~Copyable {
  /// Ranges of fewer documents are counted when they are asked for.
  private let leastDocuments: Int
  /// Of fewer words it is as fast to look at all.
  private let leastWords: Int
  private let documents: Int
  private let valueCounts: [Int]
  private var section: TopCountsSectionWriter
  /// Of each word so far, how many documents have it.
  private var words = Buffer<UInt32>()
  private let tally = TopCountsTally()
  private var bits = BitString()

  /// - Parameter valueCounts: of each facet field, how many values it has.
  init(_ file: SegmentFileWriter, valueCounts: [Int], schema: Schema, documents: Int) {
    section = TopCountsSectionWriter(file.section(SectionID(.rangeCounts)))
    (self.valueCounts, self.documents) = (valueCounts, documents)
    leastDocuments = max(schema.leastCountedDocuments, documents / 32)
    leastWords = schema.leastCountedDocuments / 8
  }

  /// Takes the next word.
  mutating func append(documentCount: Int) { words.append(UInt32(documentCount)) }

  /// Begins a range of words, all of them taken already; false where it has few documents, and is not counted.
  mutating func begin(terms: Range<TermNumber>, documents: Int) -> Bool {
    guard documents >= leastDocuments else { return false }
    bits.removeAll()
    if terms.count > 1 {
      TopCountsCodec.append(topWords(terms), limit: terms.count, most: self.documents, to: &bits)
    }
    return true
  }

  /// Takes what was counted of the next field.
  mutating func append(_ counts: borrowing TopCountsTally, field: Int) {
    TopCountsCodec.append(
      counts.top(depth: RangeCounts.valueDepth), limit: valueCounts[field], most: documents, to: &bits)
  }

  /// Ends the range.
  mutating func end(terms: Range<TermNumber>) { section.append(terms, bits.bytes) }

  /// None where they are not worth it.
  private mutating func topWords(_ terms: Range<TermNumber>) -> [TopCounts.Entry] {
    if terms.count < leastWords { return [] }
    // Counts are read sixteen at a time.
    words.append(repeating: 0, count: 16)
    words.removeLast(16)
    return tally.top(
      UnsafePointer(words.base + Int(terms.lowerBound)), terms.count, depth: RangeCounts.wordDepth)
  }

  mutating func finish() { section.finish() }
}
