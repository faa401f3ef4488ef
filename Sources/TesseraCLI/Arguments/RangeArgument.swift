import Tessera

/// The bounds of `--range`: `1990..1999`, `..5`, `2.5..`, `2024-01-01..2024-01-31`, `2024-01..2024-03`.
enum RangeArgument {
  static func token(_ field: String, _ bounds: String) throws(Misuse) -> SearchToken {
    guard let dots = separator(in: bounds) else {
      throw Misuse(TokenArguments.range, expects: "two bounds with '..' between", not: bounds)
    }
    let upper = String(bounds[bounds.utf8.index(dots, offsetBy: 2)...])
    return .numbers(
      field, from: try number(String(bounds[..<dots])), through: try number(upper, isUpper: true))
  }

  private static func separator(in bounds: String) -> String.Index? {
    let bytes = bounds.utf8
    return bytes.indices.first { bytes[$0...].starts(with: "..".utf8) }
  }

  /// Nil for no text.
  private static func number(_ text: String, isUpper: Bool = false) throws(Misuse) -> Number? {
    if text.isEmpty { return nil }
    // A day or month without a time is all of it, since an upper bound is included; four digits are a number.
    if isUpper, text.utf8.count > 4, let end = DateSpan(text)?.through { return end }
    guard let number = Number(text) else {
      throw Misuse(TokenArguments.range, expects: "numbers or dates as bounds", not: text)
    }
    return number
  }
}
