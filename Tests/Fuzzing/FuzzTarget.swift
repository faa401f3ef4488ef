/// What takes bytes from outside: the entry points that hostile input is thrown at.
///
/// Each takes any bytes whatever. A run that returns has neither trapped nor hung, and what came out was right as far
/// as it can be told without knowing the answer: read back equal, in order, within bounds, equal to a slower way.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A file of documents, as it stands on disk, also compressed.
  case json
  /// A text: cut into words, folded, highlighted.
  case text
  /// A query of every kind of clause, over an index of some hundred documents.
  case query
  /// The text form of a search token, also as it is pasted.
  case token
  /// A manifest, its checksum made right.
  case manifest
  /// What is changed in a segment, all checksums made right.
  case segment
  /// A request on its way to the server.
  case http

  /// Takes an input.
  ///
  /// - Throws: `FuzzFinding` when what came out cannot be right.
  package func run(_ input: [UInt8]) throws(FuzzFinding) {
    switch self {
    case .json: try JSONInput.run(input)
    case .text: try TextInput.run(input)
    case .query: try QueryInput.run(input)
    case .token: try TokenInput.run(input)
    case .manifest: try ManifestInput.run(input)
    case .segment: try SegmentInput.run(input)
    case .http: try HTTPInput.run(input)
    }
  }

  /// The longest inputs worth trying.
  package var longest: Int {
    switch self {
    case .json, .text, .http: 4_096
    case .manifest: 2_048
    case .query, .token: 1_024
    case .segment: 256
    }
  }
}

/// What came out of an input that cannot be right.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Throws when `condition` does not hold.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(FuzzFinding) {
  if !condition { throw FuzzFinding(description()) }
}
