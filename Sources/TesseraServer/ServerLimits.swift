/// What a client can ask of the server at most.
public struct ServerLimits: Sendable {
  /// Of one request.
  public var parameters = 64
  public var parameterBytes = 8_192
  public var facets = 16
  public var values = 100
  public var hits = 100
  /// The hits that come before a page are found too, and thrown away.
  public var offset = 10_000
  public var suggestions = 50
  /// Bytes of the documents of a page; of those beyond, an answer has only the ids.
  public var documentBytes = 4 << 20
  /// Time for an answer; a search that takes longer is answered with 503.
  public var milliseconds = 2_000

  /// Of all clients together.
  public var connections = 256
  public var threads = 4
  /// Bytes for the head of a request; more is refused.
  public var headBytes = 32_768
  /// Seconds until a connection without traffic is closed.
  public var idleSeconds = 30

  public init() {}
}
