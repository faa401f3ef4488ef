import Foundation
import TestSupport

/// A session at the shell as a file: commands, and all that they print.
///
/// ```
/// # what the session shows
/// $ tessera search films --limit ten
/// ! tessera search: option '--limit' expects a whole number, not 'ten'
/// = 64
/// ```
///
/// `|` begins a line of standard output, `!` one of standard error, `=` an exit status other than 0. Times are
/// written as `0 ms`, since no run is like another.
struct Transcript {
  let name: String
  /// The lines before a command, with the command; what follows the last command is not kept.
  private let steps: [(remarks: [String], command: String)]
  let text: String

  static let folder = Fixtures.path("transcripts")
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
  }()

  init(named name: String) throws {
    self.name = name
    text = try String(contentsOfFile: Self.path(name), encoding: .utf8)
    var steps: [(remarks: [String], command: String)] = []
    var remarks: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ ") {
        steps.append((remarks, String(line.dropFirst(2))))
        remarks = []
      } else if line.isEmpty || line.hasPrefix("#") {
        remarks.append(line)
      }
    }
    self.steps = steps
  }

  /// Runs the commands in a folder, one after the other, and writes down what they print.
  func played(in folder: String) throws -> String {
    var lines: [String] = []
    for (remarks, command) in steps {
      lines += remarks + ["$ " + command]
      let outcome = try Tool.run(command, in: folder)
      lines += Self.marked(outcome.output, "|") + Self.marked(outcome.messages, "!")
      if outcome.status != 0 { lines.append("= \(outcome.status)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  func record(_ played: String) throws {
    try played.write(toFile: Self.path(name), atomically: true, encoding: .utf8)
  }

  private static func path(_ name: String) -> String { "\(folder)/\(name).txt" }

  private static func marked(_ text: String, _ mark: String) -> [String] {
    if text.isEmpty { return [] }
    let ended = text.hasSuffix("\n")
    let lines = withoutTimes(ended ? String(text.dropLast()) : text).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.isEmpty ? mark : "\(mark) \($0)" }
      + (ended ? [] : ["\(mark)\\ no line break at the end"])
  }

  private static func withoutTimes(_ text: String) -> String {
    text.replacing(/[0-9]+(\.[0-9]+)? (µs|ms|s)\b/, with: "0 ms")
      .replacing(/"seconds":[0-9.e-]+/, with: "\"seconds\":0")
  }
}
