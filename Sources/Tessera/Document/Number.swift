/// The value of a number field: an integer exact to 64 bits, or a double. Dates are integers: milliseconds since 1970 in UTC.
///
/// Numbers compare by value, whichever way they are kept: `.integer(7)` equals `.double(7)`, and
/// `.integer(9007199254740993)` is greater than `.double(9007199254740992)`.
public enum Number: Sendable {
  case integer(Int64)
  /// Never NaN: a NaN that is made nevertheless compares as zero.
  case double(Double)

  /// `value` as an integer when it is one within 64 bits, so that equal numbers are kept alike; nil for NaN and
  /// the infinities.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if let integer = Int64(exactly: value) { self = .integer(integer) } else { self = .double(value) }
  }

  public init(_ value: Int64) { self = .integer(value) }

  /// The nearest double.
  public var doubleValue: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .double(let double): double
    }
  }

  /// The one way this number is kept.
  private var canonical: Number {
    guard case .double(let double) = self else { return self }
    if let integer = Int64(exactly: double) { return .integer(integer) }
    return double.isNaN ? .integer(0) : self
  }
}

extension Number: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int64) { self = .integer(value) }

  public init(floatLiteral value: Double) { self = Number(value) ?? .double(value) }
}

extension Number: Hashable {
  public static func == (left: Number, right: Number) -> Bool {
    switch (left.canonical, right.canonical) {
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch canonical {
    case .integer(let integer): hasher.combine(integer)
    case .double(let double): hasher.combine(double)
    }
  }
}

extension Number: Comparable {
  public static func < (left: Number, right: Number) -> Bool {
    switch (left.canonical, right.canonical) {
    case (.integer(let left), .integer(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.integer(let left), .double(let right)): isLess(left, right)
    case (.double(let left), .integer(let right)): isLess(left, right)
    }
  }

  private static func isLess(_ left: Int64, _ right: Double) -> Bool {
    if right >= 0x1p63 { return true }
    if right < -0x1p63 { return false }
    // Within the range of Int64: an integer is less than a double exactly when it is less than its ceiling.
    let ceiling = right.rounded(.up)
    return ceiling >= 0x1p63 || left < Int64(ceiling)
  }

  private static func isLess(_ left: Double, _ right: Int64) -> Bool {
    if left >= 0x1p63 { return false }
    if left < -0x1p63 { return true }
    return Int64(left.rounded(.down)) < right
  }
}

extension Number: CustomStringConvertible {
  /// The number as JSON, the shortest text that reads back as the same value.
  public var description: String {
    switch canonical {
    case .integer(let integer): return String(integer)
    case .double(let double):
      var text: [UInt8] = []
      let shortest = Array(String(describing: double).utf8)
      guard shortest.withUnsafeBufferPointer({ DecimalText.append($0, to: &text) }) else {
        return double < 0 ? "-1e999" : "1e999"
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
