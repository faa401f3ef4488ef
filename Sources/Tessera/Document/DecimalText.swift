/// The one spelling of a decimal number: what facet values, keys and text have for the numbers of a document.
///
/// A number is the decimal value that is written, not a double near it, so 7, 7.0, 70e-1 and 0.7E+1 are all `7`,
/// and no digit is ever lost. No sign for zero, no zeros before the integer part or behind the fraction. Written
/// plainly as long as that fills in at most 40 zeros, otherwise as `1.5e-60`: a short text cannot become a long one.
package enum DecimalText {
  private static let maxFilledZeros = 40

  /// Appends the one spelling of a JSON number; false, and nothing appended, when `number` is none.
  @discardableResult
  package static func append(_ number: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) -> Bool {
    guard let parts = JSONNumber(number) else { return false }
    let digits = SignificantDigits(parts, of: number)
    guard digits.count > 0 else {
      out.append(UInt8(ascii: "0"))
      return true
    }
    if parts.isNegative { out.append(UInt8(ascii: "-")) }
    // The value is 0.d1d2d3… times ten to the power of `point`.
    let point = digits.point
    if point > digits.count + maxFilledZeros || point < -maxFilledZeros {
      appendScientific(digits, of: number, to: &out)
    } else if point <= 0 {
      out.append(contentsOf: "0.".utf8)
      out.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -point))
      digits.forEach(in: number) { out.append($0) }
    } else {
      var place = 0
      digits.forEach(in: number) {
        if place == point { out.append(UInt8(ascii: ".")) }
        out.append($0)
        place += 1
      }
      if point > place { out.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: point - place)) }
    }
    return true
  }

  private static func appendScientific(
    _ digits: SignificantDigits, of number: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]
  ) {
    var place = 0
    digits.forEach(in: number) {
      if place == 1 { out.append(UInt8(ascii: ".")) }
      out.append($0)
      place += 1
    }
    out.append(UInt8(ascii: "e"))
    out.append(contentsOf: String(digits.point - 1).utf8)
  }

  /// Appends an integer.
  package static func append(_ integer: Int64, to out: inout [UInt8]) {
    if integer < 0 { out.append(UInt8(ascii: "-")) }
    append(integer.magnitude, to: &out)
  }

  package static func append(_ integer: UInt64, to out: inout [UInt8]) {
    let start = out.count
    var rest = integer
    repeat {
      out.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    out[start...].reverse()
  }
}

/// Where the parts of a JSON number stand in its text.
struct JSONNumber {
  var isNegative = false
  var integer = 0..<0
  var fraction = 0..<0
  /// The power of ten, held within a quintillion either way.
  var exponent = 0
  /// Whether there is neither fraction nor exponent.
  var isInteger = true

  /// Nil unless all of `text` is a number by RFC 8259.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var at = 0
    if at < text.count, text[at] == UInt8(ascii: "-") {
      isNegative = true
      at += 1
    }
    integer = Self.digits(text, from: &at)
    if integer.isEmpty || (integer.count > 1 && text[integer.lowerBound] == UInt8(ascii: "0")) { return nil }
    if at < text.count, text[at] == UInt8(ascii: ".") {
      at += 1
      fraction = Self.digits(text, from: &at)
      isInteger = false
      if fraction.isEmpty { return nil }
    }
    if at < text.count, text[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      isInteger = false
      let sign = at < text.count ? text[at] : 0
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { at += 1 }
      let digits = Self.digits(text, from: &at)
      if digits.isEmpty { return nil }
      for place in digits where exponent < 100_000_000_000_000_000 {
        exponent = exponent * 10 + Int(text[place] - UInt8(ascii: "0"))
      }
      if sign == UInt8(ascii: "-") { exponent = -exponent }
    }
    if at != text.count { return nil }
  }

  private static func digits(_ text: UnsafeBufferPointer<UInt8>, from at: inout Int) -> Range<Int> {
    let start = at
    while at < text.count, text[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    return start..<at
  }
}

/// The digits of a number from the first to the last that is not zero.
private struct SignificantDigits {
  private let start: Int
  private let end: Int
  /// Where the decimal point stands in the text, if it does so among the digits.
  private let skipped: Int?
  let count: Int
  /// The power of ten that `0.digits` is multiplied with.
  let point: Int

  init(_ parts: JSONNumber, of text: UnsafeBufferPointer<UInt8>) {
    let written =
      parts.integer.lowerBound..<(parts.fraction.isEmpty ? parts.integer : parts.fraction).upperBound
    let dot = parts.fraction.isEmpty ? written.upperBound : parts.integer.upperBound
    var start = written.lowerBound
    var end = written.upperBound
    func isBlank(_ place: Int) -> Bool { text[place] == UInt8(ascii: "0") || place == dot }
    while start < end, isBlank(start) { start += 1 }
    while end > start, isBlank(end - 1) { end -= 1 }
    self.start = start
    self.end = end
    let isSplit = start < dot && dot < end
    skipped = isSplit ? dot : nil
    count = end - start - (isSplit ? 1 : 0)
    // Digits before the point count up, zeros between the point and the first digit count down.
    point = parts.exponent + (start < dot ? dot - start : dot + 1 - start)
  }

  func forEach(in text: UnsafeBufferPointer<UInt8>, _ body: (UInt8) -> Void) {
    for place in start..<end where place != skipped { body(text[place]) }
  }
}
