import Glibc
import Tessera
import TesseraPresentation

/// The tool itself: picks the subcommand, and turns whatever ends it into messages and an exit status.
enum TesseraCommand {
  static let nameAndVersion = "tessera 0.1.0"

  static let commands: [any Command.Type] = [
    IndexCommand.self, SearchCommand.self, SuggestCommand.self, DeleteCommand.self, InspectCommand.self,
    VerifyCommand.self, MergeCommand.self, ExportCommand.self, TokenizeCommand.self, BrowseCommand.self,
    ServeCommand.self, DemoCommand.self,
  ]

  static func run(_ line: [String]) -> Int32 {
    // A reader that goes away shows as a failed write, which `Output` tells from others.
    signal(SIGPIPE, SIG_IGN)
    // A file that grows over a limit (ulimit -f) too.
    signal(SIGXFSZ, SIG_IGN)
    let output = Output()
    let status = run(line, output)
    switch output.finish() {
    case nil: return status.rawValue
    case .readerGone: return ExitStatus.readerGone.rawValue
    case .system(let code):
      Messages.print("cannot write to standard output: \(String(cString: strerror(code)))")
      return ExitStatus.failed.rawValue
    }
  }

  private static func run(_ line: [String], _ output: Output) -> ExitStatus {
    var speaker = "tessera"
    do {
      switch try OptionParser.parse(line, options: [], stopsAtOperand: true) {
      case .help: output.write(help)
      case .version: output.print(Self.nameAndVersion)
      case .arguments(let arguments):
        let command = try command(try arguments.operand(0, "the subcommand"))
        speaker += " " + command.usage.name
        return try run(command, Array(arguments.operands.dropFirst()), output)
      }
      return .done
    } catch let misuse as Misuse {
      Messages.write("\(speaker): \(misuse.problem)\nTry '\(speaker) --help'.\n")
      return .misused
    } catch {
      Messages.print("\(error)")
      return .failed
    }
  }

  private static func run(
    _ command: any Command.Type, _ line: [String], _ output: Output
  ) throws -> ExitStatus {
    switch try OptionParser.parse(line, options: command.usage.options) {
    case .help: output.write(command.usage.help)
    case .version: output.print(Self.nameAndVersion)
    case .arguments(let arguments): return try command.init(arguments).run(output)
    }
    return .done
  }

  private static func command(_ name: String) throws(Misuse) -> any Command.Type {
    guard let command = commands.first(where: { $0.usage.name == name }) else {
      throw Misuse(unknown: "subcommand", name, among: commands.map { $0.usage.name })
    }
    return command
  }

  private static var help: String {
    var table = Table([.left, .left, .left])
    for command in commands { table.add("", command.usage.name, command.usage.summary) }
    return """
      Usage: tessera SUBCOMMAND [OPERAND]… [OPTION]…

      Full-text search with facets, over documents in JSON.

      Subcommands:
      \(table.lines.joined(separator: "\n"))

      Options:
      \(Usage.list([.help, .version]))
      'tessera SUBCOMMAND --help' tells what a subcommand takes. Options may follow or
      precede operands; '--' ends them. '-' is the standard stream.

      Examples:
        tessera index films films.jsonl
            makes an index of a file
        tessera search films "blade ru"
            finds what is half typed

      Exit status: 0 done (also when nothing is found), 1 failed, 64 misused, 65 some
      documents were refused and the rest is committed.

      """
  }
}
