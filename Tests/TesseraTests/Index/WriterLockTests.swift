import Foundation
import TestSupport
import Testing

@testable import Tessera

@Suite("The writer lock")
struct WriterLockTests {
  let files = SystemFileSystem()

  /// A process that runs commands of the shell, when it has said `held`.
  private func holder(_ commands: String) throws -> Process {
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/bin/sh")
    holder.arguments = ["-c", commands]
    let output = Pipe()
    holder.standardOutput = output
    try holder.run()
    _ = output.fileHandleForReading.readData(ofLength: 5)
    return holder
  }

  @Test("has one holder within a process, named by number, and is free when let go")
  func withinProcess() throws {
    let folder = try TemporaryDirectory()
    do {
      let lock = try WriterLock(folder: folder.path, files: files)
      let error = try #require(throws: TesseraError.self) {
        try WriterLock(folder: folder.path, files: files)
      }
      #expect(error.kind == .locked)
      #expect(error.detail.contains("process \(getpid())"))
      withExtendedLifetime(lock) {}
    }
    #expect(try files.size(of: folder.path + "/lock") == 0, "the next holder would be mistaken for this one")
    _ = try WriterLock(folder: folder.path, files: files)
  }

  @Test("has one holder among processes, and is free at once when its process is killed")
  func amongProcesses() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/lock"
    let holder = try holder("exec 9>\(path); flock 9; echo $$ >&9; echo held; exec sleep 100")
    let error = try #require(throws: TesseraError.self) { try WriterLock(folder: folder.path, files: files) }
    #expect(error.kind == .locked)
    #expect(error.detail.contains("process \(holder.processIdentifier)"))
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    _ = try WriterLock(folder: folder.path, files: files)
  }

  @Test("names no process that has ended, where the holder has not said who it is")
  func staleNumber() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/lock"
    // A number that no process has.
    let holder = try holder("echo 2000000000 >\(path); exec 9<>\(path); flock 9; echo held; exec sleep 100")
    defer {
      kill(holder.processIdentifier, SIGKILL)
      holder.waitUntilExit()
    }
    let error = try #require(throws: TesseraError.self) { try WriterLock(folder: folder.path, files: files) }
    #expect(error.kind == .locked)
    #expect(error.detail.contains("another process"))
  }

  @Test("of a folder that does not exist says so")
  func noFolder() throws {
    let folder = try TemporaryDirectory()
    let error = try #require(throws: TesseraError.self) {
      try WriterLock(folder: folder.path + "/none", files: files)
    }
    #expect(error.kind == .notFound)
  }
}
