import Glibc
import Tessera
import TesseraPresentation

/// Finds documents by tokens and text.
struct SearchCommand: Command {
  private static let facets = Option("facets", value: "F,…", "count the values of these facet fields")
  private static let values = Option(
    "values", value: "N", "at most so many values of a facet field; 10 when not given")
  private static let ownTokens = Option(
    "own-tokens",
    "apply a field's own tokens too when its values are counted; when not given, counts are those that "
      + "choosing another value would give")
  private static let sort = Option(
    "sort", value: "F[:desc]", "by a number field or the id, ascending; by score when not given")
  private static let limit = Option("limit", value: "N", "at most so many hits; 10 when not given")
  private static let offset = Option("offset", value: "N", "leave out so many hits before")
  private static let count = Option(
    "count", value: "exact|N", "count all matches, or stop at N: \"at least\"; exact when not given")
  private static let anyWord = Option("any-word", "one of the words is enough; more words score higher")

  private static let highlight = Option(
    "highlight",
    "mark what is found in the title, and show the best passage of the other text; in JSON, passages with their UTF-8 "
      + "ranges")

  static let usage = Usage(
    name: "search", operands: "INDEX [TEXT]…",
    summary: "Finds the documents that hold all words of a text and all tokens",
    details: """
      The last word of TEXT is taken as half typed, and found in every word that it begins; a
      space after it closes it. TEXT has no operators. Several operands are joined by spaces;
      '-' reads the text from standard input. Without TEXT, all documents with the tokens.
      """,
    options: TokenArguments.options + [
      facets, values, ownTokens, sort, limit, offset, count, anyWord, highlight, .format,
    ],
    examples: [
      ("search films \"blade ru\"", "the films with the word blade and a word that begins with ru"),
      (
        "search films --token genre:Comedy --range year:1990..1999 --facets director",
        "comedies of the nineties, and who made how many"
      ),
      (
        "search films --any 'genre:War|Western' --sort year:desc --format json",
        "the newest first, for a program to read"
      ),
    ],
    statuses: "0 done (also when nothing is found), 1 failed, 64 misused")

  private let folder: String
  private let query: Query
  private let options: SearchOptions
  private let sort: (field: String, descending: Bool)?
  private let format: OutputFormat
  private let highlights: Bool

  init(_ arguments: Arguments) throws(Misuse) {
    folder = try arguments.operand(0, "INDEX")
    query = Query(
      tokens: try TokenArguments.tokens(arguments), text: StandardInput.text(arguments.operands.dropFirst()),
      match: arguments.has(Self.anyWord) ? .any : .all)
    options = SearchOptions(
      limit: try arguments.wholeNumber(Self.limit) ?? 10, offset: try arguments.wholeNumber(Self.offset) ?? 0,
      facets: try arguments.list(Self.facets), facetLimit: try arguments.wholeNumber(Self.values) ?? 10,
      countsBeyondOwnTokens: !arguments.has(Self.ownTokens), count: try Self.count(arguments))
    sort = arguments.last(Self.sort).map(Self.order)
    format = try arguments.format()
    highlights = arguments.has(Self.highlight)
  }

  func run(_ output: Output) throws -> ExitStatus {
    let snapshot = try SearchIndex.open(at: folder).snapshot()
    var options = options
    if let sort {
      let isKey = sort.field == snapshot.schema.key && !snapshot.schema.numbers.contains(sort.field)
      options.order = .field(isKey ? nil : sort.field, descending: sort.descending)
    }
    let page = try snapshot.search(query, options: options)
    var printer = PagePrinter(page: page, snapshot: snapshot, options: options)
    if highlights {
      let summarizer = DocumentSummarizer(snapshot.schema)
      printer.highlights = HitHighlights(texts: try HitTexts(query, snapshot, summarizer))
    }
    switch format {
    case .human: try printer.printForPerson(output)
    case .json: output.print(try printer.json)
    }
    return .done
  }

  private static func count(_ arguments: Arguments) throws(Misuse) -> SearchOptions.Count {
    guard let text = arguments.last(count), text != "exact" else { return .exact }
    guard let bound = Int(text), bound >= 0 else {
      throw Misuse(count, expects: "'exact' or a whole number", not: text)
    }
    return .upTo(bound)
  }

  private static func order(_ text: String) -> (field: String, descending: Bool) {
    for (suffix, descending) in [(":desc", true), (":asc", false)] where text.hasSuffix(suffix) {
      return (String(text.dropLast(suffix.count)), descending)
    }
    return (text, false)
  }
}
