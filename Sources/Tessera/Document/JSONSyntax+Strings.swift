extension JSONSyntax {
  /// Reads a string from its opening to its closing quote.
  mutating func string() throws(DocumentFault) {
    at += 1
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case ..<0x20: throw control(byte)
      case ..<0x80: at += 1
      default:
        guard let length = characterLength(at: at) else { throw invalidCharacter() }
        at += length
      }
    }
    throw fault("the closing quote of a string")
  }

  private mutating func escape() throws(DocumentFault) {
    at += 1
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
    case UInt8(ascii: "u"):
      at += 1
      for _ in 0..<4 {
        guard let byte = current, Self.hexValue(byte) != nil else {
          throw fault("four hexadecimal digits after \\u")
        }
        at += 1
      }
    default: throw fault("one of \" \\ / b f n r t u after a backslash", "write a backslash as \\\\")
    }
  }

  static func hexValue(_ byte: UInt8) -> UInt16? {
    if isDigit(byte) { return UInt16(byte - UInt8(ascii: "0")) }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? UInt16(letter) + 10 : nil
  }

  /// A character that the text only breaks off in is a text that ends too early.
  private mutating func invalidCharacter() -> DocumentFault {
    let rest = Array(bytes[at...].prefix(3))
    for end in [[0x80], [0x80, 0x80], [0xA0], [0xA0, 0x80], [0x90, 0x80, 0x80], [0x80, 0x80, 0x80]]
      as [[UInt8]]
    {
      let whole = rest + end
      let isCharacter = whole.withUnsafeBufferPointer { JSONSyntax($0).characterLength(at: 0) == whole.count }
      guard isCharacter, at + rest.count == bytes.count else { continue }
      at = bytes.count
      return fault("the rest of a character")
    }
    return invalidUTF8()
  }

  /// Bytes of the UTF-8 character that begins at `place`; nil when none does (RFC 3629).
  func characterLength(at place: Int) -> Int? {
    let first = bytes[place]
    func follows(_ distance: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      place + distance < bytes.count && range.contains(bytes[place + distance])
    }
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return follows(1) ? 2 : nil
    case 0xE0...0xEF:
      // Neither longer than needed nor a surrogate.
      let second: ClosedRange<UInt8> = first == 0xE0 ? 0xA0...0xBF : first == 0xED ? 0x80...0x9F : 0x80...0xBF
      return follows(1, second) && follows(2) ? 3 : nil
    case 0xF0...0xF4:
      let second: ClosedRange<UInt8> = first == 0xF0 ? 0x90...0xBF : first == 0xF4 ? 0x80...0x8F : 0x80...0xBF
      return follows(1, second) && follows(2) && follows(3) ? 4 : nil
    default: return nil
    }
  }
}
