import Tessera

/// The bounds of `--range`: `1990..1999`, `..5`, `2.5..`, `2024-01-01..2024-01-31`.
enum RangeArgument {
  static func token(_ field: String, _ bounds: String) throws(Misuse) -> SearchToken {
    guard let dots = separator(in: bounds) else {
      throw Misuse(TokenArguments.range, expects: "two bounds with '..' between", not: bounds)
    }
    let lower = try number(bounds[..<dots])
    let upper = try number(bounds[bounds.utf8.index(dots, offsetBy: 2)...])
    return .numbers(field, from: lower, through: upper)
  }

  private static func separator(in bounds: String) -> String.Index? {
    let bytes = bounds.utf8
    return bytes.indices.first { index in
      bytes[index] == UInt8(ascii: ".") && bytes[index...].dropFirst().first == UInt8(ascii: ".")
    }
  }

  private static func number(_ text: Substring) throws(Misuse) -> Number? {
    if text.isEmpty { return nil }
    if let integer = Int64(text) { return .integer(integer) }
    if let double = Double(text), double.isFinite { return .double(double) }
    throw Misuse(TokenArguments.range, expects: "numbers or dates as bounds", not: String(text))
  }
}
