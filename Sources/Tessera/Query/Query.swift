/// What a search field asks: committed tokens, and the text still being typed.
public struct Query: Sendable, Hashable {
  /// How the words of the text join.
  public enum WordMatch: Sendable, Hashable {
    /// Every word is required.
    case all
    /// At least one word is required. Each further word adds to the score.
    case any
  }

  /// Every one of them is required; they do not score.
  public var tokens: [SearchToken]
  /// Any text whatever: it has no operators and is never an error, up to 1,024 different words. Its last word is a
  /// prefix unless white space closes it.
  public var text: String
  public var match: WordMatch

  public init(tokens: [SearchToken] = [], text: String = "", match: WordMatch = .all) {
    self.tokens = tokens
    self.text = text
    self.match = match
  }

  /// The array that a token search bar binds to: tokens first, the text being typed last.
  public init(searchText: [String]) {
    self.init(tokens: searchText.dropLast().map { .plain($0) }, text: searchText.last ?? "")
  }
}
