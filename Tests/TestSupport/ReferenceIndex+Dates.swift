import Foundation
import Tessera

// What is suggested of fields of dates: of each date its day as text, and what begins with the text typed.

extension ReferenceIndex {
  /// Whether all numbers of a field were written as dates, those of deleted documents too.
  ///
  /// The engine asks each segment, and a merge leaves it at what the segments said. So this is right as long as documents
  /// with other numbers in the field do not all go away.
  func holdsDates(_ field: String) -> Bool {
    documents.contains { !($0.numbers[field] ?? []).isEmpty }
      && !documents.contains { $0.undated.contains(field) }
  }

  /// Of the last words, or of a field that is named alone; `typed` is the text, or what stands behind the name.
  func dates(
    _ fields: [String], _ typed: String, _ words: [ReferenceTerm], _ prefix: ReferencePrefix?,
    _ context: [ReferenceDocument], _ query: Query, isNamed: Bool
  ) -> [Found] {
    fields.filter { schema.numbers.contains($0) && holdsDates($0) }.flatMap { field -> [Found] in
      let days = context.map { ($0.numbers[field] ?? []).map(day) }
      let run = words.count + (prefix == nil ? 0 : 1)
      var beginnings: Set<String> = []
      if run == 0 {
        if isNamed { beginnings = Set(days.joined().map { String($0.prefix(4)) }) }
      } else {
        let part = typed.split(whereSeparator: { " \t\n\r".contains($0) }).last.map(String.init) ?? ""
        if part.wholeMatch(of: /[0-9]{4}-.*/) != nil {
          let parts = part.split(separator: "-", omittingEmptySubsequences: false).count
          let whole = days.joined().map { String($0.prefix(parts == 2 ? 7 : 10)) }
          if run == part.split(separator: "-").count {
            beginnings = Set(whole.filter { prefix == nil ? $0 == part : $0.hasPrefix(part) })
          }
        } else if run == 1 {
          let digits = String(decoding: prefix?.term ?? words[0], as: UTF8.self)
          let isYear = digits.wholeMatch(of: /[0-9]{1,4}/) != nil && (prefix != nil || digits.count == 4)
          if isYear { beginnings = [digits] }
        }
      }
      return beginnings.compactMap { beginning in
        let (from, through) = range(of: beginning)
        let count = days.count { $0.contains { $0.hasPrefix(beginning) } }
        // A facet field offers it as a value.
        let value = text.folded(shown(beginning))
        let withValue = context.count { $0.facets[field]?[value] != nil }
        return withValue == count ? nil : found(field, from, through, count, query)
      }
    }
  }
}

/// A year, month or day as it is; the first digits of years as the years that begin so.
private func shown(_ beginning: String) -> String {
  func year(_ digit: String) -> String { beginning + String(repeating: digit, count: 4 - beginning.count) }
  return beginning.count < 4 ? "\(year("0"))–\(year("9"))" : beginning
}

/// The times whose days begin with a year or its first digits, a month, or a day.
private func range(of beginning: String) -> (from: Number, through: Number) {
  func digits(_ filling: String) -> String {
    beginning + String(repeating: filling, count: max(0, 4 - beginning.count))
  }
  let (first, last) =
    beginning.count > 4 ? (beginning, beginning) : (digits("0") + "-01-01", digits("9") + "-12")
  let ends = last.count == 7 ? ["31", "30", "29", "28"].map { "\(last)-\($0)" } : [last]
  let end = ends.compactMap { Number($0 + "T24:00") }[0]
  guard case .integer(let milliseconds) = end else { return (end, end) }
  return (Number(first)!, .integer(milliseconds - 1))
}

/// The day of a date as text.
private func day(_ number: Number) -> String {
  guard case .integer(let milliseconds) = number else { return "" }
  var days = Int((Double(milliseconds) / 86_400_000).rounded(.down))
  var year = 1970
  func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
  func length(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }
  while days < 0 {
    year -= 1
    days += length(year)
  }
  while days >= length(year) {
    days -= length(year)
    year += 1
  }
  var month = 0
  let months = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  while days >= months[month] {
    days -= months[month]
    month += 1
  }
  return String(format: "%04d-%02d-%02d", year, month + 1, days + 1)
}
