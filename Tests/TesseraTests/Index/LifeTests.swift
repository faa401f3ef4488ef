import TestSupport
import Testing

@testable import Tessera

/// A scripted life of an index, and every call of it to the disk failing in turn.
@Suite("Every call of an index's life")
struct LifeTests {
  private static let life = ScriptedLife()
  private static let callCount: Int = {
    let disk = FaultyFileSystem()
    var player = LifePlayer(life, on: disk)
    player.play()
    return disk.callCount
  }()

  /// The calls that are tried: all of them in a long run, else some all over, other ones for each kind of fault.
  private static func calls(_ offset: Int, of offsets: Int = 8) -> [Int] {
    let step = SafetyRun.isLong ? 1 : 80
    return Array(stride(from: SafetyRun.isLong ? 0 : offset * step / offsets, to: callCount, by: step))
  }

  @Test("works without a fault")
  func works() {
    let disk = FaultyFileSystem()
    var player = LifePlayer(Self.life, on: disk)
    player.play()
    #expect(player.differenceAtEnd() == nil)
  }

  @Test("can be the last before the power fails: the commit before or after is there, and life goes on")
  func powerLoss() {
    let seeds = SafetyRun.isLong ? 5 : 1
    for call in Self.calls(0) {
      let disk = FaultyFileSystem(.crash, at: call)
      var player = LifePlayer(Self.life, on: disk)
      player.play()
      for seed in 0..<seeds {
        var random = SeededGenerator(seed: seed + call * seeds)
        expectRecovery(of: player, on: disk.afterPowerLoss(using: &random), "call \(call), seed \(seed)")
      }
    }
    SafetyRun.figure(
      "power lost at each of \(Self.callCount) calls, \(seeds) ways each: always the commit before or after, and life "
        + "went on")
  }

  @Test("can fail: the writer is dropped, nothing of it is left, and life goes on")
  func dropped() {
    for call in Self.calls(1) {
      let disk = FaultyFileSystem(.failure, at: call)
      var player = LifePlayer(Self.life, on: disk)
      player.play()
      expectRecovery(of: player, on: disk.copy(), "call \(call)")
    }
    SafetyRun.figure(
      "each of \(Self.callCount) calls failed once, writer dropped: commit before or after, life went on")
  }

  @Test(
    "can fail: the writer tries again or goes on, and what it commits is whole",
    arguments: [LifePlayer.Manner.triesAgain, .postpones])
  func goesOn(manner: LifePlayer.Manner) {
    var dropped = 0
    for call in Self.calls(manner == .triesAgain ? 2 : 3) {
      let disk = FaultyFileSystem(.failure, at: call)
      var player = LifePlayer(Self.life, on: disk)
      player.manner = manner
      player.play()
      if player.error == nil {
        let difference = player.differenceAtEnd()
        #expect(difference == nil, "call \(call)")
      } else {
        dropped += 1
        expectRecovery(of: player, on: disk.copy(), "call \(call)")
      }
    }
    SafetyRun.figure(
      "each of \(Self.callCount) calls failed once, writer \(manner): \(dropped) told to be dropped, the others "
        + "committed all")
  }

  @Test(
    "can fail, and the power too soon after, under the same writer",
    arguments: [LifePlayer.Manner.triesAgain, .postpones])
  func goesOnUntilPowerLoss(manner: LifePlayer.Manner) {
    for call in Self.calls(manner == .triesAgain ? 4 : 5) {
      var random = SeededGenerator(seed: call)
      let later = call + Int.random(in: 1...60, using: &random)
      let disk = FaultyFileSystem()
      disk.setFault(.failure, at: call, thenPowerLossAt: later)
      var player = LifePlayer(Self.life, on: disk)
      player.manner = manner
      player.play()
      expectRecovery(of: player, on: disk.afterPowerLoss(using: &random), "call \(call), power \(later)")
    }
    SafetyRun.figure(
      "each of \(Self.callCount) calls failed, writer \(manner), power lost 1 to 60 calls later: a commit that may be "
        + "there, life went on")
  }

  private func expectRecovery(of player: LifePlayer, on disk: FaultyFileSystem, _ place: Comment) {
    do {
      var next = try player.recovered(on: disk)
      next.play()
      let difference = next.differenceAtEnd()
      #expect(difference == nil, place)
    } catch {
      Issue.record("\(place): \(error)")
    }
  }
}
