import Tessera

/// Makes an index of the fixture films and shows the engine at work.
struct DemoCommand: Command {
  private static let films = Option(
    "films", value: "FILE", "the films; Fixtures/corpora/films.jsonl when not given")

  static let usage = Usage(
    name: "demo", operands: "",
    summary: "Makes an index of a few hundred films and shows the engine at work",
    options: [films],
    examples: [("demo", "words half typed, tokens, facet counts, times")])

  init(_ arguments: Arguments) throws(Misuse) {
    try arguments.requireAtMost(0)
  }

  func run(_ output: Output) throws -> ExitStatus {
    fatalError("skeleton")
  }
}
