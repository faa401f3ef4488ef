import Glibc
import Synchronization

/// Whether a search is to end before it is done: set from any thread, or by the clock.
final class StopFlag: Sendable {
  private let isSet = Atomic(false)
  /// In nanoseconds of the monotonic clock; nil for none.
  private let deadline: UInt64?

  /// - Parameter nanoseconds: from now on; nil for no end.
  init(after nanoseconds: UInt64? = nil) {
    deadline = nanoseconds.map {
      let (end, isOver) = Self.now().addingReportingOverflow($0); return isOver ? .max : end
    }
  }

  func set() { isSet.store(true, ordering: .relaxed) }

  /// Looks at the flag, and at the clock too where `checksClock`.
  @inline(__always)
  func isRaised(checksClock: Bool) -> Bool {
    if isSet.load(ordering: .relaxed) { return true }
    guard checksClock, let deadline, Self.now() >= deadline else { return false }
    set()
    return true
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
