import Tessera
import TesseraPresentation
import TesseraSearchField

/// Answers requests: which address leads where, and what goes wrong on the way.
///
/// The addresses are a fixed few; no path leads to a file.
package final class SearchService: Sendable {
  let source: SnapshotSource
  let metrics = Metrics()
  private let limits: ServerLimits
  /// Whether clients are on this machine, and call it by a local name.
  private let isLocal: Bool

  package init(_ source: SnapshotSource, limits: ServerLimits, isLocal: Bool) {
    self.source = source
    self.limits = limits
    self.isLocal = isLocal
  }

  private enum Route {
    case search, suggest, schema, health, metrics
    case page(HTTPResponse)

    init?(path: String) {
      switch path {
      case "/search": self = .search
      case "/suggest": self = .suggest
      case "/schema": self = .schema
      case "/health": self = .health
      case "/metrics": self = .metrics
      default:
        guard let file = Page.files[path] else { return nil }
        self = .page(file)
      }
    }

    /// In the metrics.
    var name: String {
      switch self {
      case .search: "search"
      case .suggest: "suggest"
      case .schema: "schema"
      case .health: "health"
      case .metrics: "metrics"
      case .page: "page"
      }
    }
  }

  package func answer(_ request: HTTPRequest) -> HTTPResponse {
    let clock = ContinuousClock()
    let start = clock.now
    let route = Route(path: request.path)
    let response = answer(request, route)
    metrics.count(route?.name ?? "none", response.status, clock.now - start)
    return response
  }

  private func answer(_ request: HTTPRequest, _ route: Route?) -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      var response = HTTPResponse.error(.methodNotAllowed, "only GET and HEAD are served")
      response.headers.append(("Allow", "GET, HEAD"))
      return response
    }
    guard !isLocal || Self.isLocalName(request.host) else {
      return .error(.misdirected, "this server is for its own machine, under the name localhost")
    }
    guard let route else { return .error(.notFound, "there is nothing at this address") }
    do {
      return try respond(route, request)
    } catch let refusal as SearchRequest.Refusal {
      return .error(refusal.status, refusal.detail)
    } catch let error as TesseraError {
      return Self.response(to: error)
    } catch {
      return .error(.failed, "\(error)")
    }
  }

  private func respond(_ route: Route, _ request: HTTPRequest) throws -> HTTPResponse {
    switch route {
    case .page(let file): file
    case .search: try search(request, suggestions: 0) { try $0.page($1) }
    case .suggest: try search(request, suggestions: 10) { $0.suggestions($1) }
    case .schema: schema()
    case .health: health()
    case .metrics:
      HTTPResponse(
        contentType: "text/plain; version=0.0.4; charset=utf-8",
        body: Array(metrics.text(source.current()).utf8))
    }
  }

  private func search(
    _ request: HTTPRequest, suggestions: Int,
    _ write: (AnswerWriter, SearchAnswer) throws -> [UInt8]
  ) throws -> HTTPResponse {
    guard let parameters = request.parameters else {
      throw SearchRequest.Refusal(detail: "the parameters are not UTF-8")
    }
    let cancellation = SearchCancellation(budget: .milliseconds(limits.milliseconds))
    try SearchRequest.check(parameters, limits)
    let state = source.current()
    let form = SearchTokenForm(state.snapshot)
    let search = try SearchRequest(
      parameters, schema: state.snapshot.schema, form: form, limits: limits, suggestions: suggestions)
    let answer = try search.answer(from: state, cancellation: cancellation)
    try cancellation.check()
    let writer = AnswerWriter(search, state, form: form, limits: limits, cancellation: cancellation)
    return HTTPResponse(body: try write(writer, answer))
  }

  private func schema() -> HTTPResponse {
    let snapshot = source.current().snapshot
    let shown = ShownFields(snapshot.schema)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("documents")
      writer.integer(snapshot.documentCount)
      writer.key("schema")
      writer.raw(snapshot.schema.json)
      for (name, field) in [("title", shown.title), ("snippet", shown.snippet)] {
        writer.key(name)
        if let field { writer.string(field) } else { writer.null() }
      }
    }
    return HTTPResponse(body: writer.bytes)
  }

  private func health() -> HTTPResponse {
    let state = source.current()
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("status")
      writer.string(state.failure == nil ? "ok" : "stale")
      writer.key("documents")
      writer.integer(state.snapshot.documentCount)
      writer.key("reloads")
      writer.integer(state.reloads)
      if let failure = state.failure {
        writer.key("error")
        writer.string(failure.kind.rawValue)
      }
    }
    return HTTPResponse(status: state.failure == nil ? .ok : .unavailable, body: writer.bytes)
  }

  // MARK: Refusals

  private static var tooSlow: HTTPResponse {
    var response = HTTPResponse.error(.unavailable, "the search took too long")
    response.headers.append(("Retry-After", "1"))
    return response
  }

  /// What a client gets to hear names no file.
  private static func response(to error: TesseraError) -> HTTPResponse {
    switch error.kind {
    case .unknownField, .invalidQuery, .limitExceeded: .error(.badRequest, error.detail)
    case .cancelled: tooSlow
    default: .error(.failed, "the index cannot be read: \(error.kind.rawValue)")
    }
  }

  /// A page from elsewhere can have its own name lead to this machine, and then its script would be of one origin
  /// with the server (DNS rebinding). So a local server answers to local names only.
  private static func isLocalName(_ host: String?) -> Bool {
    guard let host else { return true }
    if host.hasPrefix("[") {
      return HTTPServer.isLoopback(String(host.dropFirst().prefix { $0 != "]" }))
    }
    let name = host.prefix { $0 != ":" }.lowercased()
    return name == "localhost" || HTTPServer.isLoopback(name)
  }
}

extension HTTPResponse {
  static func error(_ status: Status, _ detail: String) -> HTTPResponse {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("error")
      writer.object { writer in
        writer.key("status")
        writer.integer(Int(status.rawValue))
        writer.key("detail")
        writer.string(detail)
      }
    }
    return HTTPResponse(status: status, body: writer.bytes)
  }
}
