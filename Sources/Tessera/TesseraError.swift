/// Why a call of Tessera failed.
///
/// `detail` reads: what, where, what was expected, what was found instead, and what to do now.
/// New kinds may be added without breaking callers.
public struct TesseraError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong, as a machine asks.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The operating system refused a file operation.
    public static let io = Kind(rawValue: "io")
    /// Bytes on disk are not what was written.
    public static let corrupt = Kind(rawValue: "corrupt")
    /// The index was written in a format this version does not read.
    public static let unsupportedVersion = Kind(rawValue: "unsupported version")
    /// Another writer holds the index.
    public static let locked = Kind(rawValue: "locked")
    /// There is no index, file or document of that name.
    public static let notFound = Kind(rawValue: "not found")
    /// There is an index already.
    public static let alreadyExists = Kind(rawValue: "already exists")
    /// The schema contradicts itself or the index.
    public static let invalidSchema = Kind(rawValue: "invalid schema")
    /// A field that the schema does not have, or of another kind than the call needs.
    public static let unknownField = Kind(rawValue: "unknown field")
    /// A document that cannot be taken.
    public static let invalidDocument = Kind(rawValue: "invalid document")
    /// A query that contradicts itself.
    public static let invalidQuery = Kind(rawValue: "invalid query")
    /// A stated limit was passed.
    public static let limitExceeded = Kind(rawValue: "limit exceeded")
    /// The caller cancelled the call, or its time was up.
    public static let cancelled = Kind(rawValue: "cancelled")
  }

  public var kind: Kind
  /// The file concerned, if there is one.
  public var file: String?
  public var detail: String

  public init(_ kind: Kind, file: String? = nil, _ detail: String) {
    self.kind = kind
    self.file = file
    self.detail = detail
  }

  /// The error of a search that was cancelled or whose time was up.
  static let cancelled = TesseraError(.cancelled, "the search was cancelled")

  public var description: String {
    file.map { "\($0): \(detail)" } ?? detail
  }
}
