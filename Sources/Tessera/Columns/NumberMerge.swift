/// The values of several number columns as those of one.
struct NumberMerge {
  /// The new ordinal of a value that no kept document has.
  static let dropped = UInt32.max

  /// For each column the new ordinal of each old one.
  private(set) var maps: [[UInt32]]
  /// How many values were kept.
  private(set) var count = 0

  /// Calls `body` with each distinct value that a kept document has, ascending.
  ///
  /// - Parameter kept: for each column the bitmap of the documents that stay; nil when all do.
  /// - Complexity: O(*n* *k*) in the values of the *k* columns, which are a handful.
  init(
    _ columns: [NumberColumn], kept: [[UInt64]?], _ body: (Number) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    maps = columns.map { [UInt32](repeating: 0, count: $0.values.count) }
    for (source, column) in columns.enumerated() {
      if let bitmap = kept[source] { try dropUnused(in: source, column.ordinals, bitmap) }
    }
    var places = [UInt32](repeating: 0, count: columns.count)
    var heads: [Number?] = []
    for source in columns.indices { heads.append(try next(of: columns[source], source, &places[source])) }
    while let lowest = heads.lazy.compactMap({ $0 }).min() {
      for source in columns.indices where heads[source] == lowest {
        maps[source][Int(places[source])] = UInt32(count)
        places[source] += 1
        heads[source] = try next(of: columns[source], source, &places[source])
        // So that one distinct value comes once, whatever the bytes say.
        if let head = heads[source], head <= lowest {
          throw columns[source].values.unsorted(places[source])
        }
      }
      try body(lowest)
      count += 1
    }
  }

  private mutating func dropUnused(
    in source: Int, _ ordinals: OrdinalColumn, _ bitmap: [UInt64]
  ) throws(TesseraError) {
    try maps[source].withUnsafeMutableBufferPointer { counts throws(TesseraError) in
      guard let counts = counts.baseAddress else { return }
      try bitmap.withUnsafeBufferPointer { bitmap throws(TesseraError) in
        guard let words = bitmap.baseAddress else { return }
        try ordinals.tally(bitmap: words, wordCount: bitmap.count, into: counts)
      }
    }
    for ordinal in maps[source].indices {
      maps[source][ordinal] = maps[source][ordinal] > 0 ? 0 : Self.dropped
    }
  }

  /// The value at the first place that is not dropped, and moves there.
  private func next(
    of column: NumberColumn, _ source: Int, _ place: inout UInt32
  ) throws(TesseraError) -> Number? {
    while place < maps[source].count, maps[source][Int(place)] == Self.dropped { place += 1 }
    return place < maps[source].count ? try column.value(place) : nil
  }
}
