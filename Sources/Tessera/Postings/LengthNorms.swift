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

  /// Up to which frequency, and at most `limit`, a step in length makes a difference of more than 1e-6 in the impact,
  /// so that rounding does not make it none: (longer - shorter) / (tf + shorter) > 1e-6 for all steps.
  ///
  /// 0 where hardly any length makes a difference, as where documents have a million words on average.
  func strictFrequency(limit: Int) -> UInt32 {
    let norms = values[...239].map(Double.init)
    // Far from the smallest and the greatest numbers that keep all their digits.
    guard norms[239] < 1e16 else { return 0 }
    let most = zip(norms, norms.dropFirst()).map { ($1 - $0) * 1e6 - $0 }.min()!
    return UInt32(max(0, min(most, Double(limit))))
  }

  /// The same for documents that have at least the length of a code, without a limit.
  ///
  /// - Parameter norms: 256 of them.
  static func strictFrequency(_ norms: UnsafePointer<Float>, from code: UInt8) -> UInt32 {
    guard code < 239, norms[239] < 1e16 else { return 0 }
    var most = Double(Int32.max)
    for code in Int(code)..<239 {
      let (shorter, longer) = (Double(norms[code]), Double(norms[code + 1]))
      most = min(most, (longer - shorter) * 1e6 - shorter)
    }
    return UInt32(max(0, most))
  }
}
