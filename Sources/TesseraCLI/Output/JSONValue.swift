import Tessera

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
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let string): writer.string(string)
    case .integer(let integer): writer.integer(integer)
    case .decimal(let decimal): writer.double(decimal)
    case .boolean(let boolean): writer.boolean(boolean)
    case .null: writer.null()
    case .raw(let json): writer.raw(json)
    case .array(let elements):
      writer.array { writer in elements.forEach { $0.write(to: &writer) } }
    case .object(let members):
      writer.object { writer in
        for (key, value) in members {
          writer.key(key)
          value.write(to: &writer)
        }
      }
    }
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
