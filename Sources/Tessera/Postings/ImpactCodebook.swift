/// Bounds on the impact (`LengthNorms.impact`) of blocks of postings, or words of a bitmap, one byte each.
///
/// A byte is a place in a list of 255 ascending impacts that is fitted to the segment: where the blocks have no
/// more different maxima than that, every bound is exact, which lets equal documents be skipped; otherwise the
/// values lie closest where most maxima lie. A byte can be compared by the dozen without looking it up.
///
/// The impacts hold for the average length of the segment that was written. For another average they are scaled
/// by a factor that keeps them bounds (`scale(to:)`), so they never depend on the statistics of the day.
package struct ImpactCodebook {
  /// Code 0 stands for no postings, 255 for the greatest impact.
  package static let size = 256

  /// Ascending bounds by code.
  package var impacts: [Float]
  /// The average length of the documents the impacts were computed for.
  package var averageLength: Double

  /// Fits a codebook to the maxima of all blocks.
  init(maxima: [Float], averageLength: Double) {
    self.averageLength = averageLength
    let sorted = maxima.filter { $0 > 0 }.sorted()
    var distinct: [Float] = []
    for value in sorted where value != distinct.last { distinct.append(value) }
    let room = Self.size - 1
    if distinct.count > room {
      // Equal shares of the blocks for each code; the last one is the greatest of all.
      let shares = (1...room).map { sorted[sorted.count * $0 / room - 1] }
      distinct.removeAll()
      for value in shares where value != distinct.last { distinct.append(value) }
    }
    let greatest = distinct.last ?? 1
    impacts = [0] + distinct + [Float](repeating: greatest, count: room - distinct.count)
  }

  /// The least code whose impact is not below `maximum`.
  func code(for maximum: Float) -> UInt8 {
    var low = 0
    var high = Self.size - 1
    while low < high {
      let middle = (low + high) / 2
      if impacts[middle] < maximum { low = middle + 1 } else { high = middle }
    }
    return UInt8(low)
  }

  /// What to multiply impacts with so that they bound those for another average length.
  ///
  /// An impact tf / (tf + K) grows with the average, since K falls with it, but by no more than K falls, and K by
  /// no more than the average grows. For the same average the factor is exactly 1.
  package func scale(to average: Double) -> Float {
    average == averageLength ? 1 : Float(max(1, average / averageLength)) * (1 + 1e-6)
  }
}
