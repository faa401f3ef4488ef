import TestSupport

/// What disks, and people with copies of files, do to a file.
enum FileDamage: CaseIterable {
  case flip, cut, grow, zeroBlock, swapBlocks, foreignBlock, otherFile, missing

  /// Sectors, pages of memory, pages of checksums.
  private static let blockSizes = [64, 512, 4096, 65_536]

  /// The file as it is afterwards, nil when it is gone; unchanged where there is nothing of the kind to do.
  ///
  /// - Parameter other: another file of the index.
  func applied(to bytes: [UInt8], other: [UInt8], using random: inout SeededGenerator) -> [UInt8]? {
    var damaged = bytes
    let size = Self.blockSizes.randomElement(using: &random)!
    func block(using random: inout SeededGenerator) -> Range<Int> {
      let start = Int.random(in: 0...(max(0, bytes.count - 1) / size), using: &random) * size
      return start..<min(start + size, bytes.count)
    }
    switch self {
    case .flip:
      let place = Int.random(in: 0..<bytes.count, using: &random)
      damaged[place] ^= UInt8.random(in: 1...255, using: &random)
    case .cut: damaged.removeLast(.random(in: 1...bytes.count, using: &random))
    case .grow:
      let count = Int.random(in: 1...100, using: &random)
      damaged += Bool.random(using: &random) ? [UInt8](repeating: 0, count: count) : bytes.suffix(count)
    case .zeroBlock:
      let range = block(using: &random)
      damaged.replaceSubrange(range, with: repeatElement(0, count: range.count))
    case .swapBlocks:
      let (first, second) = (block(using: &random), block(using: &random))
      guard first.count == second.count else { break }
      damaged.replaceSubrange(first, with: bytes[second])
      damaged.replaceSubrange(second, with: bytes[first])
    case .foreignBlock:
      let range = block(using: &random)
      guard other.count >= range.upperBound else { break }
      damaged.replaceSubrange(range, with: other[range])
    case .otherFile: damaged = other
    case .missing: return nil
    }
    return damaged
  }
}
