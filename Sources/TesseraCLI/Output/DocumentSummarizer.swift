import Tessera

/// Shows a document on two lines: the text field that counts most, and a few values of the others.
struct DocumentSummarizer {
  struct Summary {
    var title: String
    var fields: String
  }

  init(_ schema: Schema) {}

  func summary(_ json: String) -> Summary? { nil }
}
