/// Writes JSON on one line; commas and colons come by themselves.
///
/// The caller closes what it opens. Text in Swift strings is always valid, so every result is valid JSON.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    open("{")
    members(&self)
    close("}")
  }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open("[")
    elements(&self)
    close("]")
  }

  /// The key of the value that is written next.
  package mutating func key(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func string(_ string: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 { append(escaping: byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func integer(_ integer: Int) { raw(String(integer)) }

  /// The shortest text that reads back as the same double; null for NaN and the infinities, which JSON lacks.
  package mutating func double(_ double: Double) { raw(Number(double)?.description ?? "null") }

  package mutating func boolean(_ boolean: Bool) { raw(boolean ? "true" : "false") }

  package mutating func null() { raw("null") }

  /// Text that is one JSON value already.
  package mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x0A: bytes += "\\n".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0x09: bytes += "\\t".utf8
    case ..<0x20: bytes += "\\u\(JSONSyntax.hex(UInt32(byte), digits: 4))".utf8
    default: bytes.append(byte)
    }
  }
}
