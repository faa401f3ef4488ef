import CPlatform
import Glibc
import Tessera
import TesseraPresentation

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
      command is interrupted or fails, the index is as before, and there is none where there was
      none. A document that cannot be taken is refused with its place and the reason, and the
      rest goes on; when all are refused, no new index is made.

      The fields of a new index are named by options, those within objects and lists of objects by
      paths such as author.name. When none is named, they are found from the first documents and
      shown.
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
    let stopwatch = Stopwatch()
    // All are opened before anything is done, so that a wrong name costs nothing.
    let files = try files.map { try DocumentFile(path: $0) }
    let work = Import(files, options: options, progress: Progress(progress))
    // The text is told by the signal handler, and lives as long as the process.
    tessera_catch_interrupt(strdup("\ntessera: interrupted; once more ends it at once\n"))
    let place = NewFolder(folder)
    let known = try open()
    guard let index = try known ?? create(for: work) else {
      try TemporaryFolder.with { try work.run(.create(at: $0 + "/nothing", schema: Schema())) }
      Messages.print("no index is made: there is no document to find its fields from")
      return ImportReport(work).print(output, format, seconds: stopwatch.rounded)
    }
    do {
      try work.run(index)
    } catch {
      // A first import is all of a new index: without it there is none. What failed first is told, not that this did.
      let isGone = known == nil && (try? index.removeUnused()) == true
      if isGone { place.giveBack() }
      guard let error = error as? TesseraError, error.kind == .cancelled else { throw error }
      if isGone {
        Messages.print("nothing was added, and no index is made")
        return .interrupted
      }
      let count = Figures.count(try index.snapshot().documentCount, "document")
      Messages.print("nothing was added; the index holds its last commit, \(count)")
      return .interrupted
    }
    let status = ImportReport(work).print(output, format, seconds: stopwatch.rounded)
    // Nor is there one for nothing but refusals; without those an empty one is what was asked for.
    if known == nil, work.summary.accepted == 0, work.refusedCount > 0,
      (try? index.removeUnused()) == true
    {
      place.giveBack()
      Messages.print("no index is made: no document could be taken")
    }
    return status
  }

  /// The index that is there already; nil when there is none.
  private func open() throws(TesseraError) -> SearchIndex? {
    let index: SearchIndex
    do throws(TesseraError) {
      index = try SearchIndex.open(at: folder)
    } catch {
      if error.kind == .notFound { return nil }
      throw error
    }
    if schema.isGiven { try schema.requireSame(as: index) }
    return index
  }

  /// A new index; nil when its fields are neither named nor can be found.
  private func create(for work: Import) throws(TesseraError) -> SearchIndex? {
    if schema.namesFields {
      let index = try SearchIndex.create(at: folder, schema: schema.schema)
      let (paths, documents) = work.unseenFields(of: schema.schema)
      let looked =
        documents == 1 ? "the first document has no" : "none of the first \(documents) documents has a"
      for path in paths {
        Messages.print("warning: \(looked) value at '\(Terminal.plain(path))'; check the name of the field")
      }
      return index
    }
    guard let found = work.findSchema(like: schema.schema) else {
      return nil
    }
    let index = try SearchIndex.create(at: folder, schema: found)
    var table = Table([.left, .left, .left])
    for (name, value) in found.facts { table.add("", name, value) }
    Messages.print("fields found in the documents; a new index may be given others by options")
    Messages.write(table.lines.joined(separator: "\n") + "\n")
    return index
  }
}
