import Tessera

/// Prints the documents of an index.
struct ExportCommand: Command {
  static let usage = Usage(
    name: "export", operands: "INDEX",
    summary: "Prints all documents as JSON Lines",
    details: "As they were added, one a line, in document order: what 'tessera index' reads.",
    examples: [
      ("export films > films.jsonl", "writes them into a file"),
      ("export films | tessera index copy -", "makes an index anew"),
    ])

  private let folder: String

  init(_ arguments: Arguments) throws(Misuse) {
    folder = try arguments.operand(0, "INDEX")
    try arguments.requireAtMost(1)
  }

  func run(_ output: Output) throws -> ExitStatus {
    let snapshot = try SearchIndex.open(at: folder).snapshot()
    guard snapshot.schema.storesDocuments else {
      throw TesseraError(.notFound, file: folder, "the index keeps no documents: it was made with --no-store")
    }
    do throws(TesseraError) {
      try snapshot.forEachDocument { _, json throws(TesseraError) in
        if let json { output.print(json) }
        if output.failure != nil { throw TesseraError(.cancelled, "nobody reads on") }
      }
    } catch {
      // What ails the output is told when it is finished.
      if output.failure == nil { throw error }
    }
    return .done
  }
}
