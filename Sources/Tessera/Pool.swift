/// Things that are dear to make, for as many callers as there are at once.
package final class Pool<Item>: Sendable {
  private struct Free: @unchecked Sendable {
    var items: [Item] = []
  }
  private let free = Guarded(Free())
  private let make: @Sendable () -> Item

  package init(_ make: @escaping @Sendable () -> Item) {
    self.make = make
  }

  /// Lends an item that nobody else has meanwhile: a free one, or one more.
  package func withItem<Result, Failure: Error>(
    _ body: (inout Item) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var lent = Lent(item: free.withLock { $0.items.popLast() } ?? make())
    defer { free.withLock { [lent] in $0.items.append(lent.item) } }
    return try body(&lent.item)
  }

  /// Crosses the lock: an item belongs to one caller at a time.
  private struct Lent: @unchecked Sendable {
    var item: Item
  }
}
