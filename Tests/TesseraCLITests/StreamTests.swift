import Foundation
import TestSupport
import Testing

/// Standard streams and signals, as pipes and people use them.
@Suite("Streams and signals")
struct StreamTests {
  private let scratch = try! TemporaryDirectory()

  init() {
    // A process that ends before it has read everything must not end the tests.
    signal(SIGPIPE, SIG_IGN)
  }

  @Test("a reader that goes away ends the command quietly")
  func readerGoesAway() throws {
    let line = "(sleep 0.2; tessera search --help; echo \"status $?\" >&2) | true"
    let outcome = try Tool.run(line, in: scratch.path)
    #expect(outcome.messages == "status 141\n")
  }

  @Test("the start of a long export is enough, without a complaint")
  func exportIntoHead() throws {
    _ = try Tool.run("tessera index many - --id id --text title", in: scratch.path, input: documents(20_000))
    let outcome = try Tool.run("tessera export many | head -1", in: scratch.path)
    #expect(
      outcome == Tool.Outcome(status: 0, output: #"{"id":0,"title":"kettle number 0"}"# + "\n", messages: ""))
  }

  @Test(
    "an output that cannot be written is a failure",
    arguments: [
      (">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"),
    ])
  func outputFails(redirection: String, reason: String) throws {
    let outcome = try Tool.run("tessera --help \(redirection)", in: scratch.path)
    #expect(outcome.status == 1)
    #expect(outcome.messages == "tessera: cannot write to standard output: \(reason)\n")
  }

  @Test("an interrupt leaves the last commit and says so")
  func interrupt() async throws {
    _ = try Tool.run("tessera index shelf - --id id --text title", in: scratch.path, input: documents(10))
    let input = Pipe()
    let messages = Pipe()
    let process = Tool.process("exec tessera index shelf -", in: scratch.path)
    process.standardInput = input
    process.standardOutput = Pipe()
    process.standardError = messages
    try Tool.start(process)
    input.fileHandleForWriting.write(Data(documents(50_000, from: 100).utf8))
    process.interrupt()
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    let told = String(decoding: try messages.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.terminationStatus == 130)
    #expect(told.hasSuffix("tessera: nothing was added; the index holds its last commit, 10 documents\n"))
    let outcome = try Tool.run("tessera search shelf --limit 0", in: scratch.path)
    #expect(outcome.output == "10 documents\n")
  }

  @Test("a first import that is interrupted or fails makes no index, and leaves nothing that was not there")
  func firstImport() throws {
    try Data(documents(2_000).utf8).write(to: URL(filePath: scratch.path + "/kettles.jsonl"))
    let indexing = "exec tessera index new/shelf kettles.jsonl - --id id --text title"
    let input = Pipe()
    let messages = Pipe()
    let process = Tool.process(indexing, in: scratch.path)
    process.standardInput = input
    process.standardOutput = Pipe()
    process.standardError = messages
    try Tool.start(process)
    input.fileHandleForWriting.write(Data(documents(10, from: 10_000).utf8))
    #expect(appears("new/shelf/manifest"))
    process.interrupt()
    // It may be gone before it has read all.
    try? input.fileHandleForWriting.write(contentsOf: Data(documents(50_000, from: 20_000).utf8))
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    let told = String(decoding: try messages.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.terminationStatus == 130)
    #expect(told.hasSuffix("tessera: nothing was added, and no index is made\n"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/new"))

    // A folder that was there stays; an error of the system is told.
    let failed = try Tool.run(
      "mkdir empty; (ulimit -f 1; exec tessera index empty kettles.jsonl --id id --text title) && echo worked; "
        + "ls -A empty; tessera index empty kettles.jsonl --id id --text title >/dev/null && ls empty",
      in: scratch.path)
    #expect(failed.messages.contains("File too large"), "\(failed)")
    let left = failed.output.split(separator: "\n")
    #expect(left.count == 3 && left.dropFirst() == ["lock", "manifest"], "\(failed)")
  }

  @Test("an index left empty by a first import that was killed says what to do when other fields are named")
  func killedImport() throws {
    let process = Tool.process("exec tessera index shelf - --id id --text title", in: scratch.path)
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = Pipe()
    process.standardError = Pipe()
    try Tool.start(process)
    input.fileHandleForWriting.write(Data(documents(10).utf8))
    #expect(appears("shelf/manifest"))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let other = try Tool.run("tessera index shelf - --text name", in: scratch.path, input: documents(3))
    #expect(other.status == 1)
    #expect(other.messages.contains("it holds no documents: remove the folder to make it anew"), "\(other)")
    let same = try Tool.run(
      "tessera index shelf - --id id --text title", in: scratch.path, input: documents(3))
    #expect(same.status == 0, "\(same)")
  }

  @Test("the second interrupt ends the process at once")
  func secondInterrupt() throws {
    let input = Pipe()
    let process = Tool.process("exec tessera index shelf - --id id --text title", in: scratch.path)
    process.standardInput = input
    process.standardOutput = Pipe()
    process.standardError = Pipe()
    try Tool.start(process)
    // Nothing comes: the first interrupt is noted, and the process goes on to wait.
    for _ in 0..<2 {
      Thread.sleep(forTimeInterval: 0.5)
      process.interrupt()
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
  }

  /// Waits for a file that a tool makes.
  private func appears(_ name: String) -> Bool {
    for _ in 0..<3_000 {
      if FileManager.default.fileExists(atPath: scratch.path + "/" + name) { return true }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }

  private func documents(_ count: Int, from first: Int = 0) -> String {
    (first..<first + count).map { #"{"id":\#($0),"title":"kettle number \#($0)"}"# + "\n" }.joined()
  }
}
