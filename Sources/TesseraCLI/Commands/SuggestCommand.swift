import Tessera
import TesseraPresentation

/// Shows what a query could go on with: tokens to commit and words to complete.
struct SuggestCommand: Command {
  private static let limit = Option(
    "limit", value: "N", "at most so many tokens, and so many words; 10 when not given")

  static let usage = Usage(
    name: "suggest", operands: "INDEX [TEXT]…",
    summary: "Shows the tokens and words that a text could go on with, and how many documents each leaves",
    details: """
      Tokens are values of facet fields that have the last words of TEXT, the last of them half \
      typed; without TEXT the most frequent. The digits of a number offer the ranges that begin \
      with them, and 'F:' the values of the field F. Words complete the last one. All are counted \
      within the tokens given and the other words.
      """,
    options: TokenArguments.options + [limit, .format],
    examples: [
      ("suggest films kuro", "who and what begins so"),
      ("suggest films dir --token genres:Comedy", "the same among the comedies"),
      ("suggest films genres:", "the genres"),
    ])

  private let folder: String
  private let query: Query
  private let limit: Int
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(Misuse) {
    folder = try arguments.operand(0, "INDEX")
    query = Query(
      tokens: try TokenArguments.tokens(arguments), text: StandardInput.text(arguments.operands.dropFirst()))
    limit = try arguments.wholeNumber(Self.limit) ?? 10
    format = try arguments.format()
  }

  func run(_ output: Output) throws -> ExitStatus {
    let options = SearchOptions(limit: 0, count: .upTo(0), suggestions: limit, completions: limit)
    let snapshot = try SearchIndex.open(at: folder).snapshot()
    var page = try snapshot.search(query, options: options)
    try WordSpellings(snapshot, DocumentSummarizer(snapshot.schema)).spell(&page)
    switch format {
    case .human: Self.print(page, output)
    case .json: output.print(Self.json(page).text)
    }
    return .done
  }

  private static func print(_ page: SearchPage, _ output: Output) {
    var table = Table([.left, .right])
    for token in page.suggestedTokens {
      let name = Terminal.plain("\(token.field): \(token.value)")
      table.add(Terminal.truncated(name, to: 60), Figures.grouped(token.count))
    }
    for line in table.lines { output.print(line) }
    if !page.suggestedTokens.isEmpty && !page.completions.isEmpty { output.print() }
    var words = Table([.left, .right])
    for completion in page.completions {
      words.add(
        Terminal.truncated(Terminal.plain(completion.word), to: 60), Figures.grouped(completion.count))
    }
    for line in words.lines { output.print(line) }
    if page.suggestedTokens.isEmpty && page.completions.isEmpty { output.print("nothing begins so") }
  }

  private static func json(_ page: SearchPage) -> JSONValue {
    [
      "tokens": .array(
        page.suggestedTokens.map { token in
          var members: [(String, JSONValue)] = [
            ("field", .string(token.field)), ("value", .string(token.value)),
          ]
          if case .numbers(_, let from?, let through?) = token.token {
            members += [("from", .raw("\(from)")), ("through", .raw("\(through)"))]
          }
          return .object(
            members + [("count", .integer(token.count)), ("textStart", .integer(token.textStart))])
        }),
      "completions": .array(
        page.completions.map {
          [
            "word": .string($0.word), "count": .integer($0.count), "textStart": .integer($0.textStart),
          ]
        }),
    ]
  }
}
