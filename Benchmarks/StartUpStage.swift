import Glibc

/// Times whole processes.
///
/// Measured: from `posix_spawn` to the end of the process, output thrown away, wall clock. The commands take
/// turns, so that whatever else the machine does meets all of them; 20 rounds to warm up, then `--passes`
/// (default 200), median and p99. A command that fails ends the run.
///
///     tessera-benchmark start-up -- ./one-line -- tessera search INDEX wo
enum StartUpStage {
  static func run(_ arguments: Arguments) throws {
    let commands = arguments.rest.split(separator: "--").map(Array.init)
    guard !commands.isEmpty else { throw BenchmarkError.misuse("start-up needs -- COMMAND…") }
    let rounds = try arguments.integer("--passes", default: 200)
    var times = [[Double]](repeating: [], count: commands.count)
    for round in -20..<rounds {
      for (number, command) in commands.enumerated() {
        let time = try seconds { try spawn(command) } * 1000
        if round >= 0 { times[number].append(time) }
      }
    }
    var report = Report("start-up", columns: ["command", "p50 ms", "p99 ms", "× first"], arguments)
    let first = Statistics.median(times[0])
    for (command, times) in zip(commands, times) {
      let name = command.joined(separator: " ")
      let (p50, p99) = (Statistics.median(times), Statistics.percentile(99, of: times))
      report.row([name, short(p50), short(p99), short(p50 / first)])
      report.figure(name, "p50", p50, "ms")
      report.figure(name, "p99", p99, "ms")
    }
    try report.finish()
  }

  private static func spawn(_ command: [String]) throws {
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    errno = posix_spawnp(&process, command[0], &actions, nil, &words, environ)
    guard errno == 0 else { throw systemError(command[0]) }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process, status == 0 else {
      throw BenchmarkError(message: "\(command.joined(separator: " ")) failed")
    }
  }
}
