import Glibc

/// Nanoseconds on a clock that only goes forward.
@inline(__always)
func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

/// Seconds that `body` takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = now()
  try body()
  return Double(now() - start) / 1e9
}

/// Runs the same jobs in passes: some to warm caches and branch predictors, which are not timed, and some that are.
struct Harness {
  var warmUps = 3
  var passes = 5
  /// Seconds after which no new pass starts.
  var budget = 60.0

  struct Times {
    /// For each job its least microseconds over the timed passes.
    var least: [Double]
    /// Microseconds of every timed run.
    var all: [Double]
    /// Passes made, those that warm up included.
    var passes: Int
  }

  /// Runs jobs 0 to `count` - 1 in order, pass after pass, on this thread.
  ///
  /// When the budget ends the run while it is still warming up, the times of those passes count.
  func time(_ count: Int, _ job: (Int) throws -> Void) rethrows -> Times {
    var times = Times(least: [], all: [], passes: 0)
    times.all.reserveCapacity(count * max(passes, warmUps))
    let start = now()
    while times.passes < warmUps + passes {
      if times.passes > 0 && Double(now() - start) / 1e9 > budget { break }
      if times.passes <= warmUps {
        times.least = Array(repeating: .infinity, count: count)
        times.all.removeAll(keepingCapacity: true)
      }
      for index in 0..<count {
        let start = now()
        try job(index)
        let elapsed = Double(now() - start) / 1000
        times.least[index] = min(times.least[index], elapsed)
        times.all.append(elapsed)
      }
      times.passes += 1
    }
    return times
  }
}
