/// What is counted in a segment.
struct SegmentStatistics: Sendable, Hashable {
  /// Documents, deleted ones that are still in the file included.
  var documents: Int
  /// The sum of the documents' lengths as their codes keep them, so that a merge can take documents away.
  var totalLength: Int
  var terms: Int
  var postings: Int

  /// More documents than these have no numbers that vector code compares.
  static let maximumDocuments = Int(Int32.max) - 1
  /// Words of a segment: with as many segments as there can be, their sum fits 63 bits.
  static let maximumSum = 1 << 46

  var averageLength: Double { documents == 0 ? 0 : Double(totalLength) / Double(documents) }

  init(documents: Int, totalLength: Int, terms: Int, postings: Int) {
    self.documents = documents
    self.totalLength = totalLength
    self.terms = terms
    self.postings = postings
  }

  init(_ section: SectionBytes) throws(TesseraError) {
    try section.check(at: 0, count: 4 * 8)
    let values = (0..<4).map { Int(clamping: section.u64(at: $0 * 8)) }
    guard values[0] <= Self.maximumDocuments else {
      throw section.corrupt(at: 0, "\(values[0]) documents, at most \(Self.maximumDocuments) can be")
    }
    guard values.allSatisfy({ $0 <= Self.maximumSum }) else {
      throw section.corrupt(at: 0, "\(values.max()!) words or terms, more than a segment can have")
    }
    self.init(
      documents: values[0], totalLength: values[1], terms: values[2], postings: values[3])
  }

  func write(to section: SectionWriter) {
    for value in [documents, totalLength, terms, postings] {
      section.append(UInt64(value))
    }
  }
}

extension ImpactCodebook {
  /// As `TermListsWriter.finish` wrote it: the average length, then the impacts, as bits of their numbers.
  init(_ section: SectionBytes) throws(TesseraError) {
    try section.check(at: 0, count: 8 + Self.size * 4)
    averageLength = Double(bitPattern: section.u64(at: 0))
    impacts = (0..<Self.size).map { Float(bitPattern: section.u32(at: 8 + $0 * 4)) }
    let isAscending = zip(impacts, impacts.dropFirst()).allSatisfy { $0 <= $1 }
    guard averageLength >= 0, averageLength.isFinite, isAscending, impacts.allSatisfy({ $0 >= 0 && $0 <= 1 })
    else {
      throw section.corrupt(at: 0, "the impacts do not ascend from 0 to 1")
    }
  }
}
