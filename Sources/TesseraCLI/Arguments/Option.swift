/// An option of a command, as its command line takes it and its help shows it.
struct Option: Sendable {
  /// Its long name, without the dashes.
  let name: String
  let letter: Character?
  /// What its value is called in the help; nil when it takes none.
  let value: String?
  let help: String

  init(_ name: String, letter: Character? = nil, value: String? = nil, _ help: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
  }

  static let help = Option("help", letter: "h", "show this help and end")
  static let version = Option("version", letter: "V", "show the version and end")
  static let format = Option("format", value: "human|json", "how to print; human when not given")
}
