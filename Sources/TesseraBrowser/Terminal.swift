import CTerminal

/// The terminal behind standard input and output, by way of ncurses, which sends only what differs from what is seen.
final class Terminal {
  enum Failure: Error, Hashable {
    /// TERM names no terminal that is known.
    case unknown
    /// The cursor of this terminal cannot be placed.
    case tooSimple
  }

  init(colors: Bool) throws(Failure) {
    switch tessera_terminal_open(colors) {
    case Int32(TESSERA_TERMINAL_UNKNOWN): throw .unknown
    case Int32(TESSERA_TERMINAL_TOO_SIMPLE): throw .tooSimple
    default: break
    }
  }

  deinit { tessera_terminal_close() }

  var size: ScreenSize {
    var rows: Int32 = 0
    var columns: Int32 = 0
    tessera_terminal_size(&rows, &columns)
    return ScreenSize(rows: Int(rows), columns: Int(columns))
  }

  func show(_ screen: Screen) {
    tessera_terminal_begin()
    for row in screen.rows.indices {
      for run in screen.runs(ofRow: row) {
        tessera_terminal_put(
          Int32(row), Int32(run.column), run.scalars, run.scalars.count, run.style.attributes.rawValue,
          run.style.color?.rawValue ?? -1)
      }
    }
    tessera_terminal_show(Int32(screen.cursor?.row ?? -1), Int32(screen.cursor?.column ?? 0))
  }

  /// Draws all of the screen anew next time.
  func forget() { tessera_terminal_forget() }

  /// Hands a text to the clipboard of terminals that let programs do so (OSC 52 of xterm).
  func copy(_ text: String) {
    let sequence = "\u{1B}]52;c;\(Base64.text(of: Array(text.utf8)))\u{07}"
    tessera_terminal_send(sequence, sequence.utf8.count)
  }

  /// The signal that asks the process to end; nil when none has come.
  var signal: Int32? {
    let signal = tessera_terminal_signal()
    return signal == 0 ? nil : signal
  }

  func next(milliseconds: Int32) -> TerminalEvent? {
    var value: UInt32 = 0
    switch tessera_terminal_next(milliseconds, &value) {
    case Int32(TESSERA_EVENT_CHARACTER): return Unicode.Scalar(value).map { .character($0) } ?? .unknownKey
    case Int32(TESSERA_EVENT_KEY): return Self.event(forKey: value)
    case Int32(TESSERA_EVENT_RESIZE): return .resize
    case Int32(TESSERA_EVENT_END): return .end
    default: return nil
    }
  }

  private static func event(forKey code: UInt32) -> TerminalEvent {
    switch Int(code) {
    case Int(TESSERA_KEY_PASTE_BEGINS): .pasteBegins
    case Int(TESSERA_KEY_PASTE_ENDS): .pasteEnds
    default: keys[Int(code)].map { .key($0) } ?? .unknownKey
    }
  }

  private static let keys: [Int: Key] = [
    Int(TESSERA_KEY_UP): .up, Int(TESSERA_KEY_DOWN): .down, Int(TESSERA_KEY_LEFT): .left,
    Int(TESSERA_KEY_RIGHT): .right, Int(TESSERA_KEY_HOME): .home, Int(TESSERA_KEY_END): .end,
    Int(TESSERA_KEY_PAGE_UP): .pageUp, Int(TESSERA_KEY_PAGE_DOWN): .pageDown,
    Int(TESSERA_KEY_BACKSPACE): .backspace, Int(TESSERA_KEY_DELETE): .delete,
    Int(TESSERA_KEY_RETURN): .enter, Int(TESSERA_KEY_BACK_TAB): .backTab, Int(TESSERA_KEY_F1): .f1,
    Int(TESSERA_KEY_SHIFT_LEFT): .shiftLeft, Int(TESSERA_KEY_SHIFT_RIGHT): .shiftRight,
    Int(TESSERA_KEY_SHIFT_HOME): .shiftHome, Int(TESSERA_KEY_SHIFT_END): .shiftEnd,
    Int(TESSERA_KEY_WORD_LEFT): .wordLeft, Int(TESSERA_KEY_WORD_RIGHT): .wordRight,
    Int(TESSERA_KEY_SHIFT_WORD_LEFT): .shiftWordLeft, Int(TESSERA_KEY_SHIFT_WORD_RIGHT): .shiftWordRight,
  ]
}

/// Bytes as text (RFC 4648, section 4).
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for place in 0..<4 {
        text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
