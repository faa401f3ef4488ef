import CVector

/// A facet field of a segment, and for each of its values how many matches have it so far.
struct FacetTally {
  let facet: FacetField
  let counts: UnsafeMutablePointer<UInt32>

  // What things cost, in tenths of a nanosecond.
  private static let columnCost = 12
  private static let valueCost = 40
  private static let shortListCost = 120
  private static let postingCost = 9
  /// Of more values most have few documents, and no look at their lists pays.
  private static let mostValues = 256

  init(_ facet: FacetField, scratch: ScratchMemory) {
    self.facet = facet
    counts = scratch.zeros(UInt32.self, facet.terms.count)
  }

  func add(_ docs: UnsafeBufferPointer<DocNumber>) throws(TesseraError) {
    try facet.column.tally(docs, into: counts)
  }

  /// Adds the documents of a bitmap: value by value where the values are few and their lists mostly bitmaps too, else
  /// document by document.
  ///
  /// - Parameter number: of the documents in the bitmap.
  func add(
    bitmap: UnsafePointer<UInt64>, wordCount: Int, count number: Int, scratch: ScratchMemory
  ) throws(TesseraError) {
    if try listsCost(less: columnCost(number), wordCount) {
      try intersectLists(bitmap, wordCount, scratch)
    } else {
      try facet.column.tally(bitmap: bitmap, wordCount: wordCount, into: counts)
    }
  }

  private func columnCost(_ number: Int) -> Int {
    let column = facet.column
    let values = number.multipliedReportingOverflow(by: column.valueCount)
    return values.overflow
      ? .max : values.partialValue / max(1, column.documentCount) * Self.columnCost
  }

  private func listsCost(less most: Int, _ wordCount: Int) throws(TesseraError) -> Bool {
    guard facet.terms.count <= Self.mostValues, facet.terms.count * Self.valueCost < most else {
      return false
    }
    var cost = facet.terms.count * Self.valueCost
    let documents = facet.lists.documents
    try facet.terms.forEachList(in: facet.terms.all()) { (count, _, _) throws(TesseraError) in
      switch PostingListFormat.form(count: Int(count), documents: documents) {
      case .short: cost += Self.shortListCost
      case .packed: cost += Int(count) * Self.postingCost
      case .dense: cost += wordCount
      }
    }
    return cost < most
  }

  private func intersectLists(
    _ bitmap: UnsafePointer<UInt64>, _ wordCount: Int, _ scratch: ScratchMemory
  ) throws(TesseraError) {
    let lists = facet.lists
    let all = try facet.terms.all()
    try lists.bytes.check(at: all.offset, count: all.byteCount)
    var decoder = ListDecoder(scratch)
    var ordinal = 0
    let counts = counts
    try facet.terms.forEachList(in: all) { (documentCount, offset, byteCount) throws(TesseraError) in
      let form = PostingListFormat.form(count: Int(documentCount), documents: lists.documents)
      if form == .dense {
        let list = try lists.longList(
          count: Int(documentCount), offset: offset, byteCount: byteCount)
        // The bitmap has no bits behind the last document.
        counts[ordinal] &+= UInt32(
          truncatingIfNeeded: cvector_count_and(bitmap, list.words, wordCount))
      } else {
        var found = 0
        try decoder.decodeDocs(lists, documentCount, offset: offset, byteCount: byteCount) {
          docs, count in found += cvector_count_bits(docs, count, bitmap)
        }
        counts[ordinal] &+= UInt32(truncatingIfNeeded: found)
      }
      ordinal += 1
    }
  }
}
