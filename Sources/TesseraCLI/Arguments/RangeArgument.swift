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
    if isUpper, let end = endOfDay(text) { return end }
    guard let number = Number(text) else {
      throw Misuse(TokenArguments.range, expects: "numbers or dates as bounds", not: text)
    }
    return number
  }

  /// The last millisecond of a day or month without a time, since an upper bound is included; nil for all else.
  private static func endOfDay(_ text: String) -> Number? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 10 && parts.count == 3 || text.utf8.count == 7 && parts.count == 2,
      case .integer(let start)? = Number(text)
    else { return nil }
    if parts.count == 3 { return .integer(start + 86_400_000 - 1) }
    guard let year = Int(parts[0]), let month = Int(parts[1]) else { return nil }
    let next = month == 12 ? "\(padded(year + 1, 4))-01" : "\(padded(year, 4))-\(padded(month + 1, 2))"
    guard case .integer(let end)? = Number(next) else { return nil }
    return .integer(end - 1)
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
