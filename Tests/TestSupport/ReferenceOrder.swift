import Tessera

/// Whether one number is below another, exactly: an integer is never rounded to a double.
package func precedes(_ left: Number, _ right: Number) -> Bool {
  switch (left, right) {
  case (.integer(let left), .integer(let right)): left < right
  case (.double(let left), .double(let right)): left < right
  case (.integer(let left), .double(let right)): compare(left, right) < 0
  case (.double(let left), .integer(let right)): compare(right, left) > 0
  }
}

/// Below, at or above zero, as the integer is below, at or above the double.
private func compare(_ integer: Int64, _ double: Double) -> Int {
  if double >= 0x1p63 { return -1 }
  if double < -0x1p63 { return 1 }
  let whole = Int64(double.rounded(.down))
  if integer != whole { return integer < whole ? -1 : 1 }
  return Double(whole) < double ? -1 : 0
}

extension ReferenceIndex {
  typealias Ranked = (document: ReferenceDocument, match: ReferencePage.Match)

  /// Whether one match comes before another.
  func comparison(for order: SearchOptions.Order) -> (Ranked, Ranked) -> Bool {
    switch order {
    case .relevance:
      return { left, right in
        left.match.score != right.match.score
          ? left.match.score > right.match.score : left.match.place < right.match.place
      }
    case .field(nil, let descending):
      return { left, right in
        descending
          ? right.match.key.utf8.lexicographicallyPrecedes(left.match.key.utf8)
          : left.match.key.utf8.lexicographicallyPrecedes(right.match.key.utf8)
      }
    case .field(let field?, let descending):
      return { left, right in
        let values = [left, right].map { sortValue(of: $0.document, field, descending: descending) }
        switch (values[0], values[1]) {
        case (let a?, let b?) where precedes(a, b): return !descending
        case (let a?, let b?) where precedes(b, a): return descending
        case (_?, nil): return true
        case (nil, _?): return false
        default: return left.match.place < right.match.place
        }
      }
    }
  }

  /// Of several values the one that brings the document furthest to the front.
  private func sortValue(of document: ReferenceDocument, _ field: String, descending: Bool) -> Number? {
    let values = document.numbers[field] ?? []
    return descending ? values.max(by: precedes) : values.min(by: precedes)
  }
}
