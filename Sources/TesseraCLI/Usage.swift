/// What a command is for and how to call it: its help.
struct Usage: Sendable {
  let name: String
  /// The operands, as the help shows them.
  let operands: String
  /// One sentence, without its full stop, also for the list of commands.
  let summary: String
  /// What else to know.
  var details = ""
  var options: [Option] = []
  /// Command lines without the name of the tool, each with what it does.
  var examples: [(call: String, effect: String)] = []
  var statuses = "0 done, 1 failed, 64 misused"

  /// The whole help of the command.
  var help: String {
    let call = ["Usage: tessera", name, operands, "[OPTION]…"].filter { !$0.isEmpty }.joined(separator: " ")
    let calls = examples.map { "  tessera \($0.call)\n      \($0.effect)\n" }.joined()
    return [
      call + "\n", Paragraph.wrap(summary + "."), details.isEmpty ? nil : Paragraph.wrap(details),
      "Options:\n" + Self.list(options + [.help]), "Examples:\n" + calls,
      Paragraph.wrap("Exit status: \(statuses)."),
    ].compactMap { $0 }.joined(separator: "\n")
  }

  /// The options, each with its help beside it, or below it when its name is long.
  static func list(_ options: [Option]) -> String {
    options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? "    "
      let name = "  \(letter)--\(option.name)\(option.value.map { " " + $0 } ?? "")"
      let help = Paragraph.wrap(option.help, indent: helpColumn)
      let isShort = Terminal.columns(of: name) + 2 <= helpColumn
      return isShort ? Terminal.padded(name, to: helpColumn) + help.dropFirst(helpColumn) : name + "\n" + help
    }.joined()
  }

  private static let helpColumn = 26
}

/// Text broken into lines between words.
enum Paragraph {
  static let width = 80

  /// The text in lines that end before `width`, each behind so many blanks and with a line break; an empty
  /// line separates paragraphs, and other line breaks count as blanks.
  static func wrap(_ text: String, indent: Int = 0) -> String {
    var lines: [String] = []
    var isOpen = false
    for source in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if source.isEmpty { lines.append("") }
      isOpen = isOpen && !source.isEmpty
      for word in source.split(separator: " ") {
        let line = isOpen ? "\(lines.last!) \(word)" : ""
        if isOpen && indent + Terminal.columns(of: line) < width {
          lines[lines.count - 1] = line
        } else {
          lines.append(String(word))
          isOpen = true
        }
      }
    }
    return lines.map { ($0.isEmpty ? "" : String(repeating: " ", count: indent)) + $0 + "\n" }.joined()
  }
}
