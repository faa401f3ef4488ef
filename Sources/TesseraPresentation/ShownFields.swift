import Tessera

/// Which fields of a document stand for it on a page: a title, and a longer text.
package struct ShownFields: Sendable {
  /// The path of a text field; nil where there is none.
  package let title: String?
  package let snippet: String?

  /// The best first.
  private static let titles = ["title", "headline", "subject", "name", "label"]
  private static let snippets: Set = [
    "abstract", "body", "content", "description", "plot", "summary", "text",
  ]

  package init(_ schema: Schema) {
    let facets = Set(schema.facets)
    let byWeight = Self.titleRanking(schema).map { schema.text[$0] }
    let title = byWeight.first
    // Names and the like are facets as well: no text to read.
    let snippet = byWeight.dropFirst().min { left, right in
      Self.snippetRank(left, facets) < Self.snippetRank(right, facets)
    }
    self.title = title?.path
    self.snippet = snippet?.path
  }

  /// The places of the text fields in the schema, the most title-like first.
  package static func titleRanking(_ schema: Schema) -> [Int] {
    schema.text.indices.sorted { titleRank(schema.text[$0]) > titleRank(schema.text[$1]) }
  }

  /// The name of a part, as in `author.name`, is rather not the document's.
  private static func titleRank(_ field: Schema.TextField) -> (Int, Int, Int, Int) {
    let place = titles.firstIndex(of: lastName(field))
    return (field.weight, place == nil ? 0 : 1, -depth(field.path), -(place ?? 0))
  }

  /// How many objects a path goes into.
  package static func depth(_ path: String) -> Int { path.utf8.count { $0 == UInt8(ascii: ".") } }

  private static func snippetRank(_ field: Schema.TextField, _ facets: Set<String>) -> (Int, Int, Int) {
    (facets.contains(field.path) ? 1 : 0, field.weight, snippets.contains(lastName(field)) ? 0 : 1)
  }

  private static func lastName(_ field: Schema.TextField) -> String {
    field.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }
}
