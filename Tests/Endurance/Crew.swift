import Glibc
import Synchronization
import Tessera

/// Threads that do their parts at the same time.
enum Crew {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` with each number below `count`, each on a thread of its own, and `beside` on this one.
  ///
  /// - Parameter beside: is told by its end that the others are to stop; also where it throws.
  /// - Throws: the first error of any.
  static func run(
    _ count: Int, _ body: @escaping @Sendable (_ number: Int, _ stop: StopSign) throws -> Void,
    beside: (_ stop: StopSign) throws -> Void = { _ in }
  ) throws {
    let (failure, stop) = (Failure(), StopSign())
    var threads: [pthread_t] = []
    for number in 0..<count {
      threads.append(
        start {
          do { try body(number, stop) } catch {
            failure.note(error)
            stop.set()
          }
        })
    }
    do { try beside(stop) } catch { failure.note(error) }
    if failure.isNoted || count == 0 { stop.set() }
    for thread in threads { pthread_join(thread, nil) }
    try failure.rethrow()
  }

  static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, work)
    precondition(status == 0, "no more threads: errno \(status)")
    return thread
  }

  private final class Failure: Sendable {
    private let first = Guarded<(any Error)?>(nil)
    func note(_ error: any Error) { first.withLock { $0 = $0 ?? error } }
    var isNoted: Bool { first.withLock { $0 != nil } }
    func rethrow() throws { if let error = first.withLock({ $0 }) { throw error } }
  }
}

/// Tells threads to come to an end.
final class StopSign: Sendable {
  private let isRaised = Atomic(false)
  var isSet: Bool { isRaised.load(ordering: .acquiring) }
  func set() { isRaised.store(true, ordering: .releasing) }
}
