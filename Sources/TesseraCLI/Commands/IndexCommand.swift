import CPlatform
import Glibc
import Tessera

/// Adds documents from files to an index, and makes it when there is none.
struct IndexCommand: Command {
  private static let memory = Option(
    "memory", value: "SIZE", "memory for documents not yet on disk, such as 256M or 2G; 256M when not given")
  private static let threads = Option(
    "threads", value: "N", "work with so many threads; one for each processor when not given")
  private static let progress = Option(
    "progress", value: "auto|always|never", "show how far it is; on a terminal when not given")

  static let usage = Usage(
    name: "index", operands: "INDEX FILE…",
    summary: "Adds the documents of files to an index, and makes it when there is none",
    details: """
      A FILE is an array of JSON objects, one object, or objects one after the other (JSON Lines),
      also compressed (.gz, .zst); '-' is standard input. All files are one commit: when the
      command is interrupted or fails, the index is as before. A document that cannot be taken
      is refused with its place and the reason, and the rest goes on.

      The fields of a new index are named by options. When none is named, they are found from
      the first documents and shown.
      """,
    options: SchemaArguments.options + [memory, threads, progress, .format],
    examples: [
      ("index films films.jsonl.zst", "finds the fields by itself"),
      (
        "index films films.json --id id --text title=4,plot --facet genre,director --number year",
        "names the fields"
      ),
      ("export old | tessera index new -", "reads standard input"),
    ],
    statuses:
      "0 done, 1 failed, 64 misused, 65 some documents refused and the rest committed, 130 interrupted")

  private let folder: String
  private let files: [String]
  private let schema: SchemaArguments
  private let options: WriteOptions
  private let progress: Progress.When
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(Misuse) {
    folder = try arguments.operand(0, "INDEX")
    _ = try arguments.operand(1, "FILE")
    files = Array(arguments.operands.dropFirst())
    schema = try SchemaArguments(arguments)
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    options = WriteOptions(
      memoryBudget: try arguments.byteCount(Self.memory) ?? 256 << 20,
      threads: try arguments.wholeNumber(Self.threads, atLeast: 1) ?? processors)
    progress = try arguments.choice(Self.progress, .auto)
    format = try arguments.format()
  }

  func run(_ output: Output) throws -> ExitStatus {
    fatalError("skeleton")
  }
}
