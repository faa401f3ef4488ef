import Foundation

/// Whether tests run for seconds, as they do with all others, or for as long as `.ci/safety` lets them.
package enum SafetyRun {
  package static let isLong = ProcessInfo.processInfo.environment["TESSERA_SAFETY"] != nil

  /// How often something is tried: the number in an environment variable, or else that of a long or short run.
  package static func count(_ variable: String, short: Int, long: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? (isLong ? long : short)
  }

  /// Leaves the name of the case that is about to be tried in a file, so that it is known should it end the process.
  package static func note(_ name: @autoclosure () -> String) {
    guard let file = noteFile else { return }
    var line = name()
    line.append("\n")
    line.withUTF8 { _ = pwrite(file, $0.baseAddress, $0.count, 0) }
  }

  private static let noteFile: Int32? = ProcessInfo.processInfo.environment["TESSERA_CASE_FILE"].map {
    open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
  }

  /// Prints a line that `.ci/safety` picks out.
  package static func figure(_ line: String) {
    if isLong { print("figure: \(line)") }
  }
}
