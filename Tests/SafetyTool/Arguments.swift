import Endurance
import Glibc

/// What follows the command: options with a value, and operands.
struct Arguments {
  private var options: [String: String] = [:]
  private(set) var operands: [String] = []

  init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("--") { options[word] = rest.popFirst() ?? "" } else { operands.append(word) }
    }
  }

  /// The value of an option as a number; nil where the option is not there.
  func number(_ name: String) -> Double? {
    guard let text = options[name] else { return nil }
    guard let number = Double(text) else { misused("\(name) wants a number") }
    return number
  }

  func integer(_ name: String) -> Int? { number(name).map { Int($0) } }

  func text(_ name: String) -> String? { options[name] }

  func operand(_ number: Int) -> String {
    guard number < operands.count else { misused("an operand is missing") }
    return operands[number]
  }

  func integer(operand number: Int) -> Int {
    guard let integer = Int(operand(number)) else { misused("operand \(number) is no number") }
    return integer
  }
}

func misused(_ message: String) -> Never {
  complain(message)
  exit(64)
}

func complain(_ message: String) {
  let line = Array("tessera-safety: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
