/// A value to print as JSON; members keep their order.
indirect enum JSONValue {
  case string(String)
  case integer(Int)
  case decimal(Double)
  case boolean(Bool)
  case null
  /// Text that is JSON already.
  case raw(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// The value on one line.
  var text: String {
    var text = ""
    append(to: &text)
    return text
  }

  private func append(to text: inout String) {
    switch self {
    case .string(let string): Self.append(quoted: string, to: &text)
    case .integer(let integer): text += String(integer)
    case .decimal(let decimal): text += decimal.isFinite ? "\(decimal)" : "null"
    case .boolean(let boolean): text += boolean ? "true" : "false"
    case .null: text += "null"
    case .raw(let json): text += json
    case .array(let elements):
      Self.append("[", elements, "]", to: &text) { $0.append(to: &$1) }
    case .object(let members):
      Self.append("{", members, "}", to: &text) { member, text in
        Self.append(quoted: member.0, to: &text)
        text += ":"
        member.1.append(to: &text)
      }
    }
  }

  private static func append<Element>(
    _ open: String, _ elements: [Element], _ close: String, to text: inout String,
    _ each: (Element, inout String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      each(element, &text)
    }
    text += close
  }

  private static func append(quoted string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  static func strings(_ strings: [String]) -> JSONValue { .array(strings.map { .string($0) }) }
}

extension Output {
  /// Prints the value on a line of its own.
  func print(_ value: JSONValue) { print(value.text) }
}
