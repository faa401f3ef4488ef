import Foundation
import Tessera

/// A JSON text as a value, read by Foundation: slow, and none of the engine's own code.
package enum JSONValue: Codable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package init(parsing text: String) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let double = try? value.decode(Double.self) {
      self = .double(double)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .double(let double): try value.encode(double)
    case .string(let string): try value.encode(string)
    case .array(let array): try value.encode(array)
    case .object(let object): try value.encode(object)
    }
  }

  /// The value as JSON text.
  package var json: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  /// The values at a dotted path, through objects and arrays of objects; a key may itself hold a dot.
  package func values(at path: String) -> [JSONValue] {
    switch self {
    case .array(let elements): return elements.flatMap { $0.values(at: path) }
    case .object(let members):
      let whole = members[path].map(\.elements) ?? []
      return path.indices.filter { path[$0] == "." }.reduce(whole) { found, dot in
        let rest = String(path[path.index(after: dot)...])
        return found + (members[String(path[..<dot])]?.values(at: rest) ?? [])
      }
    default: return []
    }
  }

  /// The value itself, or the elements of an array, of arrays in it, and so on.
  private var elements: [JSONValue] {
    if case .array(let elements) = self { elements.flatMap(\.elements) } else { [self] }
  }

  /// The value as text; nil for null and objects, which are none.
  package var text: String? {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value
    case .null, .array, .object: nil
    }
  }

  /// The value as a number; nil for all else.
  package var number: Number? {
    switch self {
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    default: nil
    }
  }
}
