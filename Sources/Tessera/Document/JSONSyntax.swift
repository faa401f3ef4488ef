/// A strict, slow reader of RFC 8259 that tells where JSON breaks its rules, and how.
///
/// simdjson says only that a document is wrong; this says why. It also finds where the first value of a longer
/// text ends. Cost: one pass, a few nanoseconds a byte.
struct JSONSyntax {
  enum Kind: String {
    case object = "an object"
    case array = "an array"
    case string = "a string"
    case number = "a number"
    case boolean = "true or false"
    case null = "null"
  }

  let bytes: UnsafeBufferPointer<UInt8>
  /// Where reading goes on.
  var at: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
    self.bytes = bytes
    at = start
  }

  /// What is wrong with `bytes` as one JSON value with white space around; nil when nothing is.
  static func fault(in bytes: UnsafeBufferPointer<UInt8>) -> DocumentFault? {
    var syntax = JSONSyntax(bytes)
    do {
      try syntax.value()
      syntax.skipWhiteSpace()
    } catch {
      return error
    }
    return syntax.at == bytes.count ? nil : syntax.fault("the end of the document")
  }

  var current: UInt8? { at < bytes.count ? bytes[at] : nil }

  mutating func skipWhiteSpace() {
    while at < bytes.count, Self.isWhiteSpace(bytes[at]) { at += 1 }
  }

  static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Reads one value with the white space before it.
  ///
  /// - Throws: the first fault; its offset is `bytes.count` when the text ends too early.
  @discardableResult
  mutating func value() throws(DocumentFault) -> Kind {
    // The closing brackets that are waited for.
    var open: [UInt8] = []
    var first: Kind?
    repeat {
      let kind = try valueStart(in: open.last)
      first = first ?? kind
      if kind == .object || kind == .array {
        open.append(kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        if open.count > JSONParser.maxDepth { throw tooDeep() }
        skipWhiteSpace()
        if current != open.last {
          if kind == .object { try key(afterComma: false) }
          continue
        }
      }
      try closeContainers(&open)
    } while !open.isEmpty
    return first ?? .null
  }

  /// Behind a value: leaves every container that ends here, and stands before the next value, if there is one.
  private mutating func closeContainers(_ open: inout [UInt8]) throws(DocumentFault) {
    while let closing = open.last {
      skipWhiteSpace()
      if current == closing {
        at += 1
        open.removeLast()
      } else if current == UInt8(ascii: ",") {
        at += 1
        if closing == UInt8(ascii: "}") { try key(afterComma: true) }
        return
      } else {
        throw fault("\",\" or \"\(Character(Unicode.Scalar(closing)))\"")
      }
    }
  }

  /// Reads a key and its colon.
  private mutating func key(afterComma: Bool) throws(DocumentFault) {
    skipWhiteSpace()
    guard current == UInt8(ascii: "\"") else {
      let isTrailing = afterComma && current == UInt8(ascii: "}")
      throw fault("a key in double quotes", isTrailing ? "remove the comma before it" : nil)
    }
    try string()
    skipWhiteSpace()
    guard current == UInt8(ascii: ":") else { throw fault("\":\" after the key") }
    at += 1
  }

  /// Reads a scalar, or only the opening bracket of a container.
  private mutating func valueStart(in closing: UInt8?) throws(DocumentFault) -> Kind {
    skipWhiteSpace()
    switch current {
    case UInt8(ascii: "{"):
      at += 1
      return .object
    case UInt8(ascii: "["):
      at += 1
      return .array
    case UInt8(ascii: "\""):
      try string()
      return .string
    case UInt8(ascii: "t"): return try word("true", .boolean)
    case UInt8(ascii: "f"): return try word("false", .boolean)
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte):
      try number()
      return .number
    default:
      let isTrailing = closing == UInt8(ascii: "]") && current == closing
      throw fault("a value", isTrailing ? "remove the comma before it" : nil)
    }
  }

  private mutating func word(_ word: String, _ kind: Kind) throws(DocumentFault) -> Kind {
    var end = at
    for byte in word.utf8 {
      // A word that the text breaks off in is a text that ends too early.
      if end == bytes.count { at = end }
      guard end < bytes.count, bytes[end] == byte else { throw fault("a value") }
      end += 1
    }
    if end < bytes.count, Self.isWordByte(bytes[end]) { throw fault("a value") }
    at = end
    return kind
  }

  private mutating func number() throws(DocumentFault) {
    if current == UInt8(ascii: "-") { at += 1 }
    if current == UInt8(ascii: "0") {
      at += 1
      if let byte = current, Self.isDigit(byte) {
        throw fault("no digit after a leading 0", "write the number without leading zeros, or as a string")
      }
    } else {
      try digits()
    }
    if current == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
      at += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    if let byte = current, Self.isWordByte(byte) { throw fault("the end of the number") }
  }

  private mutating func digits() throws(DocumentFault) {
    guard let byte = current, Self.isDigit(byte) else { throw fault("a digit") }
    while let byte = current, Self.isDigit(byte) { at += 1 }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }
}
