import TestSupport
import Testing

@testable import Tessera

@Suite("Dates and what they are called")
struct DateSpanTests {
  @Test("the days of all years that dates can have follow one another")
  func daysFollow() throws {
    let years = CalendarDay.years
    var expected = CalendarDay(year: years.lowerBound)
    var time = expected.start
    while expected.year <= years.upperBound {
      // All days of two years in a century and of the last, and the ends of all other months.
      let isNear = [0, 4, 99].contains(abs(expected.year % 100)) || expected.year > 9998
      let length = CalendarDay.days(inMonth: expected.month, of: expected.year)
      if isNear || expected.day == 1 || expected.day == length {
        try #require(CalendarDay(of: time) == expected)
        try #require(CalendarDay(of: time + CalendarDay.length - 1) == expected)
        try #require(expected.start == time)
      }
      time += CalendarDay.length
      let (year, month) = (expected.year, expected.month)
      if expected.day < length {
        expected = CalendarDay(year: year, month: month, day: expected.day + 1)
      } else {
        expected = month == 12 ? CalendarDay(year: year + 1) : CalendarDay(year: year, month: month + 1)
      }
    }
    #expect(CalendarDay(of: time) == nil)
    #expect(CalendarDay(of: CalendarDay(year: years.lowerBound).start - 1) == nil)
    #expect(CalendarDay(of: .max) == nil && CalendarDay(of: .min) == nil)
  }

  private static let named: [(String?, String?, name: String)] = [
    ("2024-01-01", "2024-12-31T23:59:59.999", "2024"),
    ("2020-01-01", "2029-12-31T23:59:59.999", "2020–2029"),
    ("0000-01-01", "0999-12-31T23:59:59.999", "0000–0999"),
    ("2024-02-01", "2024-02-29T23:59:59.999", "2024-02"),
    ("2023-12-01", "2024-01-31T23:59:59.999", "2023-12–2024-01"),
    ("2024-05-17", "2024-05-17T23:59:59.999", "2024-05-17"),
    ("2024-05-17", "2024-06-16T23:59:59.999", "2024-05-17–2024-06-16"),
    ("2024-05-17", "2024-05-17", "2024-05-17T00:00Z"),
    ("2024-05-17T08:30:01", "2024-05-18T00:00:00.020", "2024-05-17T08:30:01Z–2024-05-18T00:00:00.020Z"),
    ("2020-01-01", nil, "2020–"), (nil, "2024-05-31T23:59:59.999", "–2024-05"), (nil, nil, "–"),
    ("7.5", "2024-05-17", "7.5–2024-05-17T00:00Z"), ("1e20", nil, "100000000000000000000–"),
    ("9999-12-31T23:59-10:00", nil, "253402336740000–"),
  ]

  @Test("whole years, months and days are called so, all else by its times", arguments: named)
  func described(_ from: String?, _ through: String?, expected: String) {
    let span = DateSpan(from: from.flatMap { Number($0) }, through: through.flatMap { Number($0) })
    #expect(span.description == expected)
  }

  @Test("what is read as a year, month or day is called so")
  func read() {
    for text in ["2024", "0000", "9999", "2024-02", "9999-12", "1969-12-31", "2024-02-29"] {
      #expect(DateSpan(text)?.description == text)
    }
    for text in [
      "", "202", "20240", "2024-13", "2023-02-29", "2024-5", "-024", "2024-05-17T08:30", "+024", " 2024",
    ] {
      #expect(DateSpan(text) == nil, "\(text)")
    }
    #expect(DateSpan("2024-02")?.from == Number("2024-02"))
    #expect(DateSpan("2024-02")?.through == Number("2024-02-29T23:59:59.999"))
  }

  @Test("the text of a date reads back", arguments: 0..<20)
  func textOfDates(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let bounds = CalendarDay(year: 0).start..<CalendarDay(year: 10_000).start
    for unit in [1, 1000, 60_000, 86_400_000] as [Int64] {
      for _ in 0..<200 {
        let time = Int64.random(in: bounds, using: &random) / unit * unit
        let number = Number.integer(time)
        #expect(number.dateText.flatMap { Number($0) } == number)
      }
    }
    #expect(Number.integer(bounds.lowerBound - 1).dateText == nil)
    #expect(Number.integer(bounds.upperBound).dateText == nil)
    #expect(Number.double(0.5).dateText == nil && Number.double(1e300).dateText == nil)
    #expect(Number.double(60_000).dateText == "1970-01-01T00:01Z")
  }
}
