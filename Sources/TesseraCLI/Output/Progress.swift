import Glibc
import Tessera
import TesseraPresentation

/// How far an import is: one line on the terminal, written over again and again.
final class Progress {
  enum When: String, CaseIterable {
    case auto
    case always
    case never
  }

  private let isShown: Bool
  private let stopwatch = Stopwatch()
  private var lastShown = -1.0
  /// Often enough to look alive, seldom enough to cost nothing.
  private static let interval = 0.1

  init(_ when: When) {
    isShown = when == .always || when == .auto && Terminal.isTerminal(STDERR_FILENO)
  }

  /// Shows how far the import is, when the last time was long enough ago.
  func show(_ progress: ImportProgress) {
    let seconds = stopwatch.seconds
    guard isShown, seconds - lastShown >= Self.interval else { return }
    lastShown = seconds
    let line = ProgressLine(progress: progress, seconds: seconds)
    Messages.write("\r" + line.text(width: (Terminal.width(STDERR_FILENO) ?? 80) - 1) + "\u{1B}[K")
  }

  /// Wipes the line away, so that other messages start on a clean one.
  func end() {
    if lastShown >= 0 { Messages.write("\r\u{1B}[K") }
    lastShown = -1
  }
}

/// What the line says.
struct ProgressLine {
  let progress: ImportProgress
  let seconds: Double

  /// The figures and, as far as it fits between them, a bar.
  func text(width: Int) -> String {
    let figures = "\(Figures.count(progress.documents, "document"))  \(speed)"
    guard let fraction = progress.fraction else { return Terminal.truncated(figures, to: width) }
    let end =
      Terminal.padded(Figures.decimal(fraction * 100, places: 0), to: 4, right: true) + " %" + timeLeft
    let room = min(40, width - Terminal.columns(of: figures) - Terminal.columns(of: end) - 5)
    guard room >= 5 else { return Terminal.truncated(figures + end, to: width) }
    let full = Int(fraction * Double(room))
    let bar = String(repeating: "#", count: full) + String(repeating: "-", count: room - full)
    return "\(figures)  [\(bar)]\(end)"
  }

  private var speed: String {
    Figures.decimal(seconds > 0 ? Double(progress.bytes) / seconds / 1e6 : 0, places: 1) + " MB/s"
  }

  /// Nothing before there is enough to foretell from.
  private var timeLeft: String {
    guard let fraction = progress.fraction, fraction > 0.01, seconds > 0.5 else { return "" }
    let left = (seconds / fraction * (1 - fraction)).rounded(.up)
    return "  \(left < 60 ? "\(Int(left)) s" : Figures.duration(left)) left"
  }
}
