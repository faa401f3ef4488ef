import Synchronization

/// A value that one thread at a time may use.
///
/// It is a `Mutex` that the thread sanitizer understands: where threads meet at a mutex on Linux, the kernel hands it
/// from one to the next, which no instruction of the program shows, and the sanitizer then reports races that are
/// none. So each holder also leaves a mark that the next one reads.
package struct Guarded<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  /// What it holds is of no matter, only that it is stored last and loaded first.
  private let mark = Atomic(false)

  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Waits until no other thread has the value, and lends it to `body`; not to be called again within.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value) throws(Failure) in
      _ = mark.load(ordering: .acquiring)
      defer { mark.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}
