extension JSONSyntax {
  /// A fault here: what was expected, what stands there instead, and what to do about it.
  func fault(_ expected: String, _ advice: String? = nil) -> DocumentFault {
    if let byte = current, byte >= 0x80, characterLength(at: at) == nil { return invalidUTF8() }
    let found = self.found
    let remedy = advice ?? found.advice
    return DocumentFault(
      offset: at, reason: "expected \(expected), found \(found.text)" + (remedy.map { "; \($0)" } ?? ""))
  }

  func tooDeep() -> DocumentFault {
    DocumentFault(
      kind: .limitExceeded, offset: at - 1, what: "a document too deep",
      reason: "expected at most \(JSONParser.maxDepth) levels of objects and arrays, found more; flatten it")
  }

  func invalidUTF8() -> DocumentFault {
    DocumentFault(
      offset: at, what: "invalid UTF-8",
      reason:
        "expected a character, found the byte 0x\(Self.hex(UInt32(bytes[at]), digits: 2)); convert to UTF-8 first"
    )
  }

  func control(_ byte: UInt8) -> DocumentFault {
    let escape =
      byte == 0x0A
      ? "\\n" : byte == 0x0D ? "\\r" : byte == 0x09 ? "\\t" : "\\u\(Self.hex(UInt32(byte), digits: 4))"
    return fault("the closing quote of a string", "write it as \(escape)")
  }

  private var found: (text: String, advice: String?) {
    guard let byte = current else { return ("the end of the text", "the document is cut off") }
    if Self.isWordByte(byte) { return foundWord }
    switch byte {
    case 0x0A, 0x0D: return ("the end of the line", nil)
    case ..<0x20, 0x7F: return ("the control character U+\(Self.hex(UInt32(byte), digits: 4))", nil)
    case UInt8(ascii: "'"): return ("\"'\"", "strings stand in double quotes")
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return (quoted(1), "JSON has no comments: remove it")
    case UInt8(ascii: "+"): return (quoted(1), "write the number without it")
    default:
      let isMark = bytes[at...].starts(with: [0xEF, 0xBB, 0xBF])
      return isMark ? ("a byte order mark", "remove it") : (quoted(characterLength(at: at) ?? 1), nil)
    }
  }

  private var foundWord: (text: String, advice: String?) {
    let word = bytes[at...].prefix(20).prefix(while: Self.isWordByte)
    let text = String(decoding: word, as: UTF8.self)
    switch text {
    case "NaN", "Infinity", "nan", "inf": return ("\"\(text)\"", "JSON has no such number: write null")
    case "None", "undefined", "nil", "NULL", "Null": return ("\"\(text)\"", "write null")
    case "True", "TRUE": return ("\"\(text)\"", "write true")
    case "False", "FALSE": return ("\"\(text)\"", "write false")
    default: return ("\"\(text)\"", nil)
    }
  }

  private func quoted(_ count: Int) -> String {
    "\"\(String(decoding: bytes[at..<min(at + count, bytes.count)], as: UTF8.self))\""
  }

  static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
