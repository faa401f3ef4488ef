/// A way to end a search before it is done, from any thread: the search then throws `.cancelled`.
///
/// Several searches may have the same. One that has ended is not affected.
public final class SearchCancellation: Sendable {
  let flag: StopFlag

  /// - Parameter budget: after how long the searches are cancelled without a call; nil for never.
  public init(budget: Duration? = nil) {
    flag = StopFlag(
      after: budget.map { budget in
        let (seconds, attoseconds) = budget.components
        let nanoseconds = max(0, min(Double(seconds) * 1e9 + Double(attoseconds) / 1e9, 1e18))
        return UInt64(nanoseconds)
      })
  }

  init(_ flag: StopFlag) { self.flag = flag }

  /// Ends the searches within some milliseconds. May be called again.
  public func cancel() { flag.set() }

  /// Whether the searches are to end.
  public var isCancelled: Bool { flag.isRaised(checksClock: true) }

  /// Throws `.cancelled` when the searches are to end: for work that goes on behind a search.
  package func check() throws(TesseraError) {
    if isCancelled { throw .cancelled }
  }
}
