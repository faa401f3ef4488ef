import Tessera
import TesseraPresentation

/// What an import came to: refusals and warnings on standard error, the summary on standard output.
struct ImportReport {
  private static let toldAtMost = 20
  private let work: Import

  init(_ work: Import) {
    self.work = work
  }

  func print(_ output: Output, _ format: OutputFormat, seconds: Double) -> ExitStatus {
    let summary = work.summary
    let refused = work.refusedFiles.map(\.description) + summary.refused.map(Self.text)
    Self.tell(refused, of: work.refusedCount, as: "refused")
    Self.tell(summary.warnings.map(Self.text), of: summary.warningCount, as: "warning")
    switch format {
    case .human: output.print(text(seconds))
    case .json: output.print(json(seconds))
    }
    return work.refusedCount > 0 ? .someRefused : .done
  }

  private func text(_ seconds: Double) -> String {
    let added = Figures.count(work.summary.accepted, "document") + " added"
    let refused = work.refusedCount > 0 ? ", \(Figures.grouped(work.refusedCount)) refused" : ""
    return "\(added)\(refused) in \(Figures.duration(seconds))"
  }

  private func json(_ seconds: Double) -> JSONValue {
    let summary = work.summary
    return [
      "documents": .integer(summary.accepted + work.refusedCount), "accepted": .integer(summary.accepted),
      "refused": .integer(work.refusedCount), "warnings": .integer(summary.warningCount),
      "seconds": .decimal(seconds),
    ]
  }

  private static func text(_ document: RefusedDocument) -> String {
    "\(document.file):\(document.line): \(document.reason) (byte \(document.byte))"
  }

  /// The first of them, and how many more there are.
  private static func tell(_ texts: [String], of count: Int, as what: String) {
    let told = texts.prefix(toldAtMost)
    for text in told { Messages.print("\(what): \(Terminal.plain(text))") }
    if count > told.count { Messages.print("\(what): and \(Figures.grouped(count - told.count)) more") }
  }
}
