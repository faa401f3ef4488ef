#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import SwiftUI

  extension View {
    /// The system's search field over a model: its text, tokens, suggested tokens, title and focus.
    ///
    /// - Parameter token: How a token looks in the field and in the list.
    public func searchField<Token, Pill: View>(
      _ model: SearchFieldModel<Token>, @ViewBuilder token: @escaping (Token) -> Pill
    ) -> some View {
      modifier(SystemSearchField(model, token: token))
    }
  }

  private struct SystemSearchField<Token: Identifiable & Hashable & Sendable, Pill: View>: ViewModifier {
    @Bindable private var model: SearchFieldModel<Token>
    @FocusState private var isFocused: Bool
    private let token: (Token) -> Pill

    init(_ model: SearchFieldModel<Token>, token: @escaping (Token) -> Pill) {
      _model = Bindable(wrappedValue: model)
      self.token = token
    }

    func body(content: Content) -> some View {
      content
        .searchable(
          text: $model.text, tokens: $model.tokens, suggestedTokens: .constant(model.suggestedTokens),
          prompt: Text(verbatim: model.title), token: token
        )
        .searchFocused($isFocused)
        .onSubmit(of: .search) { model.perform(.submit) }
        .onChange(of: isFocused) { model.perform(isFocused ? .focus : .blur) }
        .onChange(of: model.isEditing, initial: true) { isFocused = model.isEditing }
    }
  }
#endif
