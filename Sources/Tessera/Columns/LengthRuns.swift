/// How many documents have each length code, as far as a segment is concerned that is numbered by length: where those
/// of each length begin.
///
/// ```
/// 256 u32   for each length code, how many documents have it or a lower one
/// ```
struct LengthRuns: Equatable {
  static let codes = 256
  static let byteCount = 4 * codes

  /// Where the documents of each length code begin; then how many there are.
  let starts: [Int]

  var documents: Int { starts[Self.codes] }

  /// Those of documents with some length codes, in any order.
  init(_ lengths: some Sequence<UInt8>) {
    var starts = [Int](repeating: 0, count: Self.codes + 1)
    for length in lengths { starts[Int(length) + 1] += 1 }
    for code in 0..<Self.codes { starts[code + 1] += starts[code] }
    self.starts = starts
  }

  /// Those that `write` wrote.
  ///
  /// - Throws: `.corrupt` when they are not those of so many documents.
  init(_ section: SectionBytes, documents: Int) throws(TesseraError) {
    try section.check(at: 0, count: Self.byteCount)
    var starts = [0]
    starts.reserveCapacity(Self.codes + 1)
    for code in 0..<Self.codes {
      let end = Int(section.u32(at: 4 * code))
      guard end >= starts[code], end <= documents else {
        throw section.corrupt(at: 4 * code, "\(starts[code]) documents, then \(end) of \(documents)")
      }
      starts.append(end)
    }
    guard starts[Self.codes] == documents else {
      throw section.corrupt(at: 0, "lengths of \(starts[Self.codes]) documents, not \(documents)")
    }
    self.starts = starts
  }

  func write(to section: SectionWriter) {
    for end in starts.dropFirst() { section.append(UInt32(end)) }
  }

  /// The first document that is longer than `doc`, or how many there are.
  ///
  /// - Complexity: O(1), the logarithm of 256.
  /// - Precondition: there is such a document.
  func end(of doc: DocNumber) -> DocNumber {
    var (low, high) = (0, Self.codes - 1)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle + 1] > Int(doc) { high = middle } else { low = middle + 1 }
    }
    return DocNumber(starts[low + 1])
  }

  /// Writes the length code of each document, one behind the other.
  func fill(_ row: UnsafeMutablePointer<UInt8>) {
    for code in 0..<Self.codes {
      (row + starts[code]).update(repeating: UInt8(code), count: starts[code + 1] - starts[code])
    }
  }
}
