import Tessera

/// The options that make search tokens.
///
/// The first `:` ends the field; `\:` is a colon in its name. The value of `--token` and `--not` is what follows,
/// as it is; in `--any`, `|` separates values and `\|` is a bar within one.
enum TokenArguments {
  static let token = Option(
    "token", value: "F:VALUE",
    "only documents whose facet field F has the value; may be given again, and each is required. VALUE alone: in any facet field"
  )
  static let not = Option("not", value: "F:VALUE", "only documents whose field F has not the value")
  static let any = Option("any", value: "F:V1|V2", "only documents that have at least one of the values")
  static let range = Option(
    "range", value: "F:LO..HI",
    "only documents whose number field F lies between the bounds, both included; each may be left out. Dates as 2024-01-31: the last day counts as a whole"
  )
  static let options = [token, any, not, range]

  static func tokens(_ arguments: Arguments) throws(Misuse) -> [SearchToken] {
    var tokens: [SearchToken] = []
    for text in arguments.all(token) {
      let (field, value) = EscapedText.cut(text, at: ":")
      if field.isEmpty { throw Misuse(token, expects: token.value!, not: text) }
      tokens.append(value.map { .facet(field, $0) } ?? .plain(field))
    }
    for text in arguments.all(any) {
      let (field, values) = try cut(text, any)
      tokens.append(.anyOf(field, EscapedText.split(values, at: "|")))
    }
    for text in arguments.all(not) {
      let (field, value) = try cut(text, not)
      tokens.append(.noneOf(field, [value]))
    }
    for text in arguments.all(range) {
      let (field, bounds) = try cut(text, range)
      tokens.append(try RangeArgument.token(field, bounds))
    }
    return tokens
  }

  private static func cut(_ text: String, _ option: Option) throws(Misuse) -> (field: String, value: String) {
    let (field, value) = EscapedText.cut(text, at: ":")
    guard let value, !field.isEmpty else { throw Misuse(option, expects: option.value!, not: text) }
    return (field, value)
  }
}
