import Tessera

/// The state and the engine together: keys in, screens out, without a terminal.
struct BrowserSession {
  /// What only the terminal can do.
  enum TerminalEffect: Hashable {
    case copy(String)
    case redraw
    case quit
  }

  private let engine: BrowserEngine
  var state: BrowserState
  private var needsSearch = true

  init(index folder: String) throws(TesseraError) {
    engine = try BrowserEngine(folder: folder)
    let name = folder.split(separator: "/").last.map(String.init) ?? folder
    state = BrowserState(
      name: name, schema: engine.schema, documentCount: engine.documentCount, dateFields: engine.dateFields)
  }

  /// Does what a key asks for. Keys that only type are answered together by the next search.
  mutating func press(_ key: Key) -> [TerminalEffect] {
    guard var action = state.action(for: key) else { return [] }
    if needsSearch, !action.isTyping {
      search()
      // What a key means may depend on what the keys before it have found.
      guard let changed = state.action(for: key) else { return [] }
      action = changed
    }
    return state.apply(action).compactMap { effect in
      switch effect {
      case .search: needsSearch = true
      case .read(let hit):
        if needsSearch { search() }
        state.show(engine.shownDocument(hit))
      case .copy(let text): return .copy(text)
      case .redraw: return .redraw
      case .quit: return .quit
      }
      return nil
    }
  }

  /// Takes up what others have committed. The places stay, as far as they are there.
  mutating func refresh() {
    let (isNew, failure) = engine.refresh()
    state.staleness = failure.map { "This is an older commit: \($0)" }
    guard isNew else { return }
    state.documentCount = engine.documentCount
    state.dateFields = engine.dateFields
    needsSearch = true
  }

  /// What is to be seen now.
  mutating func screen() -> Screen {
    if needsSearch { search() }
    let columns = (state.layout?.hits.columns.count ?? 80) - 4
    for place in state.visibleHits where state.shownHits[place] == nil {
      state.shownHits[place] = engine.shownHit(place, passage: max(20, columns))
    }
    return state.screen
  }

  private mutating func search() {
    needsSearch = false
    state.take(engine.answer(to: state.field, hits: state.wantedHits))
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
