import Tessera
import TesseraPresentation

/// Deletes documents by their keys.
struct DeleteCommand: Command {
  static let usage = Usage(
    name: "delete", operands: "INDEX KEY…",
    summary: "Deletes documents by their ids",
    details: """
      All in one commit. '-' reads ids from standard input, one a line. An id that no document
      has is told, and is no failure.
      """,
    options: [.format],
    examples: [
      ("delete films m42 m43", "deletes two documents"),
      ("delete films - < ids.txt", "deletes those that a file lists"),
    ])

  private let folder: String
  private let keys: [String]
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(Misuse) {
    folder = try arguments.operand(0, "INDEX")
    _ = try arguments.operand(1, "KEY")
    keys = Array(arguments.operands.dropFirst())
    format = try arguments.format()
  }

  func run(_ output: Output) throws -> ExitStatus {
    let keys = StandardInput.lines(keys)
    let missing = try SearchIndex.open(at: folder).write { writer in
      try keys.filter { try !writer.delete($0) }
    }
    let deleted = keys.count - missing.count
    switch format {
    case .json: output.print(["deleted": .integer(deleted), "missing": .strings(missing)])
    case .human:
      output.print("deleted \(Figures.count(deleted, "document"))")
      for key in missing { Messages.print("no document has the id '\(key)'") }
    }
    return .done
  }
}
