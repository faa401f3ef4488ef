import Glibc
import Tessera
import TesseraPresentation

/// Prints the answer to a query.
struct PagePrinter {
  let page: SearchPage
  let snapshot: IndexSnapshot
  let options: SearchOptions
  /// Nil when what the query finds is not to be marked.
  var highlights: HitHighlights?

  var json: JSONValue {
    get throws {
      let hits = try page.hits.map { hit -> JSONValue in
        let document = try snapshot.document(for: hit)
        var members: [(String, JSONValue)] = [
          ("id", .string(hit.key)), ("score", .decimal(Double("\(hit.score)") ?? 0)),
          ("document", document.map { .raw($0) } ?? .null),
        ]
        if let highlights {
          members.append(("highlights", try document.map { try highlights.json($0, of: hit) } ?? []))
        }
        return .object(members)
      }
      return [
        "total": ["value": .integer(page.total.value), "exact": .boolean(page.total.isExact)],
        "hits": .array(hits), "facets": .object(facetFields.map { ($0, Self.json($1)) }),
      ]
    }
  }

  func printForPerson(_ output: Output) throws {
    let summarizer = DocumentSummarizer(snapshot.schema)
    let width = Terminal.width(STDOUT_FILENO)
    let numberWidth = String(options.offset + page.hits.count).count
    let marking = MarkedText.canMark(output)
    for (index, hit) in page.hits.enumerated() {
      let number = Terminal.padded("\(options.offset + index + 1)", to: numberWidth + 1, right: true)
      let summary = try snapshot.document(for: hit).map { try summarizer.summary($0, of: hit, in: snapshot) }
      let title = summary?.title ?? ""
      func print(_ line: MarkedText) { output.print(line.fitted(to: width).text(marking: marking)) }
      print(MarkedText("\(number). \(hit.key)  ") + (highlights?.title(title) ?? MarkedText(title)))
      let indent = MarkedText(Terminal.padded("", to: numberWidth + 3))
      let columns = max(20, (width ?? 100) - numberWidth - 3)
      if let passage = summary.flatMap({ highlights?.passage($0, columns: columns) }) {
        print(indent + passage)
      }
      let values = summary.map(Self.values) ?? ""
      if !values.isEmpty { print(indent + MarkedText(values)) }
    }
    if !page.hits.isEmpty { output.print() }
    output.print(totalLine)
    let blocks = facetFields.map(Self.block)
    if !blocks.isEmpty { output.print() }
    for line in Table.sideBySide(blocks, width: width ?? 80) { output.print(line) }
  }

  /// As `genre: Drama, War   year: 1957`.
  static func values(_ summary: DocumentSummarizer.Summary) -> String {
    summary.values.prefix(4).map { "\($0.field): \($0.text)" }.joined(separator: "   ")
  }

  /// The facet fields in the order they were asked for, each once.
  private var facetFields: [(field: String, counts: [FacetCount])] {
    var seen: Set<String> = []
    return options.facets.filter { seen.insert($0).inserted }.map { ($0, page.facetCounts[$0] ?? []) }
  }

  private var totalLine: String {
    let total = Figures.count(page.total.value, "document")
    let shown =
      page.hits.isEmpty || page.hits.count == page.total.value
      ? "" : " (\(options.offset + 1)–\(options.offset + page.hits.count) shown)"
    return (page.total.isExact ? total : "at least " + total) + shown
  }

  private static func json(_ counts: [FacetCount]) -> JSONValue {
    .array(counts.map { ["value": .string($0.value), "count": .integer($0.count)] })
  }

  /// The field's name above its values and counts.
  private static func block(_ field: String, _ counts: [FacetCount]) -> [String] {
    var table = Table([.left, .right])
    for count in counts {
      table.add("  " + Terminal.truncated(Terminal.plain(count.value), to: 30), Figures.grouped(count.count))
    }
    return [Terminal.plain(field)] + (counts.isEmpty ? ["  no values"] : table.lines)
  }
}
