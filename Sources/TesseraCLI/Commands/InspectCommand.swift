import Tessera

/// Shows what an index holds.
struct InspectCommand: Command {
  static let usage = Usage(
    name: "inspect", operands: "INDEX",
    summary: "Shows fields, segments and sizes of an index",
    options: [.format],
    examples: [("inspect films", "shows tables"), ("inspect films --format json", "the same for a program")])

  private let asked: OneIndex

  init(_ arguments: Arguments) throws(Misuse) { asked = try OneIndex(arguments) }

  func run(_ output: Output) throws -> ExitStatus {
    let snapshot = try SearchIndex.open(at: asked.folder).snapshot()
    switch asked.format {
    case .human: SnapshotTables(snapshot, folder: asked.folder).lines.forEach { output.print($0) }
    case .json: output.print(Self.json(snapshot))
    }
    return .done
  }

  private static func json(_ snapshot: IndexSnapshot) -> JSONValue {
    let segments = snapshot.segments.map { segment -> JSONValue in
      [
        "name": .string(segment.name), "documents": .integer(segment.documents),
        "deleted": .integer(segment.deleted), "terms": .integer(segment.terms),
        "postings": .integer(segment.postings), "bytes": .integer(segment.bytes),
        "sections": .object(segment.sections.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }),
      ]
    }
    let versions = snapshot.versions
    return [
      "documents": .integer(snapshot.documentCount),
      "deleted": .integer(snapshot.segments.reduce(0) { $0 + $1.deleted }),
      "bytes": .integer(snapshot.segments.reduce(0) { $0 + $1.bytes }),
      "segments": .array(segments), "schema": .raw(snapshot.schema.json),
      "versions": [
        "format": .integer(versions.format), "textRules": .integer(versions.textRules),
        "icu": .string(versions.icu),
      ],
    ]
  }
}
