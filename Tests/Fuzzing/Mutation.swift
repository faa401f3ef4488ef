import TestSupport

/// Changes inputs as a fuzzer does, blindly but from a seed: the short run of the tests, where no fuzzer is.
package struct Mutation {
  private let inputs: [[UInt8]]
  private let longest: Int
  private var random: SeededGenerator

  /// - Parameter inputs: what is changed; at least one.
  package init(of inputs: [[UInt8]], longest: Int, seed: Int) {
    self.inputs = inputs
    self.longest = longest
    random = SeededGenerator(seed: seed)
  }

  /// One of the inputs with one to four changes.
  package mutating func next() -> [UInt8] {
    var input = inputs.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&input) }
    return Array(input.prefix(longest))
  }

  private mutating func change(_ input: inout [UInt8]) {
    guard !input.isEmpty else { return input.append(random.next(upperBound: 256)) }
    let place = Int.random(in: 0..<input.count, using: &random)
    let end = min(input.count, place + Int.random(in: 1...16, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: input[place] = UInt8.random(in: 0...255, using: &random)
    case 1: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: input[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x22, 0x5C, 0x7B].randomElement(using: &random)!
    case 3: input.removeSubrange(place..<end)
    case 4: input.insert(contentsOf: input[place..<end], at: place)
    case 5:
      input.insert(
        contentsOf: (place..<end).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
    case 6:
      let piece = Array(input[place..<end])
      let count = Int.random(in: 1...200, using: &random)
      input.insert(contentsOf: (0..<count).flatMap { _ in piece }, at: place)
    default:
      guard let other = inputs.randomElement(using: &random), !other.isEmpty else { return }
      let from = Int.random(in: 0..<other.count, using: &random)
      input.replaceSubrange(place..<end, with: other[from..<min(other.count, from + 32)])
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func next(upperBound: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: Int.random(in: 0..<upperBound, using: &self))
  }
}
