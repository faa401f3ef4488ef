/// BM25's part that depends on a document's length: k1 * (1 - b + b * length / average), for each length code.
///
/// Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with k1 = 1.2, b = 0.75.
package struct LengthNorms {
  package static let k1 = 1.2
  package static let b = 0.75

  /// 256 values, by length code.
  package let values: [Float]

  /// - Parameter averageLength: over all documents; where there is none, any length is average.
  package init(averageLength: Double) {
    let average = averageLength > 0 ? averageLength : 1
    values = (0..<256).map { code in
      let length = Double(LengthCode.decode(UInt8(code)))
      return Float(Self.k1 * (1 - Self.b + Self.b * length / average))
    }
  }

  /// How much of a term's weight a document gets: below 1, growing with the frequency.
  @inline(__always)
  package static func impact(frequency: UInt32, norm: Float) -> Float {
    let tf = Float(Int32(truncatingIfNeeded: frequency))
    return tf / (tf + norm)
  }
}
