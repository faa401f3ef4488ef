/// What a dictionary knows of a term: how many documents have it and where its list stands in the lists section.
struct TermEntry: Equatable, Sendable {
  let number: TermNumber
  let documentCount: UInt32
  /// Of the list, in bytes from the beginning of the lists section.
  let offset: Int
  /// Of the list.
  let byteCount: Int
}

/// Terms that stand side by side in a dictionary, such as all that begin with a prefix, and their lists together.
struct TermRange: Equatable, Sendable {
  let lower: TermNumber
  /// One past the last.
  let upper: TermNumber
  /// The sum of the terms' document counts; a document with two of the terms counts twice.
  let documentCountSum: UInt64
  /// Of the first list; the others follow it without a gap.
  let offset: Int
  /// Of all lists together.
  let byteCount: Int

  /// Of a dictionary without terms.
  static let empty = TermRange(lower: 0, upper: 0, documentCountSum: 0, offset: 0, byteCount: 0)

  var isEmpty: Bool { lower == upper }
  /// How many terms.
  var count: Int { Int(upper - lower) }

  func contains(_ number: TermNumber) -> Bool { lower <= number && number < upper }
}
