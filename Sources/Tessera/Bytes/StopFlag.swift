import Glibc
import Synchronization

/// Whether a search is to end before it is done: set from any thread, or by the clock.
final class StopFlag: Sendable {
  private let isSet = Atomic(false)
  /// In nanoseconds of the monotonic clock; nil for none.
  private let deadline: UInt64?
  /// How often it may still be looked at before it raises itself; nil for ever.
  private let looks: Looks?

  private final class Looks: Sendable {
    let left: Atomic<Int>
    init(_ count: Int) { left = Atomic(count) }
  }

  /// - Parameter nanoseconds: from now on; nil for no end.
  init(after nanoseconds: UInt64? = nil) {
    deadline = nanoseconds.map {
      let (end, isOver) = Self.now().addingReportingOverflow($0); return isOver ? .max : end
    }
    looks = nil
  }

  /// A flag that is raised when it has been looked at so often: so that tests can end a search at each place where it
  /// can be ended.
  init(afterLooks count: Int) {
    deadline = nil
    looks = Looks(count)
  }

  func set() { isSet.store(true, ordering: .relaxed) }

  /// Looks at the flag, and at the clock too where `checksClock`.
  @inline(__always)
  func isRaised(checksClock: Bool) -> Bool {
    if isSet.load(ordering: .relaxed) { return true }
    if let looks, looks.left.subtract(1, ordering: .relaxed).newValue < 0 {
      set()
      return true
    }
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
