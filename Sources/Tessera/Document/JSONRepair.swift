/// Rewrites valid JSON that simdjson refuses or mangles so that it takes it, meaning the same.
///
/// Two things need it: an escape of half a surrogate pair, which stands for no character, and numbers beyond 64 bits
/// or a double. Neither is frequent, so it is as slow as it likes.
enum JSONRepair {
  /// Whether an escape of half a surrogate pair stands in valid JSON.
  static func hasUnpairedSurrogate(_ json: UnsafeBufferPointer<UInt8>) -> Bool {
    var isFound = false
    forEachUnpairedSurrogate(in: json) { _ in isFound = true }
    return isFound
  }

  /// With `\ufffd` for every half of a pair; no longer and no shorter.
  static func replacingUnpairedSurrogates(_ json: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result = Array(json)
    forEachUnpairedSurrogate(in: json) { digits in
      result.replaceSubrange(digits..<digits + 4, with: "fffd".utf8)
    }
    return result
  }

  /// With a string for every number, in its one spelling: to text, facet, number and key alike it is the same.
  static func quotingNumbers(_ json: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count + json.count / 8)
    var at = 0
    while at < json.count {
      let start = at
      let byte = json[at]
      if byte == UInt8(ascii: "\"") {
        at = endOfString(in: json, from: at)
      } else if byte == UInt8(ascii: "-") || JSONSyntax.isDigit(byte) {
        while at < json.count, isNumberByte(json[at]) { at += 1 }
        result.append(UInt8(ascii: "\""))
        DecimalText.append(UnsafeBufferPointer(rebasing: json[start..<at]), to: &result)
        result.append(UInt8(ascii: "\""))
        continue
      } else {
        at += 1
      }
      result.append(contentsOf: json[start..<at])
    }
    return result
  }

  /// On one line.
  static func removingWhiteSpace(_ json: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var at = 0
    while at < json.count {
      let end = json[at] == UInt8(ascii: "\"") ? endOfString(in: json, from: at) : at + 1
      if !JSONSyntax.isWhiteSpace(json[at]) { result.append(contentsOf: json[at..<end]) }
      at = end
    }
    return result
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    JSONSyntax.isWordByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "+")
  }

  private static func endOfString(in json: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start + 1
    while at < json.count, json[at] != UInt8(ascii: "\"") { at += json[at] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(at + 1, json.count)
  }

  /// Calls `body` with the place of the four hexadecimal digits.
  private static func forEachUnpairedSurrogate(in json: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
    var at = 0
    while at < json.count {
      guard json[at] == UInt8(ascii: "\\") else {
        at += 1
        continue
      }
      guard let unit = escapedUnit(in: json, at: at) else {
        at += 2
        continue
      }
      at += 6
      guard 0xD800...0xDFFF ~= unit else { continue }
      if unit < 0xDC00, let second = escapedUnit(in: json, at: at), 0xDC00...0xDFFF ~= second {
        at += 6
      } else {
        body(at - 4)
      }
    }
  }

  /// The UTF-16 code unit that the escape at `place` stands for; nil when there is no `\u` there.
  private static func escapedUnit(in json: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt16? {
    guard place + 6 <= json.count, json[place] == UInt8(ascii: "\\"), json[place + 1] == UInt8(ascii: "u")
    else {
      return nil
    }
    var unit: UInt16 = 0
    for byte in json[place + 2..<place + 6] {
      guard let value = JSONSyntax.hexValue(byte) else { return nil }
      unit = unit << 4 | value
    }
    return unit
  }
}
