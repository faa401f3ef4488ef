import TestSupport
import Testing

@testable import Tessera

/// Disks that are full, read-only or forbidden, and processes that may open no more files, from some call on: nothing
/// half-done stays, reading goes on, the message says what to do, and when it is over life goes on.
@Suite("A disk that takes no more")
struct FullDiskTests {
  struct Trouble: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let fault: DiskFault
    /// What the message advises.
    let advice: String
    /// Whether an index can be opened and searched meanwhile, and whether files can be removed.
    var canRead = true
    var canRemove = false
  }

  private static let troubles = [
    Trouble(testDescription: "full", fault: .full, advice: "free some space", canRemove: true),
    Trouble(testDescription: "read-only", fault: .readOnly, advice: "mounted read-only"),
    Trouble(
      testDescription: "not permitted", fault: .notPermitted, advice: "check the owner and the permissions"),
    Trouble(testDescription: "too many files", fault: .tooManyFiles, advice: "ulimit -n", canRead: false),
  ]

  private static let life = ScriptedLife()
  private static let callCount: Int = {
    let disk = FaultyFileSystem()
    var player = LifePlayer(life, on: disk)
    player.play()
    return disk.callCount
  }()

  @Test("from any call on: the commit before is whole, and life goes on when it is over", arguments: troubles)
  func fromAnyCall(trouble: Trouble) throws {
    let step = SafetyRun.isLong ? 1 : 150
    var struck = 0
    for call in stride(from: step / 2, to: Self.callCount, by: step) {
      let disk = FaultyFileSystem(trouble.fault, at: call)
      var player = LifePlayer(Self.life, on: disk)
      player.play()
      let place: Comment = "\(trouble.testDescription) from call \(call)"
      let error = player.error as? TesseraError
      if let error {
        struck += 1
        #expect(error.kind == .io && error.detail.contains(trouble.advice), "\(error), \(place)")
        if trouble.canRemove {
          let stray = try player.strayFiles()
          #expect(stray == nil, place)
        }
      }
      do {
        if trouble.canRead { _ = try player.recovered(on: disk) }
        var next = try player.recovered(on: disk.copy())
        next.play()
        let difference = next.differenceAtEnd()
        #expect(difference == nil, place)
      } catch {
        Issue.record("\(error), \(place)")
      }
    }
    SafetyRun.figure(
      "\(trouble.testDescription) from each of \(Self.callCount) calls on: \(struck) writes refused with advice, commit before "
        + "or after whole\(trouble.canRemove ? ", no file left over" : ""), life went on when it was over")
  }

  @Test("full until somebody frees space: the same writer then commits all, or says that it cannot")
  func spaceFreed() {
    let step = SafetyRun.isLong ? 1 : 150
    var dropped = 0
    for call in stride(from: step / 3, to: Self.callCount, by: step) {
      let disk = FaultyFileSystem(.full, at: call)
      var player = LifePlayer(Self.life, on: disk)
      player.manner = .triesAgain
      player.beforeTrying = { disk.setFault(.failure, at: nil) }
      player.play()
      if let error = player.error as? TesseraError {
        dropped += 1
        #expect(error.kind == .io, "\(error)")
      } else {
        let difference = player.differenceAtEnd()
        #expect(difference == nil, "call \(call)")
      }
    }
    SafetyRun.figure(
      "full from each of \(Self.callCount) calls on, space freed under the same writer: \(dropped) told to be dropped, the "
        + "others committed all")
  }

  @Test("does not disturb who has a snapshot")
  func snapshotGoesOn() throws {
    let subject = try DamageSubject(seed: 3)
    for trouble in Self.troubles {
      let disk = subject.disk(with: [:])
      let index = try SearchIndex.open(at: DamageSubject.folder, files: disk)
      let snapshot = try index.snapshot()
      disk.setFault(trouble.fault, at: 0)
      for (question, answer) in zip(subject.questions, subject.answers) {
        switch question {
        case .merge, .update: break
        default: #expect(try DamageSubject.answer(question, from: snapshot) == answer)
        }
      }
      let error = #expect(throws: TesseraError.self) { try index.write { _ in } }
      #expect(
        error?.detail.contains(trouble.advice) ?? false, "\(trouble.testDescription): \(error?.detail ?? "")")
    }
  }
}
