import CVector

extension OrdinalBlock {
  /// Room for places where `tallyCounted` gathers them.
  static let tallyCapacity = OrdinalColumnFormat.blockCapacity + stride
  /// So many places are written for a document at once, as most have fewer values.
  private static let stride = 8

  /// Adds one to the count of the ordinal of each document of a fixed block; false when the bytes are damaged.
  ///
  /// - Parameter docs: by their places in the block.
  func tallyFixed(
    _ docs: UnsafePointer<UInt32>, _ count: Int, into counts: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    if limit > 0 { return tally(docs, count, into: counts) }
    // A field without values: each document has none.
    return (0..<count).allSatisfy { forFixed(documents.lowerBound + Int(docs[$0])) { _ in } }
  }

  /// The same for a block in which documents have any number of values: where they stand is gathered first, without a
  /// loop for each document, whose end no processor foresees.
  ///
  /// - Parameters:
  ///   - first: what the block's first document is called in `docs`.
  ///   - places: room for `tallyCapacity`.
  func tallyCounted(
    _ docs: UnsafeBufferPointer<UInt32>, from first: UInt32, _ places: UnsafeMutablePointer<UInt32>,
    into counts: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    var number = 0
    for doc in docs {
      guard let run = self.places(of: documents.lowerBound &+ Int(doc &- first)) else { return false }
      var start = run.lowerBound
      repeat {
        if number > Self.tallyCapacity - Self.stride {
          guard tally(places, number, into: counts) else { return false }
          number = 0
        }
        let next = UInt32(truncatingIfNeeded: start)
        for step in 0..<Self.stride {
          places[number &+ step] = next &+ UInt32(truncatingIfNeeded: step)
        }
        number &+= min(Self.stride, run.upperBound &- start)
        start &+= Self.stride
      } while start < run.upperBound
    }
    return tally(places, number, into: counts)
  }

  private func tally(
    _ places: UnsafePointer<UInt32>, _ count: Int, into counts: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    if count == 0 || limit == 0 { return count == 0 }
    return cvector_tally(
      values.assumingMemoryBound(to: UInt8.self), UInt32(width), places, count,
      UInt32(truncatingIfNeeded: raised), UInt64(base), UInt64(limit), counts) != 0
  }
}
