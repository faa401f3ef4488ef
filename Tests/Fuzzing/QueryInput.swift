import Tessera

/// A query with every kind of clause, drawn from the input's bytes. The best few must be the first of all matches, with
/// equal scores, and the counts those of all.
enum QueryInput {
  static func run(_ input: [UInt8]) throws(FuzzFinding) {
    var source = ByteSource(input)
    let options = self.options(&source)
    let query = self.query(&source)
    let snapshot = FuzzIndex.shared.snapshot
    do throws(TesseraError) {
      let page = try snapshot.search(query, options: options)
      var whole = options
      (whole.limit, whole.offset, whole.count) = (FuzzIndex.documents, 0, .exact)
      try check(page, of: try snapshot.search(query, options: whole), options)
      let highlighter = try snapshot.highlighter(for: query)
      for hit in page.hits.prefix(2) {
        if let json = try snapshot.document(for: hit) { _ = try highlighter.texts(ofDocument: json) }
      }
    } catch {
      switch error.kind {
      case .unknownField, .limitExceeded, .invalidQuery: break
      default: throw FuzzFinding("\(error)")
      }
    }
  }

  private static func check(_ page: SearchPage, of whole: SearchPage, _ options: SearchOptions)
    throws(TesseraError)
  {
    let expected = Array(whole.hits.dropFirst(max(0, options.offset)).prefix(max(0, options.limit)))
    func fail(_ what: String) -> TesseraError { TesseraError(.corrupt, what) }
    if page.hits != expected { throw fail("the best few are not the first of all") }
    if page.facetCounts != whole.facetCounts { throw fail("facet counts differ") }
    if page.suggestedTokens != whole.suggestedTokens || page.completions != whole.completions {
      throw fail("suggestions differ")
    }
    let isRight =
      page.total.isExact ? page.total.value == whole.total.value : page.total.value <= whole.total.value
    if !isRight || whole.total.value != whole.hits.count { throw fail("the totals differ") }
  }

  private static func options(_ source: inout ByteSource) -> SearchOptions {
    let facets = source.choose([[], [], ["genre"], ["genre", "tag"], ["absent"]])
    let order: SearchOptions.Order = source.choose([
      .relevance, .relevance, .field("year", descending: true), .field("price", descending: false),
      .field(nil, descending: true),
    ])
    return SearchOptions(
      limit: source.choose([10, 0, 1, 3, 16, 17, 100, 5_000, .max]),
      offset: source.choose([0, 0, 1, 10, 1_000, .max]),
      facets: facets, facetLimit: source.choose([10, 0, 1, 3, .max]),
      countsBeyondOwnTokens: source.byte() % 2 == 1,
      count: source.choose([.exact, .exact, .upTo(0), .upTo(5), .upTo(100), .upTo(.max)]), order: order,
      suggestions: source.choose([0, 10, 1, .max]), completions: source.choose([0, 10, 1, .max]))
  }

  private static func query(_ source: inout ByteSource) -> Query {
    let match: Query.WordMatch = source.choose([.all, .any])
    var query = Query(match: match)
    query.text = (0..<source.byte() % 6).map { _ in source.text(FuzzIndex.words) }.joined(separator: " ")
    while !source.isAtEnd, query.tokens.count < 20 { query.tokens.append(token(&source)) }
    return query
  }

  private static func token(_ source: inout ByteSource) -> SearchToken {
    let kind = source.byte()
    let field = source.choose(["genre", "tag", "genre", "tag", "genre", "tag", "year", "absent"])
    func values(_ source: inout ByteSource) -> [String] {
      (0..<source.byte() % 5).map { _ in source.text(FuzzIndex.values) }
    }
    switch kind % 6 {
    case 0: return .facet(field, source.text(FuzzIndex.values))
    case 1: return .anyOf(field, values(&source))
    case 2: return .noneOf(field, values(&source))
    case 3, 4:
      let number = source.choose(["year", "price", "year", "price", "genre"])
      return .numbers(number, from: bound(&source), through: bound(&source))
    default: return .plain(source.text(FuzzIndex.words + FuzzIndex.values))
    }
  }

  private static func bound(_ source: inout ByteSource) -> Number? {
    switch source.byte() % 4 {
    case 0: nil
    case 1: .integer(Int64(source.byte()) - 128)
    case 2: .integer(Int64(bitPattern: source.number(bytes: 8)))
    default: .double(Double(bitPattern: source.number(bytes: 8)))
    }
  }
}
