import Glibc
import Tessera
import TestSupport

/// Another run of this program, whose lines are read as they come.
final class ChildProcess {
  let number: pid_t
  private let output: UnsafeMutablePointer<FILE>
  private var hasEnded = false

  /// - Parameter program: nil for this very program.
  init(_ program: String, _ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    // Sockets, since only they are made together with the mark that no other child inherits them.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Disagreement("no sockets: errno \(errno)") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    // A thread of a test may block signals, which the child would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      close(ends[1])
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let status = posix_spawn(&child, program, &actions, &attributes, &words, environ)
    guard status == 0, let stream = fdopen(ends[0], "r") else {
      close(ends[0])
      throw Disagreement("cannot run \(program): \(String(cString: strerror(status)))")
    }
    number = child
    output = stream
  }

  deinit {
    if !hasEnded {
      kill()
      _ = wait()
    }
    fclose(output)
  }

  /// The next line that the child prints; nil when it has ended.
  func line() -> String? {
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    let count = getline(&buffer, &capacity, output)
    guard count > 0, let buffer else { return nil }
    return String(cString: buffer).split(separator: "\n").first.map(String.init) ?? ""
  }

  /// All lines that are left, up to the child's end.
  func lines() -> [String] {
    var all: [String] = []
    while let line = line() { all.append(line) }
    return all
  }

  func kill() { _ = Glibc.kill(number, SIGKILL) }

  /// Asks the child to end.
  func interrupt() { _ = Glibc.kill(number, SIGTERM) }

  /// How the child ended: its exit status, or 128 and the signal's number.
  func wait() -> Int {
    var status: Int32 = 0
    while waitpid(number, &status, 0) == -1 && errno == EINTR {}
    hasEnded = true
    return status & 0x7F == 0 ? Int(status >> 8) & 0xFF : 128 + Int(status & 0x7F)
  }
}

/// The program `tessera-safety`, which plays the other processes.
package enum SafetyProgram {
  /// Its path: beside this program or the test bundle.
  package static let path: String = {
    let places = CommandLine.arguments.filter { $0.hasSuffix(".xctest") } + [own]
    let folders = places.map { $0.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
    let paths = folders.map { ($0 + ["tessera-safety"]).joined(separator: "/") }
    return paths.first { access($0, X_OK) == 0 } ?? "tessera-safety"
  }()

  private static var own: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return "" }
    return path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }
}
