import Glibc
import TesseraPresentation

/// A line of which parts are marked: in bold type on a terminal.
struct MarkedText {
  private var pieces: [(text: String, isMarked: Bool)] = []

  /// - Parameter ranges: UTF-8 offsets of the text, ascending, apart, and of whole characters.
  init(_ text: String, _ ranges: [Range<Int>] = []) {
    self.init(pieces: HitTexts.pieces(of: text, marking: ranges))
  }

  /// - Parameter pieces: every second one, beginning with the second, is marked.
  init(pieces: [String]) {
    for (place, piece) in pieces.enumerated() where !piece.isEmpty {
      self.pieces.append((Terminal.plain(piece), place % 2 == 1))
    }
  }

  static func + (left: MarkedText, right: MarkedText) -> MarkedText {
    var sum = left
    sum.pieces += right.pieces
    return sum
  }

  /// The line, or as much as fits into so many columns and an ellipsis.
  func fitted(to width: Int?) -> MarkedText {
    guard let width, pieces.reduce(0, { $0 + Terminal.columns(of: $1.text) }) > width else { return self }
    var fitted = self
    fitted.pieces = []
    var left = width
    for piece in pieces {
      let columns = Terminal.columns(of: piece.text)
      // The ellipsis needs a column; what follows is not empty.
      if columns >= left {
        let text = columns == left ? piece.text + " " : piece.text
        fitted.pieces.append((Terminal.truncated(text, to: left), piece.isMarked))
        break
      }
      fitted.pieces.append(piece)
      left -= columns
    }
    return fitted
  }

  /// What to print, without blanks at its end.
  func text(marking: Bool) -> String {
    var pieces = pieces
    while let last = pieces.last, last.text.allSatisfy({ $0 == " " }) { pieces.removeLast() }
    if let last = pieces.popLast() {
      pieces.append((String(last.text.reversed().drop { $0 == " " }.reversed()), last.isMarked))
    }
    return pieces.map { marking && $0.isMarked ? "\u{1B}[1m\($0.text)\u{1B}[22m" : $0.text }.joined()
  }

  /// Whether marks can be seen where this goes.
  static func canMark(_ output: Output) -> Bool {
    output.isTerminal && getenv("TERM").map { String(cString: $0) } != "dumb"
  }
}
