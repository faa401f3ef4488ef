import Foundation
import TestSupport
import Testing

/// A person at a terminal, played with tmux: what is typed, and what the screen shows.
private final class TerminalSession {
  private let name = "tessera-\(UUID().uuidString)"
  private let folder: String

  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")

  init(in folder: String, columns: Int) throws {
    self.folder = folder
    try tmux("-f /dev/null new-session -d -x \(columns) -y 24 'PS1=\"> \" bash --norc'")
    _ = try waitForScreen { $0.contains(">") }
  }

  deinit { _ = try? tmux("kill-server") }

  /// Types a line and the return key.
  func type(_ line: String) throws {
    try tmux("send-keys -l \"$LINE\"", ["LINE": line])
    try tmux("send-keys Enter")
  }

  /// Presses a key that tmux knows by this name.
  func press(_ key: String) throws { try tmux("send-keys \(key)") }

  /// The screen as soon as it shows what is waited for, and nil when it has not after a while.
  func waitForScreen(_ condition: (String) -> Bool) throws -> String? {
    for _ in 0..<600 {
      let screen = try tmux("capture-pane -p")
      if condition(screen) { return screen }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return nil
  }

  /// The screen with the sequences that bring about its colours and type.
  func screenWithStyles() throws -> String { try tmux("capture-pane -p -e") }

  /// The server stays behind the command that starts it: it must not keep open what tells that this one has ended.
  private static let closingFiles =
    "for file in /proc/$$/fd/*; do file=${file##*/}; [ $file -gt 2 ] && eval \"exec $file>&-\"; done"

  @discardableResult
  private func tmux(_ command: String, _ variables: [String: String] = [:]) throws -> String {
    let assignments = variables.map { "\($0.key)='\($0.value.replacing("'", with: "'\\''"))'; " }.joined()
    return try Tool.run("\(Self.closingFiles); \(assignments)tmux -L \(name) \(command)", in: folder).output
  }
}

@Suite("On a terminal", .serialized, .enabled(if: TerminalSession.isAvailable))
struct TerminalTests {
  private let scratch = try! TemporaryDirectory()

  private func writeKettles(_ count: Int) throws {
    let document = #"{"title":"A kettle that whistles, holds two litres and shines like copper"}"# + "\n"
    try String(repeating: document, count: count).write(
      toFile: "\(scratch.path)/many.jsonl", atomically: true, encoding: .utf8)
  }

  @Test("indexing shows how far it is on one line, and the summary in its place", arguments: [100, 50])
  func progressBar(columns: Int) throws {
    // Enough to take a second or two, so that the line can be seen.
    #if DEBUG
      let count = 60_000
    #else
      let count = 1_200_000
    #endif
    try writeKettles(count)
    let session = try TerminalSession(in: scratch.path, columns: columns)
    try session.type("tessera index many many.jsonl --text title")
    let screen = try session.waitForScreen { $0.contains("MB/s") && $0.contains(" %") }
    let line = try #require(screen?.split(separator: "\n").first { $0.contains("MB/s") })
    #expect(line.contains(/^[0-9,]+ documents?  [0-9.]+ MB\/s/))
    #expect(line.count < columns)
    if columns == 100 { #expect(line.contains(/\[#*-*\] +[0-9]+ %/)) }

    let end = try #require(try session.waitForScreen { $0.contains(" documents added") })
    #expect(!end.contains("MB/s  ["))
  }

  @Test("control-C wipes the progress away and says what is left")
  func interrupt() throws {
    try writeKettles(1_200_000)
    let session = try TerminalSession(in: scratch.path, columns: 100)
    try session.type("tessera index many many.jsonl --text title; echo \"status $?\"")
    _ = try session.waitForScreen { $0.contains("MB/s") }
    try session.press("C-c")
    let screen = try #require(try session.waitForScreen { $0.contains("status 130") })
    #expect(screen.contains("\ntessera: interrupted; once more ends it at once\n"))
    #expect(screen.contains("\ntessera: nothing was added, and no index is made\n"))
  }

  @Test("hits keep to the width of the screen")
  func hitsFit() throws {
    let title = String(repeating: "kettle 鍋 ", count: 30)
    try #"{"id":"1","title":"\#(title)"}"#.write(
      toFile: "\(scratch.path)/one.json", atomically: true, encoding: .utf8)
    let session = try TerminalSession(in: scratch.path, columns: 60)
    try session.type(
      "tessera index one one.json --id id --text title >/dev/null; clear; tessera search one kettle")
    let screen = try #require(try session.waitForScreen { $0.contains("1 document\n") })
    let lines = screen.split(separator: "\n")
    #expect(lines.count { $0.contains("kettle") && !$0.hasPrefix(">") } == 1)
    #expect(lines.contains { $0.hasPrefix(" 1. 1  kettle 鍋") && $0.hasSuffix("…") })
  }

  @Test("what is found is bold")
  func highlights() throws {
    try #"{"id":"1","title":"Copper kettle","about":"It whistles."}"#.write(
      toFile: "\(scratch.path)/one.json", atomically: true, encoding: .utf8)
    let session = try TerminalSession(in: scratch.path, columns: 60)
    try session.type(
      "tessera index one one.json --id id --text title,about >/dev/null; clear; tessera search one ket --highlight"
    )
    _ = try session.waitForScreen { $0.contains("1 document\n") }
    #expect(try session.screenWithStyles().contains("Copper \u{1B}[1mket\u{1B}[0m"))
  }
}
