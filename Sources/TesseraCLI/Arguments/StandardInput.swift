import Glibc

/// Operands that stand for what is read from standard input.
enum StandardInput {
  /// The operands joined by spaces; a lone `-` is the whole of standard input, without a final line break.
  static func text(_ operands: some Collection<String>) -> String {
    guard operands.count == 1, operands.first == "-" else { return operands.joined(separator: " ") }
    var text = read()
    if text.hasSuffix("\r\n") || text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  /// The operands, and for each `-` the lines of standard input.
  static func lines(_ operands: [String]) -> [String] {
    operands.flatMap { operand -> [String] in
      guard operand == "-" else { return [operand] }
      return read().split { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    }
  }

  /// All of it; bytes that are no UTF-8 become replacement characters.
  private static func read() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
