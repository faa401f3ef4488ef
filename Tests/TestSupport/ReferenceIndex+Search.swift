import Foundation
import Tessera

/// All that matches a query, in order, and the counts.
package struct ReferencePage {
  package struct Match {
    package let key: String
    package let score: Double
    /// The document's place in the snapshot, deleted documents counted.
    package let place: Int

    package init(key: String, score: Double, place: Int) {
      self.key = key
      self.score = score
      self.place = place
    }
  }

  package struct Count: Equatable, CustomStringConvertible {
    package let value: ReferenceTerm
    package let count: Int

    package var description: String { "\(String(decoding: value, as: UTF8.self)): \(count)" }

    package init(value: ReferenceTerm, count: Int) {
      self.value = value
      self.count = count
    }
  }

  package let matches: [Match]
  package let facetCounts: [String: [Count]]

  package init(matches: [Match], facetCounts: [String: [Count]]) {
    self.matches = matches
    self.facetCounts = facetCounts
  }
}

extension ReferenceIndex {
  /// Every match of the query, best first; limit and offset of `options` are left to the one who compares.
  package func search(
    _ query: Query, options: SearchOptions = SearchOptions()
  ) throws(TesseraError) -> ReferencePage {
    try checkFields(of: query, options)
    let typed = TypedQuery(query, in: self)
    let isMatch = condition(of: query.tokens)
    let matches = documents.enumerated().filter { _, document in
      !document.isDeleted && typed.matches(document) && isMatch(document)
    }
    let order = comparison(for: options.order)
    let ranked = matches.map { ($1, ReferencePage.Match(key: $1.key, score: typed.score($1), place: $0)) }
      .sorted { order($0, $1) }.map(\.1)
    var counts: [String: [ReferencePage.Count]] = [:]
    for field in options.facets { counts[field] = facetCounts(of: field, query, typed, options) }
    return ReferencePage(matches: ranked, facetCounts: counts)
  }

  private func checkFields(of query: Query, _ options: SearchOptions) throws(TesseraError) {
    var facets = options.facets
    var numbers: [String] = []
    for token in query.tokens {
      switch token {
      case .facet(let field, _), .anyOf(let field, _), .noneOf(let field, _): facets.append(field)
      case .numbers(let field, _, _): numbers.append(field)
      case .plain: break
      }
    }
    if case .field(let field?, _) = options.order { numbers.append(field) }
    if let field = facets.first(where: { !schema.facets.contains($0) }) {
      throw TesseraError(.unknownField, "no facet field \(field)")
    }
    if let field = numbers.first(where: { !schema.numbers.contains($0) }) {
      throw TesseraError(.unknownField, "no number field \(field)")
    }
  }

  /// The documents that can be found and meet all tokens.
  func liveDocuments(with tokens: [SearchToken]) -> [ReferenceDocument] {
    liveDocuments.filter(condition(of: tokens))
  }

  /// Whether a document meets all the tokens' conditions.
  private func condition(of tokens: [SearchToken]) -> (ReferenceDocument) -> Bool {
    let conditions = tokens.map(condition)
    return { document in conditions.allSatisfy { $0(document) } }
  }

  private func condition(of token: SearchToken) -> (ReferenceDocument) -> Bool {
    func has(_ field: String, _ value: String) -> (ReferenceDocument) -> Bool {
      let term = text.folded(value)
      return { $0.facets[field]?[term] != nil }
    }
    func hasAny(_ conditions: [(ReferenceDocument) -> Bool]) -> (ReferenceDocument) -> Bool {
      { document in conditions.contains { $0(document) } }
    }
    switch token {
    case .facet(let field, let value): return has(field, value)
    case .anyOf(let field, let values): return hasAny(values.map { has(field, $0) })
    case .noneOf(let field, let values):
      let hasOne = hasAny(values.map { has(field, $0) })
      return { !hasOne($0) }
    case .numbers(let field, let lower, let upper):
      return { document in
        (document.numbers[field] ?? []).contains { number in
          lower.map { !precedes(number, $0) } ?? true && upper.map { !precedes($0, number) } ?? true
        }
      }
    case .plain(let value):
      let fields = fields(having: value)
      if !fields.isEmpty { return hasAny(fields.map { has($0, value) }) }
      let words = text.typed(value + " ").words
      return { document in words.allSatisfy { document.frequencies[$0] != nil } }
    }
  }

