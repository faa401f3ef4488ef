import Testing
import TestSupport

@testable import Tessera

@Suite("A file of documents")
struct DocumentFileTests {
  @Test(
    "gives the same documents in every form",
    arguments: [
      #"[{"id":"1"},{"id":"2"},{"id":"3"}]"#,
      " [ {\"id\": \"1\"} ,\r\n {\"id\": \"2\"},{\"id\":\"3\"}\n]\n",
      "{\"id\":\"1\"}\n{\"id\":\"2\"}\n{\"id\":\"3\"}",
      "{\"id\":\"1\"}\r\n\r\n   \r\n{\"id\":\"2\"}\r\n{\"id\":\"3\"}\r\n",
      #"{"id":"1"}{"id":"2"}{"id":"3"}"#,
      #"{"id":"1"} {"id":"2"} {"id":"3"}"# + "\n",
      "{\n  \"id\": \"1\"\n}\n{\n  \"id\": \"2\"\n}\n{\n\"id\":\"3\"}\n",
      "{\"id\":\"1\"}\n{\"id\":\"2\"}{\"id\":\"3\"}\n",
      "{ \"id\"\n: \"1\"}{\"id\":\"2\"}\n\n{\"id\":\"3\"}",
    ])
  func sameInEveryForm(text: String) throws {
    for mark in ["", "\u{FEFF}"] {
      let content = try FileContent(mark + text)
      #expect(content.keys == ["1", "2", "3"])
      #expect(content.refused.isEmpty)
    }
  }

  @Test(
    "may be empty",
    arguments: ["", "\u{FEFF}", " \n\r\n", "[]", " [ ] \n", "\u{FEFF}[\n]"])
  func mayBeEmpty(text: String) throws {
    let content = try FileContent(text)
    #expect(content.documents.isEmpty && content.refused.isEmpty)
  }

  @Test("is decompressed by its first bytes", arguments: ["gz", "zst"])
  func isDecompressed(form: String) throws {
    let text = (0..<50_000).map { "{\"id\":\($0),\"title\":\"number \($0 * 7919 % 1000)\"}\n" }.joined()
    let compressed = try compress(Array(text.utf8), as: form)
    #expect(try FileContent(compressed).keys == (0..<50_000).map { String($0) })
    // Frames one behind the other, as joined files have them.
    #expect(try FileContent(compressed + compressed).documents.count == 100_000)
    for cut in [5, compressed.count / 2, compressed.count - 1] {
      #expect(throws: TesseraError.self) { try FileContent(Array(compressed[..<cut])) }
    }
  }

