import Glibc
import Tessera

/// The search field on a terminal, with all that it finds, until a person quits.
public final class Browser {
  /// How often the index is looked at for a newer commit while nobody types.
  private static let idleMilliseconds: Int32 = 250

  private let engine: BrowserEngine
  private let terminal: Terminal
  private var state: BrowserState
  private var decoder = KeyDecoder()

  /// Opens the index, then takes over the terminal.
  ///
  /// - Throws: What opening the index throws; `.io` where there is no terminal that can be drawn on.
  public init(index folder: String, colors: Bool) throws(TesseraError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw TesseraError(
        .io, "input and output must be a terminal; for programs there is 'tessera search --format json'")
    }
    engine = try BrowserEngine(folder: folder)
    let term = getenv("TERM").map { String(cString: $0) } ?? ""
    do throws(Terminal.Failure) {
      terminal = try Terminal(colors: colors)
    } catch {
      let name = term.isEmpty ? "TERM is not set" : "TERM is '\(term)'"
      let reason = error == .unknown ? "which is no terminal known here" : "on which no cursor can be placed"
      throw TesseraError(
        .io, "\(name), \(term.isEmpty ? "so it is unknown how to draw" : reason); xterm is often right")
    }
    let name = folder.split(separator: "/").last.map(String.init) ?? folder
    state = BrowserState(name: name, schema: engine.schema, documentCount: engine.documentCount)
    state.size = terminal.size
  }

  /// - Returns: The signal that ended it; nil when a person did.
  public func run() -> Int32? {
    search()
    while true {
      show()
      switch waitForKeys() {
      case .quit: return terminal.signal
      case .search: search()
      case .nothing: refresh()
      case .drawn: break
      }
    }
  }

  private enum Outcome {
    case nothing, drawn, search, quit
  }

  /// Takes the next key and all that have come with it, so that several are answered by one search and one drawing.
  private func waitForKeys() -> Outcome {
    var outcome = Outcome.nothing
    var milliseconds = Self.idleMilliseconds
    while true {
      let input = decoder.next(milliseconds: milliseconds) { terminal.next(milliseconds: $0) }
      guard let input else {
        // A key without a meaning is no reason to look at the index.
        return outcome
      }
      milliseconds = 0
      if outcome == .nothing { outcome = .drawn }
      switch input {
      case .end: return .quit
      case .resize:
        state.size = terminal.size
        state.keepPlaces()
      case .key(let key):
        guard let action = state.action(for: key) else { continue }
        // What a key means may depend on what the one before has found.
        if outcome == .search, !action.isTyping {
          search()
          outcome = .drawn
        }
        for effect in state.apply(action) {
          switch effect {
          case .quit: return .quit
          case .search: outcome = .search
          case .read(let hit): state.show(engine.shownDocument(hit))
          case .copy(let text): terminal.copy(text)
          case .redraw: terminal.forget()
          }
        }
      }
    }
  }

  private func search() {
    state.take(engine.answer(to: state.field, hits: state.wantedHits))
  }

  /// Takes up what others have committed. The places stay, as far as they are there.
  private func refresh() {
    let (isNew, failure) = engine.refresh()
    state.staleness = failure.map { "This is an older commit: \($0)" }
    guard isNew else { return }
    state.documentCount = engine.documentCount
    search()
  }

  private func show() {
    let columns = (state.layout?.hits.columns.count ?? 80) - 4
    for place in state.visibleHits where state.shownHits[place] == nil {
      state.shownHits[place] = engine.shownHit(place, passage: max(20, columns))
    }
    terminal.show(state.screen)
  }
}

extension BrowserAction {
  /// Whether it means the same whatever has been found.
  fileprivate var isTyping: Bool {
    switch self {
    case .edit(.type), .edit(.delete), .edit(.paste), .quit, .redraw: true
    default: false
    }
  }
}
