import CVector

// Numbers are suggested as ranges: those that begin with the digits typed, or what is in a field that is named alone.
// The values of a date field are milliseconds, so there the ranges are years, months and days.

extension Suggester {
  func holdsDates(_ field: Int) -> Bool { run.searcher.holdsDates(field) }

  /// At most how many of the last words a number or a date has.
  func longestNumber(of text: SuggestionText) -> Int {
    let date = text.date.flatMap { schema.numbers.indices.contains(where: holdsDates) ? $0.run : nil }
    return max(date ?? 0, text.number != nil ? 1 : 0)
  }

  func shown(_ from: Number, _ through: Number, of field: Int) -> String {
    if holdsDates(field) { return DateSpan(from: from, through: through).description }
    return from == through ? "\(from)" : "\(from)-\(through)"
  }

  /// The ranges of numbers that begin with the digits of the text; of a field that is named alone, its numbers.
  func enterNumbers(
    _ runLength: Int, _ text: SuggestionText, _ contexts: [ContextMatches], _ best: inout BestCounts
  ) throws(TesseraError) {
    if runLength == 0 {
      for field in text.named?.numbers ?? [] {
        if holdsDates(field) {
          try enterYears(of: field, contexts, &best)
        } else {
          try enterAllNumbers(of: field, contexts, &best)
        }
      }
      return
    }
    for field in text.named?.numbers ?? Array(schema.numbers.indices) {
      for (from, through) in ranges(runLength, text, of: field) where !isCommitted(field, from, through) {
        let count = try count(field, from, through, contexts)
        if count > 0 { enter(from, through, field, count, &best) }
      }
    }
  }

  private func ranges(_ runLength: Int, _ text: SuggestionText, of field: Int) -> [(Number, Number)] {
    if holdsDates(field) {
      guard let date = text.date, date.run == runLength else { return [] }
      return date.spans.compactMap { span in
        if let from = span.from, let through = span.through { (from, through) } else { nil }
      }
    }
    guard runLength == 1, let number = text.number else { return [] }
    return NumberRanges.beginning(with: number, isOpen: text.prefix != nil).map {
      (.integer($0.from), .integer($0.through))
    }
  }

  /// How many documents have a number of a range.
  private func count(
    _ field: Int, _ from: Number, _ through: Number, _ contexts: [ContextMatches]
  ) throws(TesseraError) -> Int {
    var count = 0
    for (segment, context) in zip(segments, contexts) {
      let column = segment.reader.numbers[field]
      count += try context.count(column.ordinals, in: column.ordinalRange(from: from, through: through))
    }
    return count
  }

  private func enterAllNumbers(
    of field: Int, _ contexts: [ContextMatches], _ best: inout BestCounts
  ) throws(TesseraError) {
    var sums: [Number: Int] = [:]
    for (segment, context) in zip(segments, contexts) {
      let column = segment.reader.numbers[field]
      let counts = scratch.zeros(UInt32.self, column.values.count + 16)
      try context.tally(column.ordinals, into: counts)
      var top = TopHits(
        capacity: segments.count > 1
          ? column.values.count
          : min(column.values.count, run.options.suggestions + run.query.conditions.count), scratch: scratch)
      var ordinal = Int(cvector_find_above(counts, 0, column.values.count, 0))
      while ordinal < column.values.count {
        top.insert(rank: counts[ordinal], doc: UInt32(ordinal))
        ordinal = Int(cvector_find_above(counts, ordinal + 1, column.values.count, top.rankFloor))
      }
      for (count, ordinal) in top.ranked() { sums[try column.value(ordinal), default: 0] += Int(count) }
    }
    for (number, count) in sums where !isCommitted(field, number, number) {
      enter(number, number, field, count, &best)
    }
  }

  /// The years of a field of dates.
  ///
  /// A document with several dates in one year counts once there, but once for each in the sum of the dates' counts. So
  /// where documents have several, the sums are bounds, and the years with the highest are counted.
  private func enterYears(
    of field: Int, _ contexts: [ContextMatches], _ best: inout BestCounts
  ) throws(TesseraError) {
    var sums: [Int64: Int] = [:]
    var isExact = true
    for (segment, context) in zip(segments, contexts) where context.count > 0 {
      let column = segment.reader.numbers[field]
      let counts = scratch.zeros(UInt32.self, column.values.count + 16)
      try context.tally(column.ordinals, into: counts)
      var total = 0
      var ordinal: UInt32 = 0
      while ordinal < column.values.count {
        let (year, end) = try column.year(at: ordinal)
        let sum = (ordinal..<end).reduce(0) { $0 + Int(counts[Int($1)]) }
        if sum > 0 { sums[year, default: 0] += sum }
        total += sum
        ordinal = end
      }
      if try total != context.count(column.ordinals, in: 0..<UInt32(column.values.count)) { isExact = false }
    }
    for (year, sum) in sums.sorted(by: { $0.value > $1.value }) {
      if let worst = best.worst, sum < worst.count { return }
      let span = DateSpan(.year, of: CalendarDay(year: year))
      guard let from = span.from, let through = span.through, !isCommitted(field, from, through) else {
        continue
      }
      let count = isExact ? sum : try count(field, from, through, contexts)
      enter(from, through, field, count, &best)
    }
  }

  private func enter(
    _ from: Number, _ through: Number, _ field: Int, _ count: Int, _ best: inout BestCounts
  ) {
    best.insert(
      BestCounts.Entry(
        count: count, value: .numbers(from: from, through: through), field: field, segment: 0, number: 0))
  }

  private func isCommitted(_ field: Int, _ from: Number, _ through: Number) -> Bool {
    run.query.conditions.contains { condition in
      guard case .numbers(field, let lower, let upper) = condition else { return false }
      return lower == from && upper == through
    }
  }
}

extension NumberColumn {
  /// The year of a date, and the first ordinal that is not in it.
  fileprivate func year(at ordinal: UInt32) throws(TesseraError) -> (year: Int64, end: UInt32) {
    guard case .integer(let time) = try value(ordinal), let day = CalendarDay(of: time) else {
      throw values.undated(ordinal)
    }
    let span = DateSpan(.year, of: day)
    return (day.year, max(ordinal + 1, try ordinalRange(from: nil, through: span.through).upperBound))
  }
}

/// The whole numbers whose decimal text begins with some digits, as ranges.
enum NumberRanges {
  /// 199, 1990 to 1999, 19900 to 19999, and so on; of a number that is complete, or 0, itself alone.
  static func beginning(with number: Int64, isOpen: Bool) -> [(from: Int64, through: Int64)] {
    var ranges = [(from: number, through: number)]
    guard isOpen, number > 0 else { return ranges }
    while let last = ranges.last {
      let (from, isFromOver) = last.from.multipliedReportingOverflow(by: 10)
      let (through, isThroughOver) = last.through.multipliedReportingOverflow(by: 10)
      if isFromOver || isThroughOver || through > .max - 9 { break }
      ranges.append((from, through + 9))
    }
    return ranges
  }
}
