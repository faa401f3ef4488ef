import Tessera

extension SearchToken {
  /// The field, where there is one, and the rest in words for a person.
  package var shown: (field: String?, value: String) {
    switch self {
    case .facet(let field, let value): (field, value)
    case .anyOf(let field, let values): (field, values.joined(separator: " or "))
    case .noneOf(let field, let values): (field, "not " + values.joined(separator: ", "))
    case .numbers(let field, let from, let through):
      (
        field,
        from == through && from != nil
          ? "\(from!)" : "\(from?.description ?? "")–\(through?.description ?? "")"
      )
    case .plain(let text): (nil, text)
    }
  }
}
