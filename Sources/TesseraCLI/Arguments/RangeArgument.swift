import Tessera

/// The bounds of `--range`: `1990..1999`, `..5`, `2.5..`, `2024-01-01..2024-01-31`, `2024-01..2024-03`.
enum RangeArgument {
  static func token(_ field: String, _ bounds: String) throws(Misuse) -> SearchToken {
    // A dash is how ranges are shown.
    for separator in ["..", "–"] {
      guard let place = bounds.utf8.indices.first(where: { bounds.utf8[$0...].starts(with: separator.utf8) })
      else { continue }
      let upper = String(bounds.utf8[place...].dropFirst(separator.utf8.count)) ?? ""
      return .numbers(
        field, from: try number(String(bounds[..<place])), through: try number(upper, isUpper: true))
    }
    throw Misuse(TokenArguments.range, expects: "two bounds with '..' between", not: bounds)
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
