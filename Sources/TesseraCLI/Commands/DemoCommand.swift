import Glibc
import Tessera
import TesseraPresentation

/// Makes an index of the fixture films and shows the engine at work.
struct DemoCommand: Command {
  private static let films = Option(
    "films", value: "FILE", "the films; Fixtures/corpora/films.jsonl of this package when not given")
  private static let keep = Option(
    "keep", value: "INDEX", "leave the index there, to go on with 'tessera search'; not kept when not given")

  static let usage = Usage(
    name: "demo", operands: "",
    summary: "Makes an index of a few hundred films and shows the engine at work",
    details: """
      Words typed letter by letter, tokens, facet counts and sorting, with the number of documents found and the
      time of each search. Needs no network.
      """,
    options: [films, keep],
    examples: [
      ("demo", "shows it"),
      ("demo --keep films && tessera search films \"seven sam\"", "goes on with the same films"),
    ])

  private let films: String?
  private let kept: String?

  init(_ arguments: Arguments) throws(Misuse) {
    try arguments.requireAtMost(0)
    films = arguments.last(Self.films)
    kept = arguments.last(Self.keep)
  }

  func run(_ output: Output) throws -> ExitStatus {
    guard let films = films ?? PackageFolder.find("Fixtures/corpora/films.jsonl") else {
      throw TesseraError(.notFound, "the fixture films are not near this program; name a file with --films")
    }
    if let kept { return try run(films, index: kept, output) }
    return try TemporaryFolder.with { try run(films, index: $0 + "/films", output) }
  }

  private func run(_ films: String, index folder: String, _ output: Output) throws -> ExitStatus {
    let schema = Schema(
      text: ["title": 4, "originalTitle": 4, "cast": 2, "plot": 1],
      facets: ["genres", "directors", "countries", "cast"], numbers: ["year", "runtime"], key: "id")
    let stopwatch = Stopwatch()
    let index = try SearchIndex.create(at: folder, schema: schema)
    let work = Import([try DocumentFile(path: films)])
    try work.run(index)
    let snapshot = try index.snapshot()
    let size = Figures.bytes(snapshot.segments.reduce(0) { $0 + $1.bytes })
    output.print(
      "Indexed \(Figures.count(work.summary.accepted, "film")) in \(Figures.duration(stopwatch.seconds)): \(size)."
    )
    try DemoScenes(snapshot: snapshot, output: output).play()
    if let kept { output.print("\nGo on with: tessera search \(kept) TEXT") }
    return .done
  }
}

/// What the demo shows, one scene after the other.
private struct DemoScenes {
  let snapshot: IndexSnapshot
  let output: Output

  func play() throws {
    try type("seven sam", "Every letter is a search. The last word is half typed, the others are complete:")
    let decades = SearchToken.range("year", 1920...1959)
    try type(
      "love", within: [.facet("genres", "Comedy"), decades],
      "The same within the tokens genres: Comedy and year: 1920–1959:")
    try find(
      Query(tokens: [.facet("genres", "Drama")], text: "love "),
      SearchOptions(limit: 3, facets: ["countries", "directors"], facetLimit: 5),
      "Dramas with the complete word love, and what is counted among them:")
    try find(
      Query(tokens: [.anyOf("countries", ["Japan", "India"]), .noneOf("genres", ["Drama"])]),
      SearchOptions(limit: 3, order: .field("year", descending: true)),
      "From Japan or India, no dramas, the newest first:")
  }

  private func type(_ text: String, within tokens: [SearchToken] = [], _ heading: String) throws {
    output.print("\n\(heading)\n")
    var table = Table([.left, .left, .right, .left, .left])
    table.add("", "typed", "films", "best", "time")
    let summarizer = DocumentSummarizer(snapshot.schema)
    for end in text.indices {
      let typed = String(text[...end])
      let stopwatch = Stopwatch()
      let page = try snapshot.search(Query(tokens: tokens, text: typed), options: SearchOptions(limit: 1))
      let time = Figures.duration(stopwatch.seconds)
      let best = try page.hits.first.flatMap { hit in
        try snapshot.document(for: hit).map { try summarizer.summary($0, of: hit, in: snapshot) }
      }
      table.add("", "\"\(typed)\"", Figures.grouped(page.total.value), best?.title ?? "", time)
    }
    for line in table.lines { output.print(line) }
  }

  private func find(_ query: Query, _ options: SearchOptions, _ heading: String) throws {
    output.print("\n\(heading)\n")
    let stopwatch = Stopwatch()
    let page = try snapshot.search(query, options: options)
    let seconds = stopwatch.seconds
    try PagePrinter(page: page, snapshot: snapshot, options: options).printForPerson(output)
    output.print("in \(Figures.duration(seconds))")
  }
}
