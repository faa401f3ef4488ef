/// The end of a typed text as a date, or the beginning of one.
///
/// Up to four digits begin years: `2024`, the decade `202`. Behind a whole year and a hyphen months begin, `2024-0`, and
/// behind a month days, `2024-05-1`; then all of the text behind its last blank is the date. A closed text is complete:
/// a year, a month or a day.
struct TypedDate: Sendable {
  /// How many of the last words are the date's.
  let run: Int
  /// What it may be, ascending. Each has two bounds.
  let spans: [DateSpan]

  /// - Parameters:
  ///   - text: in UTF-8, its first byte being where the words' starts count from.
  ///   - isOpen: whether the last word may go on.
  init?(_ text: ArraySlice<UInt8>, words: [TypedWord], isOpen: Bool) {
    let end = text.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? text.startIndex
    let start = text[..<end].lastIndex(where: \.isBlank).map { $0 + 1 } ?? text.startIndex
    let part = text[start..<end]
    if part.count > 4, part.prefix(4).allSatisfy(Self.isDigit), part[start + 4] == UInt8(ascii: "-") {
      spans = Self.spans(of: String(decoding: part, as: UTF8.self), isOpen: isOpen)
      run = words.count { $0.start >= start - text.startIndex }
    } else {
      guard let digits = words.last?.term, digits.count <= 4, digits.allSatisfy(Self.isDigit),
        let years = Self.years(String(decoding: digits, as: UTF8.self), isOpen: isOpen)
      else { return nil }
      (spans, run) = ([years], 1)
    }
    if spans.isEmpty { return nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func years(_ digits: String, isOpen: Bool) -> DateSpan? {
    let rest = 4 - digits.utf8.count
    guard rest == 0 || isOpen, let first = Int64(digits + String(repeating: "0", count: rest)),
      let last = Int64(digits + String(repeating: "9", count: rest))
    else { return nil }
    return DateSpan(from: CalendarDay(year: first), through: CalendarDay(year: last), .year)
  }

  /// The months or days that begin with a text, such as `2024-0`; where it is complete, that one.
  private static func spans(of text: String, isOpen: Bool) -> [DateSpan] {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let year = Int64(parts[0]) else { return [] }
    func isMeant(_ name: String) -> Bool { isOpen ? name.hasPrefix(text) : name == text }
    if parts.count == 2 {
      return (1...12).map { CalendarDay(year: year, month: $0) }
        .filter { isMeant(CalendarUnit.month.name(of: $0)) }.map { DateSpan(.month, of: $0) }
    }
    guard parts.count == 3, let month = Int64(parts[1]), 1...12 ~= month else { return [] }
    return (1...CalendarDay.days(inMonth: month, of: year))
      .map { CalendarDay(year: year, month: month, day: $0) }
      .filter { isMeant(CalendarUnit.day.name(of: $0)) }.map { DateSpan(.day, of: $0) }
  }
}
