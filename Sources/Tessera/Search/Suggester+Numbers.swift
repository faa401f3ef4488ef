import CVector

// Numbers are suggested as ranges: those that begin with the digits typed, or what is in a field that is named alone.
// The values of a date field are milliseconds, so there the ranges are years, months and days.

extension Suggester {
  func holdsDates(_ field: Int) -> Bool { run.searcher.holdsDates(field) }

  /// Whether a number field is a facet field too.
  private func isFacet(_ field: Int) -> Bool { schema.facets.contains(schema.numbers[field]) }

  /// At most how many of the last words a number or a date has.
  func longestNumber(of text: SuggestionText) -> Int {
    let date = text.date.flatMap { schema.numbers.indices.contains(where: holdsDates) ? $0.run : nil }
    return max(date ?? 0, text.number != nil ? 1 : 0)
  }

  func shown(_ from: Number, _ through: Number, of field: Int) -> String {
    Number.shown(from: from, through: through, isDate: holdsDates(field))
  }

  /// The ranges of numbers that begin with the digits of the text; of a field that is named alone, its numbers.
  func enterNumbers(
    _ runLength: Int, _ text: SuggestionText, _ contexts: [ContextMatches], _ best: inout BestCounts
  ) throws(TesseraError) {
    let number = runLength == 1 ? text.number : nil
    let date = text.date.flatMap { $0.run == runLength ? $0 : nil }
    for field in text.named?.numbers ?? (runLength == 0 ? [] : Array(schema.numbers.indices)) {
      switch (isDated: holdsDates(field), isNamedAlone: runLength == 0) {
      case (true, true): try enter(years(of: field), of: field, contexts, &best)
      case (true, false): try enter(date?.spans ?? [], of: field, contexts, &best)
      // Of a facet field the single numbers are among its values.
      case (false, true) where isFacet(field): continue
      case (false, true): try enterAllNumbers(of: field, contexts, &best)
      case (false, false):
        guard let number else { continue }
        for (from, through) in NumberRanges.beginning(with: number, isOpen: text.prefix != nil)
        where from < through || !isFacet(field) {
          try enterRange(from: .integer(from), through: .integer(through), of: field, contexts, &best)
        }
      }
    }
  }

  private func enterRange(
    from: Number, through: Number, of field: Int, _ contexts: [ContextMatches], _ best: inout BestCounts
  ) throws(TesseraError) {
    if isCommitted(field, from, through) { return }
    let count = try count(field, from, through, contexts)
    if count > 0 { try enter(from, through, field, count, contexts, &best) }
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
    var tallies: [NumberTally] = []
    for (segment, context) in zip(segments, contexts) {
      tallies.append(try NumberTally(segment.reader.numbers[field], of: context, scratch: scratch))
    }
    if tallies.count == 1 {
      // The highest counts alone need their numbers read; those that are committed may be among them.
      let wanted = run.options.suggestions + run.query.conditions.count
      for (count, number) in try tallies[0].highest(wanted) where !isCommitted(field, number, number) {
        try enter(number, number, field, count, contexts, &best)
      }
      return
    }
    while let number = tallies.compactMap(\.next).min() {
      var count = 0
      for place in tallies.indices where tallies[place].next == number {
        count += tallies[place].count
        try tallies[place].advance()
      }
      if !isCommitted(field, number, number) { try enter(number, number, field, count, contexts, &best) }
    }
  }

  // MARK: Dates

  /// The years of the dates in a field, ascending.
  private func years(of field: Int) throws(TesseraError) -> [DateSpan] {
    var years: Set<Int64> = []
    for segment in segments {
      let column = segment.reader.numbers[field]
      var ordinal: UInt32 = 0
      while ordinal < column.values.count {
        let (year, end) = try column.year(at: ordinal)
        years.insert(year)
        ordinal = end
      }
    }
    return years.sorted().map { DateSpan(.year, of: CalendarDay(year: $0)) }
  }

  /// Enters years, months or days, all of those in a field from the first through the last of them.
  ///
  /// A document with several dates in one of them counts once there, but once for each in the sum of the dates' counts.
  /// So where documents have several, the sums are bounds, and those with the highest are counted.
  ///
  /// - Complexity: that of counting all values, and where documents have several, of a range for each one counted.
  private func enter(
    _ spans: [DateSpan], of field: Int, _ contexts: [ContextMatches], _ best: inout BestCounts
  ) throws(TesseraError) {
    guard let first = spans.first, let last = spans.last else { return }
    if spans.count == 1, let from = first.from, let through = first.through {
      return try enterRange(from: from, through: through, of: field, contexts, &best)
    }
    var sums = [Int](repeating: 0, count: spans.count)
    var isExact = true
    for (segment, context) in zip(segments, contexts) where context.count > 0 {
      let column = segment.reader.numbers[field]
      let all = try column.ordinalRange(from: first.from, through: last.through)
      if all.isEmpty { continue }
      let counts = scratch.zeros(UInt32.self, column.values.count + 16)
      try context.tally(column.ordinals, into: counts)
      for (index, span) in spans.enumerated() {
        for ordinal in try column.ordinalRange(from: span.from, through: span.through) {
          sums[index] += Int(counts[Int(ordinal)])
        }
      }
      let total = all.reduce(0) { $0 + Int(counts[Int($1)]) }
      if try total != context.count(column.ordinals, in: all) { isExact = false }
    }
    for index in spans.indices.sorted(by: { sums[$0] > sums[$1] }) where sums[index] > 0 {
      if let worst = best.worst, sums[index] < worst.count { return }
      guard let from = spans[index].from, let through = spans[index].through else { continue }
      if !isExact {
        try enterRange(from: from, through: through, of: field, contexts, &best)
      } else if !isCommitted(field, from, through) {
        try enter(from, through, field, sums[index], contexts, &best)
      }
    }
  }

  private func enter(
    _ from: Number, _ through: Number, _ field: Int, _ count: Int, _ contexts: [ContextMatches],
    _ best: inout BestCounts
  ) throws(TesseraError) {
    if holdsDates(field), try isValue(from, through, of: field, count, contexts) { return }
    try best.insert(
      BestCounts.Entry(
        count: count, value: .numbers(from: from, through: through), field: field, segment: 0, number: 0))
  }

  /// Whether a facet field has a value of the same writing with the same documents, which is offered then, or required
  /// already.
  private func isValue(
    _ from: Number, _ through: Number, of field: Int, _ count: Int, _ contexts: [ContextMatches]
  ) throws(TesseraError) -> Bool {
    guard let place = schema.facets.firstIndex(of: schema.numbers[field]) else { return false }
    let value = FacetFolding.fold(shown(from, through, of: field))
    var withValue = 0
    for (segment, context) in zip(segments, contexts) {
      let facet = segment.reader.facets[place]
      if let entry = try facet.terms.find(value) { withValue += try context.count(entry, of: facet.lists) }
    }
    return withValue == count
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
