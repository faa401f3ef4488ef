/// The value of a number field: an integer exact to 64 bits, or a double. Dates are integers: milliseconds since 1970 in UTC.
public enum Number: Sendable, Hashable {
  case integer(Int64)
  /// Never NaN.
  case double(Double)
}
