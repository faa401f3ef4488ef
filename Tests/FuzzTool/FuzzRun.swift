import CFuzzer
import Fuzzing
import Glibc

/// One run of libFuzzer over one target.
enum FuzzRun {
  /// Set once, before there are threads.
  nonisolated(unsafe) private static var target = FuzzTarget.text

  static func run() throws -> Never {
    guard let name = variable("TESSERA_FUZZ_TARGET"), let target = FuzzTarget(rawValue: name) else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      misused("TESSERA_FUZZ_TARGET names no target; there are \(names)")
    }
    if let folder = variable("TESSERA_FUZZ_SEEDS") {
      try target.writeSeeds(to: folder)
      exit(0)
    }
    Self.target = target
    let status = cfuzzer_run(CommandLine.argc, CommandLine.unsafeArgv) { bytes, count in
      do throws(FuzzFinding) {
        try FuzzRun.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
      } catch {
        fatalError("\(error)")
      }
      return 0
    }
    if status < 0 { misused("built without libFuzzer; use .ci/fuzz") }
    exit(status)
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func misused(_ message: String) -> Never {
    let line = Array("tessera-fuzz: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(64)
  }
}
