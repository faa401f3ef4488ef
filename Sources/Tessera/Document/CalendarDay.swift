/// A day of the Gregorian calendar, also before that was in use; as in ISO 8601 there is a year 0.
struct CalendarDay: Sendable, Hashable {
  /// Milliseconds of a day.
  static let length: Int64 = 86_400_000
  /// The years that a date of four digits can fall into, with what its offset may add or take.
  static let years: ClosedRange<Int64> = -1...10_000

  let year: Int64
  let month: Int64
  let day: Int64

  init(year: Int64, month: Int64 = 1, day: Int64 = 1) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day of a time in milliseconds since 1970; nil outside of `years`.
  init?(of time: Int64) {
    guard time.magnitude < 1 << 50 else { return nil }
    let days = Self.floor(time, Self.length)
    // 400 years have 146,097 days, so this is at most a year beside it.
    var year = 1970 + Self.floor(days * 400, 146_097)
    while CalendarDay(year: year).daysSince1970 > days { year -= 1 }
    while CalendarDay(year: year + 1).daysSince1970 <= days { year += 1 }
    guard Self.years.contains(year) else { return nil }
    var day = days - CalendarDay(year: year).daysSince1970
    var month: Int64 = 1
    while day >= Self.days(inMonth: month, of: year) {
      day -= Self.days(inMonth: month, of: year)
      month += 1
    }
    self.init(year: year, month: month, day: day + 1)
  }

  /// When it begins, in milliseconds since 1970.
  var start: Int64 { daysSince1970 * Self.length }

  private var daysSince1970: Int64 {
    // The leap days of the whole years before, counted from a year 0 that is one itself.
    let past = year - 1
    let leaps = Self.floor(past, 4) - Self.floor(past, 100) + Self.floor(past, 400) + 1
    var days = year * 365 + leaps - 719_528
    for earlier in 1..<month { days += Self.days(inMonth: earlier, of: year) }
    return days + day - 1
  }

  static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The greatest whole number not above the quotient.
  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    (value < 0 ? value - divisor + 1 : value) / divisor
  }
}

/// What a date names: a whole year, month or day.
enum CalendarUnit: CaseIterable {
  case year, month, day

  /// The name of the unit that a day is in: `2024`, `2024-05`, `2024-05-17`.
  func name(of day: CalendarDay) -> String {
    let year = (day.year < 0 ? "-" : "") + Self.padded(Int64(day.year.magnitude), to: 4)
    switch self {
    case .year: return year
    case .month: return "\(year)-\(Self.padded(day.month, to: 2))"
    case .day: return "\(year)-\(Self.padded(day.month, to: 2))-\(Self.padded(day.day, to: 2))"
    }
  }

  /// Whether a unit begins with this day.
  func begins(with day: CalendarDay) -> Bool {
    switch self {
    case .year: day.month == 1 && day.day == 1
    case .month: day.day == 1
    case .day: true
    }
  }

  /// When the unit that a day is in has ended, in milliseconds since 1970.
  func end(after day: CalendarDay) -> Int64 {
    switch self {
    case .year: CalendarDay(year: day.year + 1).start
    case .month:
      CalendarDay(year: day.year, month: day.month).start + CalendarDay.days(inMonth: day.month, of: day.year)
        * CalendarDay.length
    case .day: day.start + CalendarDay.length
    }
  }

  static func padded(_ number: Int64, to digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
