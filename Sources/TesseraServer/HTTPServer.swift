import CHTTPServer
import Glibc

/// Listens on an address and answers requests on a few threads, each by one call of a function.
///
/// libmicrohttpd does the work; it is behind `CHTTPServer`.
final class HTTPServer: Sendable {
  typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

  struct Failure: Error, Hashable {
    /// The system's; nil where the host is no address.
    let code: Int32?
  }

  let port: Int
  private let handle: SendableHandle
  private let context: Unmanaged<Context>

  init(host: String, port: UInt16, limits: ServerLimits, handler: @escaping Handler) throws(Failure) {
    let context = Unmanaged.passRetained(Context(handler))
    var code: Int32 = 0
    let started = host.withCString { host in
      var options = tessera_http_options(
        host: host, port: port, threads: UInt32(limits.threads), connections: UInt32(limits.connections),
        head_bytes: UInt32(limits.headBytes), idle_seconds: UInt32(limits.idleSeconds))
      return tessera_http_start(&options, Self.answer, context.toOpaque(), &code)
    }
    guard let started else {
      context.release()
      throw Failure(code: code == 0 ? nil : code)
    }
    self.context = context
    handle = SendableHandle(pointer: started)
    self.port = Int(tessera_http_port(started))
  }

  /// Whether only this machine can reach an address; false where it is none.
  static func isLoopback(_ host: String) -> Bool { tessera_http_is_loopback(host) }

  var connections: Int { Int(tessera_http_connections(handle.pointer)) }

  /// Takes no more connections, and returns when those there were are closed; answers under way have a while to be
  /// sent. The last call.
  func stop(within milliseconds: Int = 2_000) {
    tessera_http_stop(handle.pointer, UInt32(milliseconds))
    context.release()
  }

  private final class Context: Sendable {
    let handler: Handler
    init(_ handler: @escaping Handler) { self.handler = handler }
  }

  /// The library's server, which may be asked from any thread.
  private struct SendableHandle: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private static let answer: tessera_http_handler = { context, request in
    guard let context, let request else { return }
    let handler = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().handler
    respond(to: request, handler(HTTPRequest(request)))
  }

  private static func respond(to request: OpaquePointer, _ response: HTTPResponse) {
    let made = response.body.withUnsafeBytes { tessera_http_response_new($0.baseAddress, $0.count) }
    for (name, value) in HTTPResponse.commonHeaders + response.headers {
      tessera_http_response_add(made, name, value)
    }
    tessera_http_response_add(made, "Content-Type", response.contentType)
    tessera_http_respond(request, response.status.rawValue, made)
  }
}

extension HTTPRequest {
  fileprivate init(_ request: OpaquePointer) {
    method = String(cString: tessera_http_method(request))
    path = String(cString: tessera_http_path(request))
    host = tessera_http_header(request, "Host").map { String(cString: $0) }
    var found = FoundParameters()
    withUnsafeMutablePointer(to: &found) { found in
      tessera_http_parameters(
        request,
        { context, name, nameCount, value, valueCount in
          let found = context?.assumingMemoryBound(to: FoundParameters.self)
          found?.pointee.add(
            UnsafeRawBufferPointer(start: name, count: nameCount),
            UnsafeRawBufferPointer(start: value, count: valueCount))
        }, found)
    }
    parameters = found.parameters
  }
}

private struct FoundParameters {
  /// Nil once one of them is not UTF-8.
  private(set) var parameters: [HTTPRequest.Parameter]? = []

  mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    guard let name = String(validating: name, as: UTF8.self),
      let value = String(validating: value, as: UTF8.self)
    else {
      parameters = nil
      return
    }
    parameters?.append(HTTPRequest.Parameter(name: name, value: value))
  }
}
