/// What a client asks for.
struct HTTPRequest: Sendable {
  struct Parameter: Sendable, Hashable {
    let name: String
    let value: String
  }

  var method = "GET"
  /// Unescaped, without the parameters.
  var path: String
  /// In the order of the address. Nil where one of them is not UTF-8.
  var parameters: [Parameter]?
  /// The header `Host`: what the client believes to talk to.
  var host: String?
}

/// What it gets.
struct HTTPResponse: Sendable {
  enum Status: UInt32, Sendable {
    case ok = 200
    case badRequest = 400
    case notFound = 404
    case methodNotAllowed = 405
    case tooLong = 414
    case misdirected = 421
    case failed = 500
    case unavailable = 503
  }

  var status = Status.ok
  var contentType = "application/json"
  var body: [UInt8]
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
