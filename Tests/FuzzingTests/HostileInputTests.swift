import Foundation
import Fuzzing
import Testing
import TestSupport

/// What `.ci/fuzz` does for hours, for seconds: the same entry points, without a fuzzer.
@Suite("Hostile input")
struct HostileInputTests {
  /// How many inputs of each target are tried: `TESSERA_SEEDS` times two hundred and fifty.
  private static let inputs = 250
  private static let rounds = ProcessInfo.processInfo.environment["TESSERA_SEEDS"].flatMap(Int.init) ?? 2

  @Test("what is sound is taken", arguments: FuzzTarget.allCases)
  func seeds(target: FuzzTarget) throws {
    #expect(!target.seeds.isEmpty)
    for (name, bytes) in target.seeds {
      #expect(throws: Never.self, "\(target), \(name)") { try target.run(bytes) }
    }
  }

  @Test("what once was found is found no more", arguments: FuzzTarget.allCases)
  func found(target: FuzzTarget) throws {
    for (name, bytes) in target.found {
      #expect(throws: Never.self, "\(target), \(name)") { try target.run(bytes) }
    }
  }

  @Test("changed at random it is refused or taken, and never trapped by", arguments: FuzzTarget.allCases)
  func mutations(target: FuzzTarget) throws {
    for round in 0..<Self.rounds {
      var mutation = Mutation(
        of: (target.seeds + target.found).map(\.bytes), longest: target.longest, seed: round)
      for _ in 0..<Self.inputs {
        let input = mutation.next()
        #expect(throws: Never.self, "\(target): \(Data(input).base64EncodedString())") {
          try target.run(input)
        }
      }
    }
  }
}
