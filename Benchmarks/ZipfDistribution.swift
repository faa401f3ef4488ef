import Glibc

/// Random numbers for made-up data, the same for the same seed on every machine: a Weyl sequence, each step
/// multiplied into 128 bits and folded.
struct DataGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0xD6E8_FEB8_6659_FD93 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    let product = (state ^ 0xE703_7ED1_A0B4_28DB).multipliedFullWidth(by: state | 1)
    return product.high ^ product.low
  }

  /// Evenly between 0 and 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Evenly in 0..<`count`.
  mutating func below(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }

  /// Normally distributed, mean 0 and deviation 1 (Box & Muller 1958).
  mutating func normal() -> Double {
    let radius = (-2 * log(1 - fraction())).squareRoot()
    return radius * cos(2 * .pi * fraction())
  }
}

/// Ranks 0, 1, 2, … of which the *k*th comes with a frequency of 1 / (*k* + 1)^s, as words do in text.
///
/// Drawn by rejection-inversion (Hörmann & Derflinger 1996): no table, so the vocabulary may be of any size, and
/// a draw takes a handful of powers.
struct ZipfDistribution {
  private let exponent: Double
  private let count: Double
  private let integralAtFirst: Double
  private let integralAtLast: Double
  private let sureWithin: Double

  /// - Precondition: `count` is at least 1, and `exponent` is above 0 and not 1.
  init(count: Int, exponent: Double) {
    self.exponent = exponent
    self.count = Double(count)
    integralAtFirst = Self.integral(1.5, exponent) - 1
    integralAtLast = Self.integral(self.count + 0.5, exponent)
    sureWithin = 2 - Self.inverse(Self.integral(2.5, exponent) - pow(2, -exponent), exponent)
  }

  /// A rank, 0 the most frequent. Ends: more than half of the draws are accepted.
  func draw(using random: inout DataGenerator) -> Int {
    while true {
      let area = integralAtLast + random.fraction() * (integralAtFirst - integralAtLast)
      let place = Self.inverse(area, exponent)
      let rank = min(max(place.rounded(), 1), count)
      if rank - place <= sureWithin || area >= Self.integral(rank + 0.5, exponent) - pow(rank, -exponent) {
        return Int(rank) - 1
      }
    }
  }

  /// The integral of x^-s from 1 to `x`.
  private static func integral(_ x: Double, _ s: Double) -> Double { (pow(x, 1 - s) - 1) / (1 - s) }

  private static func inverse(_ area: Double, _ s: Double) -> Double { pow(1 + area * (1 - s), 1 / (1 - s)) }
}

/// Ranks of words as they come in real text, where Zipf's law has an exponent of about 1 for a core of some thousand
/// words and a greater one beyond it, which has no end (Gerlach & Altmann 2013: 7,900 words of English, and 1.77).
struct WordDistribution {
  private static let core = 8000
  private static let exponent = 1.77
  /// So that the frequencies of the two parts meet: the tail comes to core / (exponent - 1) times the frequency at the
  /// core's end, the core to about core · (ln core + 0.58) times.
  private static let tailShare = 0.12
  private static let last = 1e9

  private let words = ZipfDistribution(count: core, exponent: 1.02)

  func draw(using random: inout DataGenerator) -> Int {
    guard random.fraction() < Self.tailShare else { return words.draw(using: &random) }
    let place = pow(1 - random.fraction(), 1 / (1 - Self.exponent))
    return Int(min(Double(Self.core) * place, Self.last))
  }
}
