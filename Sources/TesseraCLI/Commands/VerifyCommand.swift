import Tessera
import TesseraPresentation

/// Reads an index whole and checks it.
struct VerifyCommand: Command {
  static let usage = Usage(
    name: "verify", operands: "INDEX",
    summary: "Reads an index whole and checks every byte against its checksums",
    details: "Tells each damage with file, section and offset. Changes nothing.",
    options: [.format],
    examples: [("verify films", "says that all is well, or what is damaged")],
    statuses: "0 all is well, 1 damaged or failed, 64 misused")

  private let asked: OneIndex

  init(_ arguments: Arguments) throws(Misuse) { asked = try OneIndex(arguments) }

  func run(_ output: Output) throws -> ExitStatus {
    var segments: [SegmentInfo] = []
    var errors: [TesseraError] = []
    do throws(TesseraError) {
      let snapshot = try SearchIndex.open(at: asked.folder).snapshot()
      segments = snapshot.segments
      errors = snapshot.verify()
    } catch {
      // What keeps an index from being opened is damage too.
      guard error.kind == .corrupt else { throw error }
      errors = [error]
    }
    let bytes = segments.reduce(0) { $0 + $1.bytes }
    switch asked.format {
    case .json:
      output.print([
        "ok": .boolean(errors.isEmpty), "segments": .integer(segments.count),
        "bytes": .integer(bytes),
        "errors": .strings(errors.map(\.description)),
      ])
    case .human:
      for error in errors { Messages.print(error.description) }
      if errors.isEmpty {
        output.print("\(Figures.count(segments.count, "segment")), \(Figures.bytes(bytes)): no damage")
      } else {
        output.print("the index is damaged; restore it from a copy, or index its documents again")
      }
    }
    return errors.isEmpty ? .done : .failed
  }
}
