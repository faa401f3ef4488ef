import Foundation

/// The built tool, run as a person runs it.
enum Tool {
  /// What a command left behind.
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var messages: String
  }

  /// The folder of the tool: that of the test bundle, or `TESSERA_TOOL_FOLDER`.
  static let folder: String = {
    if let given = ProcessInfo.processInfo.environment["TESSERA_TOOL_FOLDER"] { return given }
    let places = CommandLine.arguments.filter { $0.hasSuffix(".xctest") } + ["/proc/self/exe"]
    let folders = places.map { URL(filePath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path }
    return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/tessera") } ?? "."
  }()

  static var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = folder + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    environment["LC_ALL"] = "C.UTF-8"
    return environment
  }

  /// Runs a line of the shell in a folder, to its end.
  static func run(_ line: String, in folder: String, input: String = "") throws -> Outcome {
    let files = ["input", "output", "messages"].map { URL(filePath: "\(folder)/.\($0)-\(UUID().uuidString)") }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    try Data(input.utf8).write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }

    let process = Self.process(line, in: folder)
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try start(process)
    process.waitUntilExit()
    let status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    return Outcome(
      status: status, output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
      messages: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }

  /// Starts a process with no signal blocked: the threads that tests run on block them, and it would inherit that.
  static func start(_ process: Process) throws {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// A process for a line of the shell, which takes the shell's own place when it is a single command.
  static func process(_ line: String, in folder: String) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = environment
    return process
  }
}
