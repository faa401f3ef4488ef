import TestSupport
import Testing

@testable import Tessera

extension [UInt8] {
  /// The same with some damage: half of the time near the end, where footers stand.
  func damaged(using random: inout SeededGenerator) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var end = Array(bytes.suffix(Bool.random(using: &random) ? 64 : bytes.count))
      bytes.removeLast(end.count)
      random.damage(&end)
      bytes += end
    }
    if Int.random(in: 0..<5, using: &random) == 0 {
      bytes.removeFirst(Int.random(in: 0...bytes.count, using: &random))
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
