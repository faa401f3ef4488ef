import Testing

@testable import TesseraBenchmark

@Suite("Cost of hostile input")
struct HostileTests {
  /// What costs the square costs sixteen times as much for four times the bytes. Time of this thread alone, and far from
  /// the bound on both sides, so that a busy machine does not matter.
  @Test("four times the bytes cost far less than sixteen times as much", arguments: HostileKind.all.indices)
  func isLinear(place: Int) throws {
    let kind = HostileKind.all[place]
    let base = try HostileStage.cost(of: kind, bytes: 64 << 10, passes: 2).seconds
    let more = try HostileStage.cost(of: kind, bytes: 256 << 10, passes: 2).seconds
    // Below some milliseconds a square does not show yet, and does no harm.
    #expect(more < max(9 * base, 0.02), "\(kind.name): \(base) s, then \(more) s")
  }
}
