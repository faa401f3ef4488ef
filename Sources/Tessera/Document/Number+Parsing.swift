extension Number {
  /// Reads a number as JSON writes it, or a date in ISO 8601; white space around it is fine.
  ///
  /// Dates: `2024-05`, `2024-05-17`, `2024-05-17T08:30`, with seconds and a fraction of any length (cut to
  /// milliseconds), a space instead of the `T`, and `Z` or an offset such as `+02:00`. Without an offset it is UTC,
  /// without a time midnight, without a day the first. A bare `2024` is a number.
  ///
  /// An integer beyond 64 bits is the nearest double; nil for a number beyond that.
  public init?(_ text: String) {
    var text = text
    guard let number = text.withUTF8({ Number(utf8: $0) }) else { return nil }
    self = number
  }

  package init?(utf8 text: UnsafeBufferPointer<UInt8>) {
    guard let (number, _) = Self.read(text) else { return nil }
    self = number
  }

  /// The number, and whether it was written as a date.
  static func read(_ text: UnsafeBufferPointer<UInt8>) -> (number: Number, isDate: Bool)? {
    let text = text.trimmingBlanks()
    guard let first = text.first else { return nil }
    guard first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10 else { return nil }
    if let number = Number(json: text) { return (number, false) }
    return Number(date: text).map { ($0, true) }
  }

  /// Reads a JSON number and nothing else.
  package init?(json text: UnsafeBufferPointer<UInt8>) {
    guard let parts = JSONNumber(text) else { return nil }
    if parts.isInteger, let integer = Self.integer(text[parts.integer], isNegative: parts.isNegative) {
      self = .integer(integer)
    } else {
      guard let double = Double(String(decoding: text, as: UTF8.self)) else { return nil }
      self.init(double)
    }
  }

  /// Nil when it does not fit.
  private static func integer(_ digits: Slice<UnsafeBufferPointer<UInt8>>, isNegative: Bool) -> Int64? {
    var value: Int64 = 0
    for digit in digits {
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let unit = Int64(digit - UInt8(ascii: "0"))
      let (sum, carry) = tens.addingReportingOverflow(isNegative ? -unit : unit)
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }
}

extension Number {
  private init?(date text: UnsafeBufferPointer<UInt8>) {
    var fields = DateFields(text)
    guard let year = fields.number(digits: 4), fields.skip("-"), let month = fields.number(digits: 2),
      1...12 ~= month
    else { return nil }
    var milliseconds: Int64 = 0
    var day: Int64 = 1
    if fields.skip("-") {
      guard let written = fields.number(digits: 2), 1...CalendarDay.days(inMonth: month, of: year) ~= written
      else {
        return nil
      }
      day = written
      if fields.skip("T") || fields.skip("t") || fields.skip(" ") {
        guard let time = fields.time(), let offset = fields.offset() else { return nil }
        milliseconds = time - offset
      }
    }
    guard fields.isAtEnd else { return nil }
    self = .integer(CalendarDay(year: year, month: month, day: day).start + milliseconds)
  }
}

/// Takes the fields of a date from its text one after the other.
private struct DateFields {
  private let text: UnsafeBufferPointer<UInt8>
  private var at = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  var isAtEnd: Bool { at == text.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard at < text.count, text[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  mutating func number(digits: Int) -> Int64? {
    guard at + digits <= text.count else { return nil }
    var value: Int64 = 0
    for place in at..<at + digits {
      let digit = text[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
    }
    at += digits
    return value
  }

  /// Milliseconds since midnight; a leap second is the first second of the next minute.
  mutating func time() -> Int64? {
    guard let hour = number(digits: 2), hour <= 24, skip(":"), let minute = number(digits: 2), minute <= 59
    else {
      return nil
    }
    var milliseconds = (hour * 60 + minute) * 60_000
    if skip(":") {
      guard let second = number(digits: 2), second <= 60 else { return nil }
      milliseconds += second * 1000
      if skip(".") || skip(",") {
        guard let fraction = fraction() else { return nil }
        milliseconds += fraction
      }
    }
    return hour < 24 || milliseconds == 86_400_000 ? milliseconds : nil
  }

  private mutating func fraction() -> Int64? {
    let start = at
    var milliseconds: Int64 = 0
    var unit: Int64 = 100
    while let digit = number(digits: 1) {
      milliseconds += digit * unit
      unit /= 10
    }
    return at > start ? milliseconds : nil
  }

  /// Milliseconds that the clock is ahead of UTC; 0 when none is written, nil when it is no offset.
  mutating func offset() -> Int64? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = number(digits: 2), hours <= 23 else { return nil }
    var minutes: Int64 = 0
    if skip(":") || !isAtEnd {
      guard let written = number(digits: 2), written <= 59 else { return nil }
      minutes = written
    }
    let milliseconds = (hours * 60 + minutes) * 60_000
    return isBehind ? -milliseconds : milliseconds
  }
}