  /// The facet fields in which a document that can be found has a value.
  func fields(having value: String) -> [String] {
    let term = text.folded(value)
    return schema.facets.filter { field in liveDocuments.contains { $0.facets[field]?[term] != nil } }
  }

  /// Whether it is the token of one facet field; a plain one is when no other field has the value.
  private func isOwn(_ token: SearchToken, of field: String) -> Bool {
    switch token {
    case .facet(field, _), .anyOf(field, _), .noneOf(field, _): true
    case .plain(let value): fields(having: value) == [field]
    default: false
    }
  }

  /// The values of a field among the matches, most frequent first, ties in ascending order of the value.
  private func facetCounts(
    of field: String, _ query: Query, _ typed: TypedQuery, _ options: SearchOptions
  ) -> [ReferencePage.Count] {
    let isMatch = condition(
      of: query.tokens.filter { !(options.countsBeyondOwnTokens && isOwn($0, of: field)) })
    var counts: [ReferenceTerm: Int] = [:]
    for document in liveDocuments where typed.matches(document) && isMatch(document) {
      for value in (document.facets[field] ?? [:]).keys { counts[value, default: 0] += 1 }
    }
    let sorted = counts.sorted { left, right in
      left.value != right.value ? left.value > right.value : left.key.lexicographicallyPrecedes(right.key)
    }
    return sorted.prefix(options.facetLimit).map { ReferencePage.Count(value: $0.key, count: $0.value) }
  }
}

/// The words of a text with their statistics, which score documents by BM25 (design: ranking).
private struct TypedQuery {
  /// A word or prefix, and how many documents have it.
  struct Clause {
    let idf: Double
    let frequency: (ReferenceDocument) -> Int
  }

  let clauses: [Clause]
  /// The prefix's own complete word: it scores, and is not required.
  let completeWord: Clause?
  let match: Query.WordMatch
  let averageLength: Double

  init(_ query: Query, in index: ReferenceIndex<some ReferenceText>) {
    let documents = index.documents
    let (words, prefix) = index.text.typed(query.text)
    func word(_ term: ReferenceTerm) -> Clause {
      let df = documents.count { $0.frequencies[term] != nil }
      return Clause(idf: Self.idf(df, of: documents.count)) { $0.frequencies[term] ?? 0 }
    }
    func prefixWord(_ prefix: ReferencePrefix) -> Clause {
      let df = documents.reduce(0) { sum, document in
        sum + document.frequencies.keys.count(where: prefix.begins)
      }
      return Clause(idf: Self.idf(min(df, documents.count), of: documents.count)) {
        $0.frequency(ofPrefix: prefix)
      }
    }
    clauses = words.map(word) + (prefix.map { [prefixWord($0)] } ?? [])
    completeWord = prefix.map { word($0.term) }
    match = query.match
    averageLength = Double(documents.reduce(0) { $0 + $1.roundedLength }) / Double(documents.count)
  }

  func matches(_ document: ReferenceDocument) -> Bool {
    if clauses.isEmpty { return true }
    let isFound = { (clause: Clause) in clause.frequency(document) > 0 }
    return match == .all ? clauses.allSatisfy(isFound) : clauses.contains(where: isFound)
  }

  func score(_ document: ReferenceDocument) -> Double {
    (clauses + (completeWord.map { [$0] } ?? [])).reduce(0) { sum, clause in
      let tf = Double(clause.frequency(document))
      if tf == 0 { return sum }
      let length = Double(document.roundedLength)
      let (k1, b) = (1.2, 0.75)
      return sum + clause.idf * tf / (tf + k1 * (1 - b + b * length / averageLength))
    }
  }

  static func idf(_ df: Int, of count: Int) -> Double {
    log(1 + (Double(count - df) + 0.5) / (Double(df) + 0.5))
  }
}
