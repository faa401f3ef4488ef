/// What a client asks for.
package struct HTTPRequest: Sendable {
  package struct Parameter: Sendable, Hashable {
    let name: String
    let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package var method = "GET"
  /// Unescaped, without the parameters.
  package var path: String
  /// In the order of the address. Nil where one of them is not UTF-8.
  package var parameters: [Parameter]?
  /// The header `Host`: what the client believes to talk to.
  package var host: String?

  package init(
    method: String = "GET", path: String, parameters: [Parameter]? = nil, host: String? = nil
  ) {
    self.method = method
    self.path = path
    self.parameters = parameters
    self.host = host
  }
}

/// What it gets.
package struct HTTPResponse: Sendable {
  package enum Status: UInt32, Sendable {
    case ok = 200
    case badRequest = 400
    case notFound = 404
    case methodNotAllowed = 405
    case tooLong = 414
    case misdirected = 421
    case failed = 500
    case unavailable = 503
  }

  package var status = Status.ok
  package var contentType = "application/json"
  package var body: [UInt8]
  /// Besides those that every answer has.
  var headers: [(name: String, value: String)] = []

  /// Headers of every answer: whatever a document holds, a browser runs nothing but the page's own script, which
  /// talks to this server alone.
  static let commonHeaders: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        + "trusted-types 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    // Answers are as new as the index.
    ("Cache-Control", "no-store"),
  ]
}
