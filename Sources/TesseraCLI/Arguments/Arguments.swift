/// The options and operands of one command line, to be asked for by type.
struct Arguments {
  /// Every value given to an option, in the order of the command line; one empty string for each time that an
  /// option without value was given.
  private let values: [String: [String]]
  let operands: [String]

  init(values: [String: [String]], operands: [String]) {
    self.values = values
    self.operands = operands
  }

  func has(_ option: Option) -> Bool { values[option.name] != nil }

  func all(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// Of an option given several times, the last counts.
  func last(_ option: Option) -> String? { values[option.name]?.last }

  /// The names of a comma-separated option, over all times it was given. `\,` is a comma within a name.
  func list(_ option: Option) throws(Misuse) -> [String] {
    let names = all(option).flatMap { EscapedText.split($0, at: ",") }
    if names.contains("") { throw Misuse(option, expects: "field names", not: last(option) ?? "") }
    return names
  }

  func wholeNumber(_ option: Option, atLeast minimum: Int = 0) throws(Misuse) -> Int? {
    guard let text = last(option) else { return nil }
    guard let number = Int(text), number >= minimum else {
      throw Misuse(
        option, expects: minimum > 0 ? "a whole number from \(minimum)" : "a whole number", not: text)
    }
    return number
  }

  /// A number of bytes: a whole number with an optional suffix K, M, G or T, powers of 1024.
  func byteCount(_ option: Option) throws(Misuse) -> Int? {
    guard let text = last(option) else { return nil }
    let suffixes = "KMGT"
    let suffix = text.last.flatMap { suffixes.firstIndex(of: Character($0.uppercased())) }
    let shift = suffix.map { 10 * (suffixes.distance(from: suffixes.startIndex, to: $0) + 1) } ?? 0
    let digits = suffix == nil ? text[...] : text.dropLast()
    guard let number = Int(digits), number > 0, number <= Int.max >> shift else {
      throw Misuse(option, expects: "a size such as 256M", not: text)
    }
    return number << shift
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: Option, _ fallback: Choice
  ) throws(Misuse) -> Choice where Choice.RawValue == String {
    guard let text = last(option) else { return fallback }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Misuse(option, expects: "one of \(names)", not: text)
    }
    return choice
  }

  func format() throws(Misuse) -> OutputFormat { try choice(.format, .human) }

  /// The operand at a place; its absence is a misuse that calls it by name.
  func operand(_ index: Int, _ name: String) throws(Misuse) -> String {
    guard index < operands.count else { throw Misuse("\(name) is missing") }
    return operands[index]
  }

  func requireAtMost(_ count: Int) throws(Misuse) {
    if operands.count > count { throw Misuse("'\(operands[count])' is one operand too many") }
  }
}

enum OutputFormat: String, CaseIterable {
  case human
  case json
}
