/// Time since it was made.
struct Stopwatch {
  private let start = ContinuousClock.now

  var seconds: Double {
    let parts = (ContinuousClock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }

  /// Seconds to the millisecond, for JSON.
  var rounded: Double { (seconds * 1000).rounded() / 1000 }
}
