/// One committed token of a search field: a condition that every hit meets.
public enum SearchToken: Sendable, Hashable {
  /// The document has this value in this facet field.
  case facet(String, String)
  /// The document has at least one of these values in this facet field.
  case anyOf(String, [String])
  /// The document has none of these values in this facet field.
  case noneOf(String, [String])
  /// The document has a number between the bounds, both included, in this number field; nil is unbounded.
  case numbers(String, from: Number?, through: Number?)
  /// A plain string, as a token search bar holds it: a document with this value in any facet field;
  /// where no facet field has the value, the complete words of the string, all required.
  case plain(String)

  public static func range(_ field: String, _ bounds: ClosedRange<Int>) -> SearchToken {
    .numbers(field, from: .integer(Int64(bounds.lowerBound)), through: .integer(Int64(bounds.upperBound)))
  }

  public static func range(_ field: String, _ bounds: ClosedRange<Double>) -> SearchToken {
    .numbers(field, from: .double(bounds.lowerBound), through: .double(bounds.upperBound))
  }
}
