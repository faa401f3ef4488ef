import Tessera

extension SearchToken {
  /// The field, where there is one, and the rest in words for a person.
  ///
  /// - Parameter dates: the number fields that hold dates.
  package func shown(dates: [String]) -> (field: String?, value: String) {
    switch self {
    case .facet(let field, let value): (field, value)
    case .anyOf(let field, let values): (field, values.joined(separator: " or "))
    case .noneOf(let field, let values): (field, "not " + values.joined(separator: ", "))
    case .numbers(let field, let from, let through):
      (field, Number.shown(from: from, through: through, isDate: dates.contains(field)))
    case .plain(let text): (nil, text)
    }
  }
}
