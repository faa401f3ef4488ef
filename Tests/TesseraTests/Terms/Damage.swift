import TestSupport
import Testing

@testable import Tessera

extension [UInt8] {
  /// The same cut at an end, or with some bytes changed: half of the time near the end, where footers stand.
  func damaged(using random: inout SeededGenerator) -> [UInt8] {
    var bytes = self
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeFirst(Int.random(in: 1...count, using: &random))
    case 1: bytes.removeLast(Int.random(in: 1...count, using: &random))
    default:
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let from = Bool.random(using: &random) ? 0 : Swift.max(0, count - 64)
        bytes[Int.random(in: from..<count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }
}

/// Does something with damaged bytes: it may succeed, but if it throws, then `.corrupt`.
func expectCorruptOrNothing(_ body: () throws -> Void) {
  do { try body() } catch {
    #expect((error as? TesseraError)?.kind == .corrupt, "\(error)")
  }
}
