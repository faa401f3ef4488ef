import Glibc
import Tessera
import TesseraPresentation

/// What `/metrics` counts. Labels are names of our own: nothing a client sends becomes one.
final class Metrics: Sendable {
  private struct Series: Hashable {
    let route: String
    let status: UInt32
  }

  /// Durations of one route, in the buckets of a Prometheus histogram.
  private struct Histogram {
    static let bounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1]
    var counts = [Int](repeating: 0, count: bounds.count)
    var count = 0
    var sum = 0.0

    mutating func add(_ seconds: Double) {
      if let bucket = Self.bounds.firstIndex(where: { seconds <= $0 }) { counts[bucket] += 1 }
      count += 1
      sum += seconds
    }
  }

  private struct Counts {
    var requests: [Series: Int] = [:]
    var durations: [String: Histogram] = [:]
  }

  private let counts = Guarded(Counts())

  func count(_ route: String, _ status: HTTPResponse.Status, _ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    counts.withLock { counts in
      counts.requests[Series(route: route, status: status.rawValue), default: 0] += 1
      counts.durations[route, default: Histogram()].add(Double(seconds) + Double(attoseconds) * 1e-18)
    }
  }

  /// In Prometheus' text format.
  func text(_ state: SnapshotSource.State) -> String {
    let counts = counts.withLock { $0 }
    var lines = ["# TYPE tessera_requests_total counter"]
    let series = counts.requests.sorted { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }
    for (series, count) in series {
      lines.append("tessera_requests_total{route=\"\(series.route)\",status=\"\(series.status)\"} \(count)")
    }
    lines.append("# TYPE tessera_request_seconds histogram")
    for (route, histogram) in counts.durations.sorted(by: { $0.key < $1.key }) {
      var sum = 0
      for (bound, count) in zip(Histogram.bounds, histogram.counts) {
        sum += count
        lines.append("tessera_request_seconds_bucket{route=\"\(route)\",le=\"\(bound)\"} \(sum)")
      }
      lines += [
        "tessera_request_seconds_bucket{route=\"\(route)\",le=\"+Inf\"} \(histogram.count)",
        "tessera_request_seconds_sum{route=\"\(route)\"} \(histogram.sum)",
        "tessera_request_seconds_count{route=\"\(route)\"} \(histogram.count)",
      ]
    }
    lines += [
      "# TYPE tessera_documents gauge", "tessera_documents \(state.snapshot.documentCount)",
      "# TYPE tessera_reloads_total counter", "tessera_reloads_total \(state.reloads)",
      "# TYPE tessera_reload_failed gauge", "tessera_reload_failed \(state.failure == nil ? 0 : 1)",
    ]
    if let bytes = Self.residentBytes {
      lines += ["# TYPE process_resident_memory_bytes gauge", "process_resident_memory_bytes \(bytes)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The second number of `/proc/self/statm`, in pages.
  private static var residentBytes: Int? {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let numbers = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
