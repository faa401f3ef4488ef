import Tessera

extension TinySearch {
  /// A search that documents of an index answer: words, a prefix and values of one of them, now and then of two.
  package init(sampling index: ReferenceIndex<some ReferenceText>, using random: inout SeededGenerator) {
    self.init(using: &random)
    let documents = index.liveDocuments
    let model = documents.randomElement(using: &random)!
    let other = Int.random(in: 0..<5, using: &random) == 0 ? documents.randomElement(using: &random)! : model
    query.text = Self.text(of: model, other, using: &random)
    query.tokens = []
    if let field = index.schema.facets.randomElement(using: &random),
      let value = (other.facets[field] ?? [:]).values.sorted().randomElement(using: &random)
    {
      let tokens: [SearchToken] = [
        .facet(field, value), .anyOf(field, [value, "none"]), .noneOf(field, [value]), .plain(value),
      ]
      if Bool.random(using: &random) { query.tokens.append(tokens.randomElement(using: &random)!) }
    }
    if let field = index.schema.numbers.randomElement(using: &random),
      let number = model.numbers[field]?.first, Int.random(in: 0..<4, using: &random) == 0
    {
      query.tokens.append(.numbers(field, from: Bool.random(using: &random) ? number : nil, through: number))
    }
    options.facets = index.schema.facets.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    options.order = .relevance
    if let field = index.schema.numbers.randomElement(using: &random),
      Int.random(in: 0..<5, using: &random) == 0
    {
      options.order = .field(field, descending: .random(using: &random))
    }
  }

  /// One to three words of the one document, the last from the other, cut to a prefix or closed.
  private static func text(
    of model: ReferenceDocument, _ other: ReferenceDocument, using random: inout SeededGenerator
  ) -> String {
    func word(of document: ReferenceDocument, using random: inout SeededGenerator) -> String {
      // In order of the bytes first, since a dictionary's order is another in each process.
      let terms = document.frequencies.keys.sorted { $0.lexicographicallyPrecedes($1) }
      return terms.randomElement(using: &random).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    let count = Int.random(in: 0...2, using: &random)
    let words = (0..<count).map { _ in word(of: model, using: &random) }
    let last = word(of: other, using: &random)
    let isCut = Bool.random(using: &random)
    let end = isCut ? String(last.prefix(.random(in: 1...4, using: &random))) : last + " "
    return (words + [end]).joined(separator: " ")
  }
}
