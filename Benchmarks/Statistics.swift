import Glibc

/// Percentiles and means of times.
enum Statistics {
  /// The value at a percentile, by nearest rank: at least `percent` % of the values are no greater.
  ///
  /// - Complexity: O(*n* log *n*) comparisons.
  static func percentile(_ percent: Double, of values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
    return sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
  }

  static func median(_ values: [Double]) -> Double { percentile(50, of: values) }

  /// The mean of ratios: halves and doubles cancel.
  static func geometricMean(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
  }
}

/// A number as people read it: three digits where it is small, none behind the point where it is large.
func short(_ value: Double) -> String {
  guard value.isFinite else { return "-" }
  let places: Double = value.magnitude < 10 ? 100 : value.magnitude < 100 ? 10 : 1
  let rounded = (value * places).rounded() / places
  return places == 1 ? "\(Int(rounded))" : "\(rounded)"
}
