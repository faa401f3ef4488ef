import Glibc

/// Where and on what a figure was measured, and what the process used.
enum Machine {
  /// Name of the processor, as Linux tells it.
  static var processor: String {
    for line in (try? wholeText("/proc/cpuinfo"))?.split(separator: "\n") ?? []
    where line.hasPrefix("model name") {
      return String(line.drop { $0 != ":" }.dropFirst(2))
    }
    return "unknown"
  }

  static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// The commit of the working folder, with `-dirty` when files differ from it.
  static var commit: String {
    output(of: "git describe --always --dirty --exclude '*' 2>/dev/null") ?? "unknown"
  }

  /// Now, in UTC, as ISO 8601.
  static var date: String {
    var seconds = Glibc.time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// The largest resident set of this process so far, in bytes.
  static var peakMemory: Int {
    for line in (try? wholeText("/proc/self/status"))?.split(separator: "\n") ?? []
    where line.hasPrefix("VmHWM:") {
      let digits = line.filter(\.isNumber)
      return (Int(digits) ?? 0) * 1024
    }
    return 0
  }

  /// The first line that a command prints, run by this very program in a process of its own.
  static func outputOfSelf(_ arguments: [String]) -> String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return nil }
    let program = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return output(of: ([program] + arguments).map(shellQuoted).joined(separator: " "))
  }

  private static func shellQuoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static func output(of command: String) -> String? {
    guard let pipe = popen(command, "r") else { return nil }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), pipe) != nil else { return nil }
    let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return String(text.prefix { $0 != "\n" })
  }
}
