/// Shows an index on the terminal until a person quits.
struct BrowseCommand: Command {
  static let usage = Usage(
    name: "browse", operands: "INDEX",
    summary: "Shows the search field on this terminal, and finds with each key",
    details: """
      Tokens, the text being typed, suggestions, hits with what was found in them, and counts of facet values, all by
      keyboard. F1 shows the keys; Ctrl-Q, Ctrl-C or Ctrl-D quits.

      What is committed to the index meanwhile is found at once. Colours are those of the terminal; with NO_COLOR set
      there are none.
      """,
    examples: [("browse films", "type 'sev', walk with the arrow keys, and commit with Enter")],
    statuses: "0 done, 1 failed, 64 misused, or 128 and the number of the signal that ended it")

  private let folder: String

  init(_ arguments: Arguments) throws(Misuse) {
    folder = try arguments.operand(0, "INDEX")
    try arguments.requireAtMost(1)
  }

  /// The browser has the library of the screen.
  func run(_ output: Output) throws -> ExitStatus {
    try SiblingProgram.become("tessera-browse", [folder])
  }
}
