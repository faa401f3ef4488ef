/// The length code of each document of a segment.
///
/// A segment that is numbered by length keeps them as runs, from which the row of codes that a search looks them up in
/// is made when the first one comes.
final class DocumentLengths: Sendable {
  private let documents: Int
  /// The runs, or a byte for each document.
  private let section: SectionBytes
  /// nil where that is the section.
  private let row: LazyBytes?

  /// Whether the section has runs, and the codes ascend.
  var areRuns: Bool { row != nil }

  init(_ section: SectionBytes, areRuns: Bool, documents: Int) throws(TesseraError) {
    self.documents = documents
    self.section = section
    row = areRuns ? LazyBytes(count: documents) : nil
    guard section.count >= (areRuns ? LengthRuns.byteCount : documents) else {
      throw section.corrupt(at: section.count, "lengths of \(documents) documents are expected")
    }
  }

  /// The code of each document, with 64 more readable bytes behind; valid as long as the object lives.
  ///
  /// - Complexity: O(1), but for the first call.
  @inline(__always)
  func codes() throws(TesseraError) -> UnsafePointer<UInt8> {
    guard let row else {
      try section.check(at: 0, count: documents)
      return section.base.assumingMemoryBound(to: UInt8.self)
    }
    return try row.bytes { (row) throws(TesseraError) in try runs().fill(row) }
  }

  /// How many documents there are of each code.
  ///
  /// - Complexity: O(1) where there are runs, else O(*n*).
  func runs() throws(TesseraError) -> LengthRuns {
    if areRuns { return try LengthRuns(section, documents: documents) }
    return LengthRuns(UnsafeBufferPointer(start: try codes(), count: documents))
  }
}
