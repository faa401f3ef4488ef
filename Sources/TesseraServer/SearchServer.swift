import Glibc
import Tessera
import TesseraPresentation

/// An index on the network: searches and suggestions as JSON, and a page with a search field.
///
/// ```swift
/// let server = try SearchServer(index: "films", port: 8080)
/// print(server.address)
/// ```
/// The article Server of Tessera's documentation says what it answers. It serves the newest commit of the index,
/// also of other processes.
public final class SearchServer: Sendable {
  /// Where to find the page.
  public let address: String
  public let port: Int
  private let service: SearchService
  private let server: HTTPServer

  /// Starts at once, on threads of its own.
  ///
  /// - Parameters:
  ///   - folder: The folder of the index.
  ///   - host: A numeric address, or `localhost`.
  ///   - port: 0 for one that is free.
  /// - Throws: What opening the index throws; `.io` when the address is taken or not this machine's.
  public init(
    index folder: String, host: String = "127.0.0.1", port: UInt16 = 8080,
    limits: ServerLimits = ServerLimits()
  ) throws(TesseraError) {
    let numeric = host == "localhost" ? "127.0.0.1" : host
    let service = SearchService(
      try SnapshotSource(folder: folder), limits: limits, isLocal: HTTPServer.isLoopback(numeric))
    self.service = service
    do throws(HTTPServer.Failure) {
      server = try HTTPServer(host: numeric, port: port, limits: limits) { service.answer($0) }
    } catch {
      let reason = error.code.map { String(cString: strerror($0)) } ?? "this is no numeric address"
      throw TesseraError(.io, "cannot listen at \(host), port \(port): \(reason)")
    }
    self.port = server.port
    address = "http://\(numeric.contains(":") ? "[\(numeric)]" : numeric):\(server.port)/"
  }

  /// The documents of the newest commit.
  public var documentCount: Int { service.source.current().snapshot.documentCount }

  /// Lets go of a commit that is no longer the newest, also while nobody asks. Call it now and then.
  public func refresh() {
    service.source.retry()
    _ = service.source.current()
  }

  /// Stops listening, lets answers under way be sent, and closes. The last call.
  public func stop() { server.stop() }
}

/// The signals that ask a process to end, to wait for.
public struct StopSignals {
  private var signals = sigset_t()

  /// From now on they no longer end the process. Call it before there are other threads.
  public init() {
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Whether one has come within the time.
  public func wait(milliseconds: Int) -> Bool {
    var signals = signals
    var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
    return sigtimedwait(&signals, nil, &time) > 0
  }
}
