/// How the list of a term, a prefix or a facet value stands on disk.
///
/// The form follows from how many documents the list has and how many the segment has, so no byte names it:
/// - **short**, fewer than a block of 128: one stretch of bit-packed gaps and frequencies;
/// - **packed**: blocks of 128 gaps in the vertical layout, frequencies apart, before them a table of last
///   documents, offsets and widths that is searched without touching a block;
/// - **dense**, at least one document in `denseShare`: a bitmap by pages of 512 documents, and the frequencies
///   of each page apart.
///
/// Blocks and pages have a bound on the score of their postings, which stands outside the list (`ImpactCodebook`).
package enum PostingListFormat {
  package enum Form { case short, packed, dense }

  /// Postings of a packed block.
  package static let blockSize = 128
  /// Documents of a dense page: one cache line of bits.
  package static let pageSize = 512
  package static let wordsPerPage = pageSize / 64
  /// A list is dense when it has at least one document in so many. Measured: at 6 a bitmap is about as small as
  /// gaps of that density, and five to fifteen times as fast to intersect.
  package static let denseShare = 6

  package static func form(count: Int, documents: Int) -> Form {
    if count < blockSize { return .short }
    return count >= (documents + denseShare - 1) / denseShare ? .dense : .packed
  }

  package static func pageCount(documents: Int) -> Int { (documents + pageSize - 1) / pageSize }

  /// How many blocks (the last may be shorter) or pages a list has; a short one has none.
  package static func blockCount(count: Int, documents: Int) -> Int {
    switch form(count: count, documents: documents) {
    case .short: 0
    case .packed: (count + blockSize - 1) / blockSize
    case .dense: pageCount(documents: documents)
    }
  }

  /// How many bounds a block or page has: a packed block one, a dense page one for each word of its bitmap. (In a
  /// dense list every page has a document with a high impact; of 64 documents most have none.)
  package static func boundsPerBlock(_ form: Form) -> Int { form == .dense ? wordsPerPage : 1 }

  /// The bytes before a packed or dense list that bring its start to a multiple of 8.
  package static func padding(at offset: Int) -> Int { -offset & 7 }
}
