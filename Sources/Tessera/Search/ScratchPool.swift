import Synchronization

/// Scratch memory for as many searches as run at once.
final class ScratchPool: Sendable {
  private struct Free: @unchecked Sendable {
    var scratches: [ScratchMemory] = []
  }
  private let free = Mutex(Free())

  /// Runs a search with scratch memory that no other search uses meanwhile.
  ///
  /// - Parameter stop: what may end it before it is done.
  func withScratch<Result>(
    stop: StopFlag?, _ body: (ScratchMemory) throws(TesseraError) -> Result
  ) throws(TesseraError) -> Result {
    let scratch = free.withLock { $0.scratches.popLast() }.map { Unchecked($0) } ?? Unchecked(ScratchMemory())
    scratch.value.reset(stop: stop)
    defer {
      scratch.value.reset()
      free.withLock { [scratch] in $0.scratches.append(scratch.value) }
    }
    return try body(scratch.value)
  }

  /// Crosses the lock: the pool hands a scratch to one search at a time.
  private struct Unchecked: @unchecked Sendable {
    let value: ScratchMemory
    init(_ value: ScratchMemory) { self.value = value }
  }
}
