/// The numbers of a field: the distinct values, and for each document which of them it has.
///
/// A range of numbers is a range of ordinals, and sorting by number is sorting by ordinal.
struct NumberColumn: Sendable {
  let values: NumberValues
  /// The ordinal of a value is its rank among the values.
  let ordinals: OrdinalColumn

  init(column: SectionBytes, values: SectionBytes) throws(TesseraError) {
    self.values = try NumberValues(values)
    self.ordinals = try OrdinalColumn(column)
    guard self.values.count == self.ordinals.ordinalCount else {
      throw values.corrupt(
        at: 0,
        "there are \(self.values.count) numbers, but the documents' are of \(self.ordinals.ordinalCount)")
    }
  }

  /// The ordinals of the values from `lower` through `upper`; nil is unbounded. Empty when `upper` is below `lower`.
  ///
  /// - Complexity: O(log *n*) in the distinct values.
  func ordinalRange(from lower: Number?, through upper: Number?) throws(TesseraError) -> Range<UInt32> {
    var first: UInt32 = 0
    var end = UInt32(values.count)
    if let lower { first = try values.count(below: lower) }
    if let upper { end = try values.count(below: upper, including: true) }
    return first..<max(first, end)
  }

  func value(_ ordinal: UInt32) throws(TesseraError) -> Number { try values.value(ordinal) }

  /// The lowest and the highest value; nil when no document has one.
  func bounds() throws(TesseraError) -> ClosedRange<Number>? {
    guard values.count > 0 else { return nil }
    let lowest = try value(0)
    return lowest...max(lowest, try value(UInt32(values.count - 1)))
  }
}
