/// Times from one through another, in UTC, as a person names them: what a range of a date field is shown as.
///
/// ```swift
/// DateSpan(from: Number("2024-05"), through: nil).description  // 2024-05–
/// DateSpan("2024-05")!.through == Number("2024-05-31T23:59:59.999")  // true
/// ```
public struct DateSpan: Sendable, Hashable {
  /// Milliseconds since 1970, included; nil is unbounded.
  public let from: Number?
  public let through: Number?

  public init(from: Number?, through: Number?) {
    (self.from, self.through) = (from, through)
  }

  /// The whole of a year, month or day: `2024`, `2024-05`, `2024-05-17`. Nil for all else.
  public init?(_ text: String) {
    let bytes = text.utf8
    guard [4, 7, 10].contains(bytes.count), bytes.prefix(4).allSatisfy({ (0x30...0x39).contains($0) }),
      case .integer(let start)? = Number(bytes.count == 4 ? text + "-01" : text),
      let day = CalendarDay(of: start)
    else { return nil }
    self.init(bytes.count == 4 ? .year : bytes.count == 7 ? .month : .day, of: day)
  }

  /// The unit that a day is in.
  init(_ unit: CalendarUnit, of day: CalendarDay) {
    self.init(from: day, through: day, unit)
  }

  /// From the first day of a unit to the end of the unit that another day is in.
  init(from first: CalendarDay, through last: CalendarDay, _ unit: CalendarUnit) {
    let start = CalendarDay(
      year: first.year, month: unit == .year ? 1 : first.month, day: unit == .day ? first.day : 1)
    self.init(from: .integer(start.start), through: .integer(unit.end(after: last) - 1))
  }
}

extension DateSpan: CustomStringConvertible {
  /// `2024`, `2020–2029`, `2024-05`, `2024-05-17` and the like where it is of whole years, months or days; else its times.
  public var description: String {
    for unit in CalendarUnit.allCases {
      guard let first = Self.name(of: unit, from: from), let last = Self.name(of: unit, through: through)
      else {
        continue
      }
      return from != nil && first == last ? first : "\(first)–\(last)"
    }
    let (first, last) = (Self.time(from), Self.time(through))
    return from != nil && first == last ? first : "\(first)–\(last)"
  }

  /// The unit that begins at a time; empty for no time, nil where none does.
  private static func name(of unit: CalendarUnit, from bound: Number?) -> String? {
    guard let bound else { return "" }
    guard let time = bound.exactInteger, let day = CalendarDay(of: time), day.start == time,
      unit.begins(with: day)
    else { return nil }
    return unit.name(of: day)
  }

  /// The unit that has ended after a time.
  private static func name(of unit: CalendarUnit, through bound: Number?) -> String? {
    guard let bound else { return "" }
    guard let time = bound.exactInteger, let day = CalendarDay(of: time), unit.end(after: day) == time + 1
    else { return nil }
    return unit.name(of: day)
  }

  private static func time(_ bound: Number?) -> String {
    bound.map { $0.dateText ?? $0.description } ?? ""
  }
}

extension Number {
  /// A range as a person reads it: `1990–1999`, `1990`, `1990–`; of dates as a `DateSpan`.
  package static func shown(from: Number?, through: Number?, isDate: Bool) -> String {
    if isDate { return DateSpan(from: from, through: through).description }
    let (first, last) = (from?.description ?? "", through?.description ?? "")
    return from != nil && from == through ? first : "\(first)–\(last)"
  }

  /// The date and time of so many milliseconds since 1970, in UTC: `2024-05-17T08:30Z`, with seconds and milliseconds
  /// where there are any. `Number(_:)` reads it back.
  ///
  /// Nil unless it is a whole number of milliseconds within the years 0 to 9999.
  public var dateText: String? {
    guard let time = exactInteger, let day = CalendarDay(of: time), (0...9999).contains(day.year) else {
      return nil
    }
    let rest = time - day.start
    func two(_ number: Int64) -> String { CalendarUnit.padded(number, to: 2) }
    var text = "\(CalendarUnit.day.name(of: day))T\(two(rest / 3_600_000)):\(two(rest / 60_000 % 60))"
    if rest % 60_000 != 0 { text += ":" + two(rest / 1000 % 60) }
    if rest % 1000 != 0 { text += "." + CalendarUnit.padded(rest % 1000, to: 3) }
    return text + "Z"
  }

  /// The number as an integer; nil when it is none within 64 bits.
  var exactInteger: Int64? {
    switch self {
    case .integer(let integer): integer
    case .double(let double): Int64(exactly: double)
    }
  }
}