  @Test("says where a line is refused, and goes on")
  func refusesALine() throws {
    let content = try FileContent("{\"id\":1}\n{\"id\":2,}\n\n  [3]\n{\"id\":4}\n{\"id\":\"5")
    #expect(content.keys == ["1", "4"])
    #expect(content.refused.map(\.line) == [2, 4, 6])
    #expect(content.refused.map(\.byte) == [17, 22, 43])
    #expect(
      content.reasons[0].hasPrefix(
        "invalid JSON at line 2, column 9: expected a key in double quotes, found \"}\""))
    #expect(
      content.reasons[1].hasPrefix("not a document at line 4, column 3: expected an object, found an array"))
    #expect(content.reasons[2].contains("cut off"))
  }

  @Test(
    "that is an array with a syntax error gives nothing",
    arguments: [
      (
        "[{\"id\":\"1\",\"score\":1.5},\n {\"id\":\"2\",\"x\":NaN}]",
        "invalid JSON at line 2, column 16: expected a value, found \"NaN\""
      ),
      ("[{\"id\":1},]", "invalid JSON at line 1, column 11: expected an object, found \"]\""),
      (
        "[{\"id\":1} {\"id\":2}]",
        "invalid JSON at line 1, column 11: expected \",\" or \"]\" behind the object, found \"{\""
      ),
      (
        "[{\"id\":1}]\n{\"id\":2}",
        "invalid JSON at line 2, column 1: expected the end of the file behind the array, found \"{\""
      ),
      (
        "[{\"id\":1},\n{\"id\":2}",
        "invalid JSON at line 2, column 9: expected \",\" or \"]\" behind the object, found the end"
      ),
      (
        "[{\"id\":1},\n{\"id\":\"2}]\n",
        "invalid JSON at line 2, column 11: expected the closing quote of a string"
      ),
      (
        "[{\"id\":1}, {\"id\":[2}]", "invalid JSON at line 1, column 20: expected \",\" or \"]\", found \"}\""
      ),
    ])
  func arrayIsAllOrNothing(text: String, message: String) throws {
    let error = #expect(throws: TesseraError.self) { try FileContent(text) }
    #expect(error?.detail.hasPrefix(message) == true, "\(error?.detail ?? "")")
  }

  @Test("that is an array refuses alone what is no object or too deep")
  func arrayElementsAreRefusedAlone() throws {
    let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    let content = try FileContent("[{\"id\":1},\n2, \"x\", null,{\"id\":3,\"deep\":\(deep)}, {\"id\":4}]")
    #expect(content.keys == ["1", "4"])
    #expect(content.refused.count == 4)
    #expect(content.refused.allSatisfy { $0.line == 2 })
  }

  @Test("of objects over several lines goes on behind a broken one")
  func objectsGoOn() throws {
    let broken = [
      "{\n\"id\": \"1\"\n}\n{\n\"id\": \"2,\n\"x\": 1\n}\n{\"id\":\"3\"}",
      "{\n\"id\": \"1\"\n}\n{\n\"id\": [2,\n\"x\": 1\n\n{\"id\":\"3\"}",
      "{\n\"id\": \"1\"\n}\n{\n\"id\": NaN\n}\n{\"id\":\"3\"}",
      "{\n\"id\": \"1\"\n}\n,{\"id\":\"3\"}",
    ]
    for text in broken {
      let content = try FileContent(text)
      #expect(content.keys == ["1", "3"], "\(text)")
      #expect(content.refused.count == 1, "\(content.reasons)")
    }
  }

  @Test("gives documents larger than a block, whole")
  func largeDocuments() throws {
    let long = String(repeating: "wort ", count: 700_000)
    let texts = [
      "{\"id\":1,\"title\":\"\(long)\"}\n{\"id\":2}\n", "[{\"id\":1,\"title\":\"\(long)\"},{\"id\":2}]",
      "{\n\"id\":1,\"title\":\"\(long)\"}\n{\"id\":2}\n",
    ]
    for text in texts {
      let content = try FileContent(text)
      #expect(content.keys == ["1", "2"])
      #expect(content.documents[0].texts == [long])
    }
  }

  @Test(
    "may come through a pipe, also as an array, also compressed", arguments: ["lines", "array", "gz", "zst"])
  func pipe(form: String) throws {
    let documents = (0..<60_000).map { "{\"id\":\($0),\"title\":\"number \($0 * 7919 % 1000)\"}" }
    let text =
      form == "array" ? "[" + documents.joined(separator: ",") + "]" : documents.joined(separator: "\n")
    let bytes =
      form == "gz" || form == "zst"
      ? try compress(Array("[\(documents.joined(separator: ","))]".utf8), as: form)
      : Array(text.utf8)
    let pipe = TemporaryPipe(bytes)
    let content = try FileContent(path: pipe.path)
    #expect(content.keys == (0..<60_000).map { String($0) })
    #expect(content.refused.isEmpty)
  }

  @Test("tells how much of it is read")
  func progress() throws {
    let text = (0..<100_000).map { "{\"id\":\($0),\"title\":\"number \($0 * 7919 % 1000)\"}\n" }.joined()
    for bytes in [Array(text.utf8), try compress(Array(text.utf8), as: "zst")] {
      let temporary = TemporaryFile(bytes)
      let file = try DocumentFile(path: temporary.path)
      #expect(file.totalBytes == bytes.count)
      var read = 0
      while let batch = try file.nextBatch() {
        #expect(batch.bytesRead >= read && batch.bytesRead <= bytes.count)
        read = batch.bytesRead
      }
      #expect(read == bytes.count)
    }
  }

  @Test("is missing, or a folder")
  func missing() {
    #expect(throws: TesseraError.self) { try DocumentFile(path: "/nonexistent") }
    let error = #expect(throws: TesseraError.self) { try DocumentFile(path: "/tmp") }
    #expect(error?.detail.contains("found a folder") == true)
  }

  @Test("gives the same documents however its blocks are cut", arguments: 0..<5)
  func blocksDoNotMatter(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    // Long documents of awkward text, so that block ends fall everywhere.
    let pieces = ["\\\\", "\\\"", "{", "}", "[", "\\n", "é", "😀", "a", " "]
    let documents = (0..<150).map { number in
      let text = (0..<Int.random(in: 0..<9000, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }
      return "{\"id\":\"\(number)\",\"title\":\"\(text.joined())\"}"
    }
    let expected = try documents.map {
      try JSONDocumentReader(schema: Schema(text: ["title": 1], key: "id")).read($0)
    }
    for text in [
      documents.joined(separator: "\n"), "[" + documents.joined(separator: ", ") + "]",
      documents.joined(separator: " "),
    ] {
      #expect(try FileContent(text).documents == expected)
    }
  }
}
