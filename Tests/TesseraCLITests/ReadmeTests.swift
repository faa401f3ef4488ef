import Foundation
import TestSupport
import Testing

/// README.md does what it says.
@Suite("The readme")
struct ReadmeTests {
  /// The blocks between fences that begin with a prompt.
  private static func sessions() throws -> [String] {
    let parts = try Fixtures.source("README.md").split(separator: "\n```", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 && $0.element.hasPrefix("\n$ ") }.map {
      String($0.element)
    }
  }

  @Test("its sessions print what they show, one after the other in one folder")
  func sessions() throws {
    try withTemporaryDirectory { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/Fixtures", withDestinationPath: Fixtures.path("."))
      let sessions = try Self.sessions()
      #expect(!sessions.isEmpty)
      for session in sessions {
        for step in session.replacing("\\\n", with: "").split(separator: "\n$ ") {
          let parts = step.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
          let outcome = try Tool.run("\(parts[0]) 2>&1", in: folder)
          let shown = parts.count > 1 ? String(parts[1]) : ""
          #expect(
            outcome.status == 0 && Self.matches(outcome.output, shown), "\(parts[0])\n\(outcome.output)")
        }
      }
    }
  }

  /// Whether lines are as shown, but for white space at their ends and what stands for `…`.
  private static func matches(_ found: String, _ shown: String) -> Bool {
    func lines(_ text: String) -> [String] {
      text.trimmingCharacters(in: .newlines).split(separator: "\n", omittingEmptySubsequences: false).map {
        String($0.reversed().drop(while: \.isWhitespace).reversed())
      }
    }
    let (found, shown) = (lines(found), lines(shown))
    return found.count == shown.count
      && zip(found, shown).allSatisfy { found, shown in
        let ends = shown.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
        return ends.count == 2 ? found.hasPrefix(ends[0]) && found.hasSuffix(ends[1]) : found == shown
      }
  }

  @Test("its example commands work, one after the other in one folder")
  func commands() throws {
    try withTemporaryDirectory { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/films.jsonl", withDestinationPath: Fixtures.path("corpora/films.jsonl"))
      let lines = try Fixtures.source("README.md").split(separator: "\n")
      for line in lines where line.hasPrefix("    tessera ") {
        let outcome = try Tool.run("set -o pipefail; " + line, in: folder)
        #expect(outcome.status == 0, "\(line)\n\(outcome.messages)")
      }
    }
  }
}
