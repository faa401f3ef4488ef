import Observation
import Tessera

/// A search field to be observed: a thin shell around its state.
///
/// Setting a property is a change from outside and calls nobody back. `perform(_:)` is what a person does in a
/// control of the host's own, and calls `onChange` when it changed something.
///
/// ```swift
/// let field = SearchFieldModel(title: "Films", form: SearchTokenForm(schema))
/// field.onChange = { change in if change.contains(.contents) { search(field.query) } }
/// field.perform(.type("blade ru"))
/// ```
@MainActor @Observable
public final class SearchFieldModel<Token: Identifiable & Hashable & Sendable> {
  public private(set) var state: SearchFieldState<Token>

  /// Called behind an edit that changed something, never for what was set from outside.
  @ObservationIgnored public var onChange: ((SearchFieldChange) -> Void)?

  @ObservationIgnored private var updates = 0
  @ObservationIgnored private var heldEdits: [SearchFieldEdit<Token>] = []
  @ObservationIgnored private let afterUpdate: @MainActor (@escaping @MainActor () -> Void) -> Void

  public convenience init(_ state: SearchFieldState<Token>) {
    self.init(state) { work in
      Task { @MainActor in work() }
    }
  }

  /// - Parameter afterUpdate: Does the work as soon as the update in which it was asked for is over.
  package init(
    _ state: SearchFieldState<Token>,
    afterUpdate: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void
  ) {
    self.state = state
    self.afterUpdate = afterUpdate
  }

  public func perform(_ edit: SearchFieldEdit<Token>) {
    guard updates == 0 else { return heldEdits.append(edit) }
    var changed = state
    let change = changed.apply(edit)
    set(changed)
    if !change.isEmpty { onChange?(change) }
  }

  /// Shows the state in a control of the host's own.
  ///
  /// What the control reports meanwhile, as that it has the focus, is performed in a turn of its own behind it: no
  /// state changes during an update, and where the report is what the state says already, nobody is called.
  public func update(_ show: () -> Void) {
    updates += 1
    show()
    updates -= 1
    guard updates == 0, !heldEdits.isEmpty else { return }
    afterUpdate { [self] in
      let edits = heldEdits
      heldEdits = []
      for edit in edits { perform(edit) }
    }
  }

  /// Observers hear of a state that differs, and of no other.
  private func set(_ changed: SearchFieldState<Token>) {
    if changed != state { state = changed }
  }

  private func assign(_ change: (inout SearchFieldState<Token>) -> Void) {
    var changed = state
    change(&changed)
    set(changed)
  }
}

extension SearchFieldModel where Token == SearchToken {
  public convenience init(title: String = "", form: SearchTokenForm = SearchTokenForm()) {
    self.init(SearchFieldState(title: title, form: form))
  }
}

extension SearchFieldModel {
  public var title: String {
    get { state.title }
    set { assign { $0.title = newValue } }
  }

  /// The tokens' text forms, then the text.
  public var searchText: [String] {
    get { state.searchText }
    set { assign { $0.searchText = newValue } }
  }

  public var tokens: [Token] {
    get { state.tokens }
    set { assign { $0.tokens = newValue } }
  }

  public var text: String {
    get { state.text }
    set { assign { $0.text = newValue } }
  }

  public var isEditing: Bool {
    get { state.isEditing }
    set { assign { $0.isEditing = newValue } }
  }

  public var suggestions: [SearchFieldSuggestion<Token>] {
    get { state.suggestions }
    set { assign { $0.suggestions = newValue } }
  }

  /// The tokens among the suggestions.
  public var suggestedTokens: [Token] { state.suggestions.compactMap(\.token) }

  /// What is to be searched, and the number that changes with it.
  public var query: Query { state.query }
  public var revision: Int { state.revision }

  /// Takes the suggestions for a revision, unless the field has gone on.
  public func offer(_ suggestions: [SearchFieldSuggestion<Token>], for revision: Int) {
    assign { $0.offer(suggestions, for: revision) }
  }
}
