import Testing

@testable import TesseraBenchmark

@Suite("Hostile input of the benchmark")
struct HostileTests {
  /// What each costs by byte is for `tessera-benchmark hostile` to show.
  @Test(
    "every kind is made in the size that is asked for, and gone through",
    arguments: HostileKind.all.indices)
  func isGoneThrough(place: Int) throws {
    let (bytes, run) = try HostileKind.all[place].make(64 << 10)
    #expect((16 << 10...256 << 10).contains(bytes))
    try run()
  }
}
