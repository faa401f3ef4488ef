import CPlatform
import Glibc

/// What is known of the screen, and of how much room text takes on it.
enum Terminal {
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Columns of the screen behind a descriptor; nil when there is no screen.
  static func width(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Columns that a text takes: two for a wide character, none for a mark on another.
  static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The text, or as much as fits into so many columns and an ellipsis.
  static func truncated(_ text: String, to width: Int) -> String {
    guard columns(of: text) > width else { return text }
    var left = width - 1
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      left -= columns(of: scalar)
      if left < 0 { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }

  static func padded(_ text: String, to width: Int, right: Bool = false) -> String {
    let blank = String(repeating: " ", count: max(0, width - columns(of: text)))
    return right ? blank + text : text + blank
  }

  /// The text on one line and harmless: characters that would move the cursor or change the terminal's state
  /// become spaces.
  static func plain(_ text: String) -> String {
    let isControl = { (scalar: Unicode.Scalar) in scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    scalar.isASCII ? 1 : Int(tessera_column_width(scalar.value))
  }
}
