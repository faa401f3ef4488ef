import Foundation
import TestSupport
import Testing

/// Whole sessions, compared with files under `Fixtures/transcripts`.
///
/// With `TESSERA_RECORD=1` in the environment, the files are written anew: read the difference before it is
/// committed. A new session is a file of `$ ` lines, recorded.
@Suite("Transcripts")
struct TranscriptTests {
  private let isRecording = ProcessInfo.processInfo.environment["TESSERA_RECORD"] == "1"

  @Test("a session prints what its transcript says", arguments: Transcript.names)
  func printsWhatTranscriptSays(name: String) throws {
    let transcript = try Transcript(named: name)
    let played = try withTemporaryDirectory { folder in
      try layOut(in: folder)
      return try transcript.played(in: folder)
    }
    if isRecording { return try transcript.record(played) }
    #expect(played == transcript.text, "\(firstDifference(played, transcript.text))")
  }

  /// The files that sessions use, in a folder where they may leave others.
  private func layOut(in folder: String) throws {
    let files = FileManager.default
    let own = Fixtures.path("transcripts/files")
    for name in try files.contentsOfDirectory(atPath: own) {
      try files.copyItem(atPath: "\(own)/\(name)", toPath: "\(folder)/\(name)")
    }
    try files.createSymbolicLink(
      atPath: "\(folder)/films.jsonl", withDestinationPath: Fixtures.path("corpora/films.jsonl"))
  }

  private func firstDifference(_ found: String, _ expected: String) -> String {
    let pairs = zip(found.split(separator: "\n"), expected.split(separator: "\n"))
    guard let (found, expected) = pairs.first(where: { $0 != $1 }) else { return "one ends before the other" }
    return "found    \(found)\nexpected \(expected)"
  }
}
