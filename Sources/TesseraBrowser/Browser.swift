import Glibc
import Tessera

/// The search field on a terminal, with all that it finds, until a person quits.
public final class Browser {
  /// How often the index is looked at for a newer commit while nobody types.
  private static let idleMilliseconds: Int32 = 250

  private let terminal: Terminal
  private var session: BrowserSession
  private var decoder = KeyDecoder()

  /// Opens the index, then takes over the terminal.
  ///
  /// - Throws: What opening the index throws; `.io` where there is no terminal that can be drawn on.
  public init(index folder: String, colors: Bool) throws(TesseraError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw TesseraError(
        .io, "input and output must be a terminal; for programs there is 'tessera search --format json'")
    }
    session = try BrowserSession(index: folder)
    do throws(Terminal.Failure) {
      terminal = try Terminal(colors: colors)
    } catch {
      throw TesseraError(.io, Self.reason(error))
    }
    session.state.size = terminal.size
  }

  private static func reason(_ failure: Terminal.Failure) -> String {
    guard let term = getenv("TERM").map({ String(cString: $0) }), !term.isEmpty else {
      return "cannot draw here: TERM is not set; 'xterm' is often right"
    }
    let what = failure == .unknown ? "no terminal known here" : "a terminal whose cursor cannot be placed"
    return "cannot draw here: TERM is '\(term)', \(what); 'xterm' is often right"
  }

  /// - Returns: The signal that ended it; nil when a person did.
  public func run() -> Int32? {
    while true {
      terminal.show(session.screen())
      switch takeKeys() {
      case .quit: return terminal.signal
      case .nothing: session.refresh()
      case .keys: break
      }
    }
  }

  private enum Outcome {
    case nothing, keys, quit
  }

  /// Takes the next key and all that have come with it, so that several are answered by one search and one drawing.
  private func takeKeys() -> Outcome {
    var outcome = Outcome.nothing
    var milliseconds = Self.idleMilliseconds
    while let input = decoder.next(milliseconds: milliseconds, terminal.next) {
      outcome = .keys
      milliseconds = 0
      switch input {
      case .end: return .quit
      case .resize: session.state.resize(to: terminal.size)
      case .key(let key):
        for effect in session.press(key) {
          switch effect {
          case .quit: return .quit
          case .copy(let text): terminal.copy(text)
          case .redraw: terminal.forget()
          }
        }
      }
    }
    return outcome
  }
}
