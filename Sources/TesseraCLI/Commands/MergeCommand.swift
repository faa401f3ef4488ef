import Tessera

/// Makes one segment of all.
struct MergeCommand: Command {
  static let usage = Usage(
    name: "merge", operands: "INDEX",
    summary: "Makes one segment of all, without the deleted documents",
    details: "Searches run on meanwhile. An index of one segment is smaller and faster.",
    options: [.format],
    examples: [("merge films", "merges, and shows what it brought")])

  private let asked: OneIndex

  init(_ arguments: Arguments) throws(Misuse) { asked = try OneIndex(arguments) }

  func run(_ output: Output) throws -> ExitStatus {
    let stopwatch = Stopwatch()
    let index = try SearchIndex.open(at: asked.folder)
    let before = try index.snapshot().segments
    try index.write { try $0.mergeAll() }
    let after = try index.snapshot().segments
    switch asked.format {
    case .json:
      output.print([
        "before": Self.json(before), "after": Self.json(after), "seconds": .decimal(stopwatch.rounded),
      ])
    case .human:
      output.print(
        "\(Self.text(before)) became \(Self.text(after)) in \(Figures.duration(stopwatch.seconds))")
    }
    return .done
  }

  private static func bytes(_ segments: [SegmentInfo]) -> Int { segments.reduce(0) { $0 + $1.bytes } }

  private static func json(_ segments: [SegmentInfo]) -> JSONValue {
    ["segments": .integer(segments.count), "bytes": .integer(bytes(segments))]
  }

  private static func text(_ segments: [SegmentInfo]) -> String {
    "\(Figures.count(segments.count, "segment")) (\(Figures.bytes(bytes(segments))))"
  }
}
