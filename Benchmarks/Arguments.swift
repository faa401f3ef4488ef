/// The words a command was called with: operands, and options with or without a value, in any order.
///
/// What follows the first `--` is kept apart, for commands that run other programs.
struct Arguments {
  private static let flags: Set<String> = ["--no-merge", "--no-prefix-lists", "--json-lines"]

  private(set) var command = ""
  private(set) var operands: [String] = []
  private(set) var rest: [String] = []
  private var options: [String: String] = [:]

  init(_ words: some Sequence<String>) throws {
    var words = words.makeIterator()
    while let word = words.next() {
      if word == "--" {
        while let word = words.next() { rest.append(word) }
      } else if Self.flags.contains(word) {
        options[word] = ""
      } else if word.hasPrefix("--") && word != "--help" {
        guard let value = words.next() else { throw BenchmarkError.misuse("\(word) needs a value") }
        options[word] = value
      } else if command.isEmpty {
        command = word
      } else {
        operands.append(word)
      }
    }
  }

  func has(_ flag: String) -> Bool { options[flag] != nil }

  func text(_ option: String) -> String? { options[option] }

  /// The parts of a value that are separated by commas; none without the option.
  func list(_ option: String) -> [String] {
    options[option]?.split(separator: ",").map(String.init) ?? []
  }

  func integer(_ option: String, default value: Int) throws -> Int {
    guard let text = options[option] else { return value }
    return try Self.integer(text, of: option)
  }

  func integers(_ option: String, default value: [Int]) throws -> [Int] {
    has(option) ? try list(option).map { try Self.integer($0, of: option) } : value
  }

  func operand(_ place: Int, _ name: String) throws -> String {
    guard place < operands.count else { throw BenchmarkError.misuse("\(command) needs \(name)") }
    return operands[place]
  }

  func integerOperand(_ place: Int, _ name: String) throws -> Int {
    try Self.integer(operand(place, name), of: name)
  }

  private static func integer(_ text: String, of name: String) throws -> Int {
    guard let value = Int(text), value >= 0 else {
      throw BenchmarkError.misuse("\(name) is a whole number, not \(text)")
    }
    return value
  }
}
