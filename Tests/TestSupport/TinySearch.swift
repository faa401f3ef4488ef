import Tessera

/// A random query and how it is asked.
package struct TinySearch: CustomStringConvertible {
  package var query: Query
  package var options: SearchOptions

  package init(words: [String] = TinyCorpus.plainWords, using random: inout SeededGenerator) {
    query = Query(
      tokens: Self.tokens(words, using: &random), text: Self.text(words, using: &random),
      match: Bool.random(using: &random) ? .all : .any)
    options = SearchOptions(
      limit: [0, 1, 3, 10, 100].randomElement(using: &random)!,
      offset: [0, 0, 0, 1, 5, 200].randomElement(using: &random)!,
      facets: [[], ["genre"], ["genre", "tag"]].randomElement(using: &random)!,
      facetLimit: [1, 3, 10].randomElement(using: &random)!,
      countsBeyondOwnTokens: Bool.random(using: &random),
      count: [.exact, .exact, .upTo(2), .upTo(20)].randomElement(using: &random)!,
      order: Self.order(using: &random))
    options.leastLarge = [0, options.leastLarge].randomElement(using: &random)!
  }

  package var description: String { "\(query)\n  \(options)" }

  /// Up to four words, present or absent, the last of them open, closed, or cut to a prefix.
  private static func text(_ words: [String], using random: inout SeededGenerator) -> String {
    let count = [0, 1, 1, 2, 2, 3, 4].randomElement(using: &random)!
    var text = (0..<count).map { _ in
      Int.random(in: 0..<20, using: &random) == 0 ? "absent" : TinyCorpus.word(of: words, using: &random)
    }
    if let last = text.popLast() {
      let isCut = Bool.random(using: &random)
      text.append(isCut ? String(last.prefix(.random(in: 1...3, using: &random))) : last)
    }
    return text.joined(separator: " ") + ["", "", " "].randomElement(using: &random)!
  }

  private static func tokens(_ words: [String], using random: inout SeededGenerator) -> [SearchToken] {
    let count = [0, 0, 0, 1, 1, 2, 3].randomElement(using: &random)!
    return (0..<count).map { _ in token(words, using: &random) }
  }

  private static func token(_ words: [String], using random: inout SeededGenerator) -> SearchToken {
    let (field, values) = [("genre", TinyCorpus.genres), ("tag", TinyCorpus.tags)].randomElement(
      using: &random)!
    func value(using random: inout SeededGenerator) -> String {
      Int.random(in: 0..<20, using: &random) == 0 ? "absent" : values.randomElement(using: &random)!
    }
    let several = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(using: &random) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .anyOf(field, several)
    case 1: return .noneOf(field, several)
    case 2: return .numbers("year", from: bound(using: &random), through: bound(using: &random))
    case 3: return .numbers("price", from: bound(using: &random), through: bound(using: &random))
    case 4: return .plain(Bool.random(using: &random) ? value(using: &random) : text(words, using: &random))
    default: return .facet(field, value(using: &random))
    }
  }

  private static func bound(using random: inout SeededGenerator) -> Number? {
    let bounds: [Number?] = [
      nil, .integer(0), .integer(2), .integer(7), .double(-1.5), .double(0.5), .double(2),
    ]
    return bounds.randomElement(using: &random)!
  }

  private static func order(using random: inout SeededGenerator) -> SearchOptions.Order {
    let field: String? = ["year", "price", nil].randomElement(using: &random)!
    let isSorted = Int.random(in: 0..<4, using: &random) == 0
    return isSorted ? .field(field, descending: .random(using: &random)) : .relevance
  }
}
