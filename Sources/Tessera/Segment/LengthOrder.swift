/// The documents of a segment that is being made, in the order in which it numbers them: in a large one by length code,
/// and those of one code in the order of addition; in others in the order of addition alone.
///
/// What a search of long lists can leave out by their lengths is worth more than what the order costs, a load or two for
/// each hit, only where lists are long.
struct LengthOrder: ~Copyable {
  /// Whether the lengths decide.
  let isByLength: Bool
  /// For each document its ordinal.
  private(set) var ordinals = Buffer<DocNumber>()
  /// For each document its length code: ascending, where that is the order.
  private(set) var lengths = Buffer<UInt8>()

  /// - Parameter lengths: the length codes in the order of addition.
  init(_ lengths: UnsafeBufferPointer<UInt8>, byLength: Bool = true) {
    isByLength = byLength
    guard byLength else {
      self.lengths.append(contentsOf: lengths)
      let ordinals = ordinals.appendUninitialized(lengths.count)
      for doc in lengths.indices { ordinals[doc] = DocNumber(doc) }
      return
    }
    var places = LengthRuns.starts(of: lengths)
    let (ordinals, sorted) = (
      self.ordinals.appendUninitialized(lengths.count), self.lengths.appendUninitialized(lengths.count)
    )
    for (ordinal, length) in lengths.enumerated() {
      let doc = places[Int(length)]
      places[Int(length)] += 1
      ordinals[doc] = DocNumber(ordinal)
      sorted[doc] = length
    }
  }

  func write(to section: SectionWriter) {
    var writer = DocumentOrderWriter(section)
    for ordinal in ordinals.elements { writer.append(ordinal) }
    writer.finish()
  }
}

/// Where the documents of each length begin, once documents are numbered by length.
enum LengthRuns {
  static let codes = 256

  /// Where each length code will begin, for codes in any order; then how many there are.
  static func starts(of lengths: some Sequence<UInt8>) -> [Int] {
    var starts = [Int](repeating: 0, count: codes + 1)
    for length in lengths { starts[Int(length) + 1] += 1 }
    for code in 0..<codes { starts[code + 1] += starts[code] }
    return starts
  }

  /// The first document from `start` on that is longer, or `count`.
  ///
  /// - Complexity: O(log *n*) in the documents of the length.
  /// - Precondition: `start` is below `count`.
  static func end(
    of start: DocNumber, in lengths: UnsafePointer<UInt8>, _ count: Int
  ) -> DocNumber {
    let code = lengths[Int(start)]
    var low = Int(start) + 1
    var step = 1
    while low + step <= count, lengths[low + step - 1] <= code {
      low += step
      step *= 2
    }
    var length = min(step - 1, count - low)
    while length > 0 {
      let half = length / 2
      if lengths[low + half] <= code {
        low += half + 1
        length -= half + 1
      } else {
        length = half
      }
    }
    return DocNumber(low)
  }
}
