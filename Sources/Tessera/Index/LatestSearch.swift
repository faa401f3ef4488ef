/// Runs searches of which the newest alone counts, as one types: each cancels the one before it.
///
/// ```swift
/// let latest = LatestSearch()
/// // At every keystroke, on any thread:
/// let page = try latest.search(query, in: snapshot, options: options)  // throws .cancelled when a newer one came
/// ```
public final class LatestSearch: Sendable {
  private let current = Guarded<SearchCancellation?>(nil)

  public init() {}

  /// The answer to a query, unless another search begins before it is there.
  ///
  /// - Throws: `.cancelled` when a newer search has begun or `cancel` was called, also where the answer was just found.
  public func search(
    _ query: Query, in snapshot: IndexSnapshot, options: SearchOptions = SearchOptions(),
    budget: Duration? = nil
  ) throws(TesseraError) -> SearchPage {
    let mine = SearchCancellation(budget: budget)
    begin(mine)
    let page = try snapshot.search(query, options: options, cancellation: mine)
    let isNewest = current.withLock { current in
      guard current === mine else { return false }
      current = nil
      return true
    }
    if !isNewest { throw .cancelled }
    return page
  }

  /// Cancels the search that is under way, if there is one.
  public func cancel() { begin(nil) }

  private func begin(_ next: SearchCancellation?) {
    let before = current.withLock { current in
      defer { current = next }
      return current
    }
    before?.cancel()
  }
}
