import Glibc

/// Threads that all do the same until it is done.
enum WorkerThreads {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` with each number below `count`, at the same time; the last one on the calling thread.
  ///
  /// Where the system gives no more threads, fewer run and each does its part one after the other.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    for number in 0..<max(0, count - 1) {
      if let thread = start({ body(number) }) { threads.append(thread) } else { body(number) }
    }
    body(count - 1)
    for thread in threads { pthread_join(thread, nil) }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if status == 0 { return thread }
    work.release()
    return nil
  }
}
