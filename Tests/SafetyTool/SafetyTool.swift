import Endurance
import Glibc

/// One run; the exit status is 1 when something is not as it should be.
enum SafetyTool {
  static func run(_ words: [String]) {
    let arguments = Arguments(Array(words.dropFirst()))
    do {
      switch words.first {
      case "life": try life(arguments)
      case "write":
        try WriterRole.run(
          folder: arguments.operand(0), seed: arguments.integer(operand: 1),
          keyCount: arguments.integer(operand: 2), words: arguments.operand(3),
          operation: arguments.integer(operand: 4))
      case "concurrency": try concurrency(arguments)
      case "ledger": try LedgerRole.write(folder: arguments.operand(0))
      case "read": try LedgerRole.read(folder: arguments.operand(0), seed: arguments.integer(operand: 1))
      case "sockets": try sockets(arguments)
      case "serve": try ServerRole.run(folder: arguments.operand(0))
      default: misused("use: tessera-safety life, concurrency or sockets")
      }
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func life(_ arguments: Arguments) throws {
    let operations = arguments.integer("--operations")
    var life = LongLife(
      seed: arguments.integer("--seed") ?? 1,
      seconds: operations == nil ? 60 * (arguments.number("--minutes") ?? 60) : nil,
      operations: operations ?? .max)
    life.documents = arguments.integer("--documents") ?? life.documents
    try withFolder(arguments) { try life.run(in: $0, report: say) }
  }

  private static func concurrency(_ arguments: Arguments) throws {
    let seed = arguments.integer("--seed") ?? 1
    let ledger = LedgerRun(seed: seed, seconds: 60 * (arguments.number("--minutes") ?? 5))
    let load = LoadRun(
      seed: seed, documents: 20_000, searches: 1_000, threads: 8, rounds: arguments.integer("--rounds") ?? 20)
    let cancel = CancelRun(seed: seed, documents: arguments.integer("--documents") ?? 1_000_000, rounds: 200)
    try withFolder(arguments) { folder in
      try cancel.run(in: folder, report: say)
      try load.run(in: folder, report: say)
      try ledger.run(in: folder, report: say)
    }
  }

  private static func sockets(_ arguments: Arguments) throws {
    let run = SocketRun(
      seed: arguments.integer("--seed") ?? 1, seconds: 60 * (arguments.number("--minutes") ?? 5))
    try withFolder(arguments) { try run.run(in: $0, report: say) }
  }

  /// Runs `body` with an empty folder, and removes it where all went well.
  private static func withFolder(_ arguments: Arguments, _ body: (String) throws -> Void) throws {
    let folder = arguments.text("--folder") ?? "/tmp/tessera-safety-\(getpid())"
    guard mkdir(folder, 0o777) == 0 else { misused("\(folder): \(String(cString: strerror(errno)))") }
    do {
      try body(folder)
    } catch {
      complain("the indexes are left in \(folder)")
      throw error
    }
    try SafetyFolder.remove(folder)
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
