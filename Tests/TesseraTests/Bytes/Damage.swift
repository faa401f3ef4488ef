import TestSupport

extension SeededGenerator {
  /// Changes some bytes as accidents and attackers do: any byte, extremes, zeroed pieces, a cut.
  mutating func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &self)
    switch Int.random(in: 0..<6, using: &self) {
    case 0: bytes.removeSubrange(place...)
    case 1: for index in place..<min(place + 8, bytes.count) { bytes[index] = 0xFF }
    case 2: for index in place..<min(place + 8, bytes.count) { bytes[index] = 0 }
    case 3: bytes[place] = [0x7F, 0x80, 0xFF, 0, 1].randomElement(using: &self)!
    default: bytes[place] ^= UInt8.random(in: 1...255, using: &self)
    }
  }
}
