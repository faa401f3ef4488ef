import Tessera

/// Shows what becomes of a text.
struct TokenizeCommand: Command {
  static let usage = Usage(
    name: "tokenize", operands: "TEXT…",
    summary: "Shows the terms that a text is cut and folded into",
    details: """
      For each term: where it comes from in the text, in bytes of UTF-8, and which word it is.
      Several operands are joined by spaces; '-' reads the text from standard input.
      """,
    options: [.format],
    examples: [("tokenize \"L'Orage d'été\"", "l, orage, lorage, d, ete, dete")])

  private let text: String
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(Misuse) {
    _ = try arguments.operand(0, "TEXT")
    text = StandardInput.text(arguments.operands)
    format = try arguments.format()
  }

  func run(_ output: Output) throws -> ExitStatus {
    fatalError("skeleton")
  }
}
