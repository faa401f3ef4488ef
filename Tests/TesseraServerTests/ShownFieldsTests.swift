import Tessera
import Testing

@testable import TesseraPresentation

@Suite("What stands for a document")
struct ShownFieldsTests {
  @Test(
    "the title is the heaviest text, of equal ones that with a title's name, and rather the document's own",
    arguments: [
      (["author.name": 4, "title": 4, "body": 1], "title", "body"),
      (["name": 4, "book.title": 4, "plot": 1], "name", "plot"),
      (["label": 2, "title": 2, "abstract": 1], "title", "abstract"),
      (["name": 1, "text": 3], "text", "name"),
      (["a": 1], "a", nil),
    ] as [([String: Int], String, String?)])
  func titles(text: [String: Int], title: String, snippet: String?) {
    let shown = ShownFields(Schema(text: text))
    #expect(shown.title == title && shown.snippet == snippet)
  }
}
