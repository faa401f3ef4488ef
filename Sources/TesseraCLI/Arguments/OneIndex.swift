/// What is told to a command that looks at one index as a whole: which, and for whom it prints.
struct OneIndex {
  let folder: String
  let format: OutputFormat

  init(_ arguments: Arguments) throws(Misuse) {
    folder = try arguments.operand(0, "INDEX")
    try arguments.requireAtMost(1)
    format = try arguments.format()
  }
}
