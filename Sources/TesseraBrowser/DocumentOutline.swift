/// The values of a JSON document in its order, each under the names that lead to it.
///
/// The document is one that the engine took, so it is well formed; what is not ends the outline, and nothing else.
struct DocumentOutline {
  struct Entry: Hashable {
    /// The names, joined by points as in a schema.
    var path: String
    var value: String
  }

  private(set) var entries: [Entry] = []
  private var bytes: [UInt8]
  private var place = 0

  init(_ json: String) {
    bytes = Array(json.utf8)
    readValue("")
  }

  /// Entries of one path that stand side by side, as those of an array do.
  var groups: [(path: String, values: [String])] {
    var groups: [(path: String, values: [String])] = []
    for entry in entries {
      if groups.last?.path != entry.path { groups.append((entry.path, [])) }
      groups[groups.count - 1].values.append(entry.value)
    }
    return groups
  }

  private mutating func next() -> UInt8? {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    return place < bytes.count ? bytes[place] : nil
  }

  private mutating func skip(_ sign: Character) -> Bool {
    guard next() == sign.asciiValue else { return false }
    place += 1
    return true
  }

  /// As deep as documents may be nested, which the engine has checked.
  private mutating func readValue(_ path: String) {
    if skip("{") {
      repeat {
        guard next() == UInt8(ascii: "\"") else { break }
        let name = readString()
        guard skip(":") else { break }
        readValue(path.isEmpty ? name : path + "." + name)
      } while skip(",")
      _ = skip("}")
    } else if skip("[") {
      repeat {
        guard let sign = next(), sign != UInt8(ascii: "]") else { break }
        readValue(path)
      } while skip(",")
      _ = skip("]")
    } else if next() == UInt8(ascii: "\"") {
      entries.append(Entry(path: path, value: readString()))
    } else {
      let start = place
      while place < bytes.count, !",]}".utf8.contains(bytes[place]), bytes[place] > 0x20 { place += 1 }
      if place == start { place = bytes.count }
      let value = String(decoding: bytes[start..<place], as: UTF8.self)
      if value != "null", !value.isEmpty { entries.append(Entry(path: path, value: value)) }
    }
  }

  private mutating func readString() -> String {
    place += 1
    var units: [UInt16] = []
    var text: [UInt8] = []
    func decoded() -> [UInt8] { Array(String(decoding: units, as: UTF16.self).utf8) }
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\\"), let unit = readEscape() {
        units.append(unit)
      } else {
        text += decoded() + [byte]
        units = []
      }
    }
    place += 1
    return String(decoding: text + decoded(), as: UTF8.self)
  }

  private mutating func readEscape() -> UInt16? {
    guard place < bytes.count else { return nil }
    place += 1
    switch bytes[place - 1] {
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "u"):
      let end = min(place + 4, bytes.count)
      defer { place = end }
      return UInt16(String(decoding: bytes[place..<end], as: UTF8.self), radix: 16)
    case let sign: return UInt16(sign)
    }
  }
}
