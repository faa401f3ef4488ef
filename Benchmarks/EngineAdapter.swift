import Tessera

/// Every call that the benchmarks of queries and of building make into the engine.
///
/// Nothing is kept from one run of a query to the next but what its parsing gave.
struct Engine {
  /// A query, cut into terms and its fields checked, with the options of its mode.
  struct Prepared {
    var mode: QueryLine.Mode
    var query: ResolvedQuery
    var options: SearchOptions
  }

  let snapshot: IndexSnapshot

  /// - Parameter checksPages: whether pages are held against their checksums when they are first touched.
  init(folder: String, checksPages: Bool = true) throws {
    snapshot = try SearchIndex.open(at: folder).snapshot(checksPages: checksPages)
  }

  var segmentCount: Int { snapshot.segments.count }

  func prepare(_ line: QueryLine) throws(TesseraError) -> Prepared {
    let query = Query(
      tokens: line.tokens.map { .facet($0.field, $0.value) }, text: line.typedText,
      match: line.matchesAny ? .any : .all)
    let options =
      switch line.mode {
      case .top: SearchOptions(limit: 10, count: .upTo(0))
      case .count: SearchOptions(limit: 0, count: .exact)
      case .facets: SearchOptions(limit: 0, facets: [line.facetField], facetLimit: 10, count: .upTo(0))
      }
    return Prepared(mode: line.mode, query: try snapshot.resolve(query), options: options)
  }

  /// Runs a query as it is timed; the number of documents it gave, -1 in the modes that give none.
  @inline(never)
  func run(_ prepared: Prepared) throws(TesseraError) -> Int {
    let page = try snapshot.search(prepared.query, options: prepared.options)
    // Modes are compared as strings by `==`, which would be timed.
    return switch prepared.mode {
    case .top: page.hits.count
    default: -1
    }
  }

  /// Whether the best 10 are the first 10 of ten thousand, for which the search leaves next to nothing out.
  func findsTheBest(_ prepared: Prepared) throws(TesseraError) -> Bool {
    let all = try snapshot.search(prepared.query, options: SearchOptions(limit: 10_000))
    return try snapshot.search(prepared.query, options: prepared.options).hits == Array(all.hits.prefix(10))
  }

  /// The number of all matches.
  func hits(_ prepared: Prepared) throws(TesseraError) -> Int {
    try snapshot.search(prepared.query, options: SearchOptions(limit: 0, count: .exact)).total.value
  }

  /// The greatest of a facet query's counts; nil when the query counts no facet or has no value.
  func greatestCount(_ prepared: Prepared) throws(TesseraError) -> Int? {
    guard prepared.mode == .facets, let field = prepared.options.facets.first else { return nil }
    return try snapshot.search(prepared.query, options: prepared.options).facetCounts[field]?.first?.count
  }

  /// Builds an index of a corpus in an empty folder, as one commit.
  static func build(_ corpus: Corpus, in folder: String, options: WriteOptions, merges: Bool) throws {
    let index = try SearchIndex.create(at: folder, schema: corpus.schema)
    try index.write(options: options) { writer in
      try corpus.forEachDocument { try writer.add($0) }
      if merges { try writer.mergeAll() }
    }
  }
}
