/// Searching rows of ascending documents.
enum AscendingDocs {
  /// The place of the first document not before `doc`, or `count`: from a place where it is likely near, by steps that
  /// double and then by halves (Bentley & Yao 1976); from the beginning where that place is too far.
  ///
  /// - Complexity: O(log *n*) in the *n* documents passed over.
  @inline(__always)
  static func firstPlace(
    in docs: UnsafePointer<DocNumber>, _ count: Int, notBefore doc: DocNumber, from start: Int
  ) -> Int {
    var low = start > 0 && docs[start - 1] >= doc ? 0 : start
    var step = 1
    while low + step <= count, docs[low + step - 1] < doc {
      low += step
      step *= 2
    }
    var length = min(step - 1, count - low)
    while length > 0 {
      let half = length / 2
      if docs[low + half] < doc {
        low += half + 1
        length -= half + 1
      } else {
        length = half
      }
    }
    return low
  }
}
