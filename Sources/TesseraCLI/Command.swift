/// A subcommand: its arguments, a check of them, and a short run.
protocol Command: SendableMetatype {
  static var usage: Usage { get }

  /// Takes what it needs from the command line, and refuses what cannot be meant.
  init(_ arguments: Arguments) throws(Misuse)

  func run(_ output: Output) throws -> ExitStatus
}

/// How a process of the tool ends.
enum ExitStatus: Int32 {
  case done = 0
  case failed = 1
  case misused = 64
  /// Some documents were refused, and the rest is committed.
  case someRefused = 65
  /// Ended by the person; 128 and the number of the signal, as shells say it.
  case interrupted = 130
  case readerGone = 141
}
