/// The one-byte form of a document's length, found by trying: the slow twin of the engine's `LengthCode`.
package enum ReferenceLength {
  /// All lengths that a byte can stand for, in ascending order: 0 to 15, then eight steps for each doubling.
  package static let steps: [UInt64] = {
    var steps = (0..<16).map { UInt64($0) }
    var step: UInt64 = 2
    while steps.count < 256 {
      steps += (8..<16).map { $0 * step }
      step *= 2
    }
    return steps
  }()

  /// The longest length that a byte stands for and that is not above `length`.
  package static func rounded(_ length: Int) -> Int {
    Int(steps.last { $0 <= UInt64(length) } ?? 0)
  }
}
