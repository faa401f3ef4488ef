import Glibc
import Tessera
import TesseraSearchField

/// Inputs that are as bad as one of their kind can be, in any size: what once cost the square of their bytes, or could.
struct HostileKind: Sendable {
  let name: String
  /// The input of about so many bytes, and what is to be timed over it.
  let make: @Sendable (_ bytes: Int) throws -> (bytes: Int, run: () throws -> Void)

  /// A text that is gone through by `run`.
  private init(
    text name: String, _ text: @escaping @Sendable (Int) -> String,
    _ run: @escaping @Sendable (String) -> Void
  ) {
    self.name = name
    make = { bytes in
      let text = text(bytes)
      return (text.utf8.count, { run(text) })
    }
  }

  /// Documents that are written into an index of their own.
  private init(documents name: String, _ documents: @escaping @Sendable (Int) -> String) {
    self.name = name
    make = { bytes in
      let lines = Array(documents(bytes).utf8)
      return (lines.count, { try Self.index(lines) })
    }
  }

  private init(query name: String, _ query: @escaping @Sendable (Int) -> Query) {
    self.name = name
    make = { bytes in
      let query = query(bytes)
      let values = query.tokens.reduce(0) {
        if case .anyOf(_, let values) = $1 { $0 + values.reduce(0) { $0 + $1.utf8.count } } else { $0 }
      }
      let index = try TemporaryIndex("{\"title\":\"blue tile\",\"genre\":\"a\"}")
      let snapshot = try index.snapshot()
      let options = SearchOptions(suggestions: 10, completions: 10)
      return (query.text.utf8.count + values, { _ = try snapshot.search(query, options: options) })
    }
  }

  private static func index(_ lines: [UInt8]) throws {
    _ = try TemporaryIndex(String(decoding: lines, as: UTF8.self))
  }
}

extension HostileKind {
  static let all: [HostileKind] = texts + documents + queries

  private static func repeated(_ text: String, _ bytes: Int) -> String {
    String(repeating: text, count: max(1, bytes / text.utf8.count))
  }

  /// The pieces of ascending numbers, up to so many bytes.
  private static func joined(_ bytes: Int, _ separator: String = ",", _ piece: (Int) -> String) -> String {
    var pieces: [String] = []
    var sum = 0
    while sum < bytes {
      pieces.append(piece(pieces.count))
      sum += pieces[pieces.count - 1].utf8.count + separator.utf8.count
    }
    return pieces.joined(separator: separator)
  }

  private static func cut(_ text: String) {
    var text = text
    var (tokenizer, buffer) = (Tokenizer(), TokenBuffer())
    text.withUTF8 { tokenizer.tokenize($0, into: &buffer) }
  }

  private static func fold(_ text: String) {
    var text = text
    var folded: [UInt8] = []
    text.withUTF8 { FacetFolding.fold($0, into: &folded) }
  }

  private static let texts = [
    HostileKind(text: "marks on one letter, as text", { "e" + repeated("\u{301}\u{323}", $0) }, cut),
    HostileKind(text: "marks on one letter, as a value", { "e" + repeated("\u{301}\u{323}", $0) }, fold),
    HostileKind(
      text: "marks and what vanishes, as a value", { "e" + repeated("\u{301}\u{323}\u{AD}", $0) }, fold),
    HostileKind(text: "marks on one letter, highlighted", { "e" + repeated("\u{301}\u{323}", $0) }) {
      _ = Highlighter(text: "e").snippet(of: $0, length: 100)
    },
    HostileKind(text: "one word of letters", { repeated("a", $0) }, cut),
    HostileKind(text: "one word of parts", { repeated("a.", $0) }, cut),
    HostileKind(text: "one word of parts, highlighted", { repeated("a.", $0) }) {
      _ = Highlighter(text: "a").snippet(of: $0, length: 100)
    },
    HostileKind(text: "one run of Han", { repeated("山", $0) }, cut),
    HostileKind(text: "one run of Thai", { repeated("ป่าไม้", $0) }, cut),
    HostileKind(text: "one emoji of joined ones", { repeated("👩\u{200D}", $0) }, cut),
    HostileKind(text: "tokens pasted", { bytes in joined(bytes) { "genre:v\($0)" } + "," }) {
      var field = SearchFieldState(form: SearchTokenForm(facets: ["genre"]))
      field.apply(.paste($0))
    },
    HostileKind(text: "blanks and dashes pasted", { repeated(" ", $0 / 2) + repeated("-", $0 / 2) }) {
      var field = SearchFieldState(form: SearchTokenForm(facets: ["genre"]))
      field.apply(.paste($0))
    },
    HostileKind(text: "quotes and bars as a token", { "genre:{" + repeated("\"\"\"|", $0) }) {
      _ = SearchTokenForm(facets: ["genre"]).token(from: $0)
    },
  ]

  private static let documents = [
    HostileKind(documents: "facet values of one document") { bytes in
      "{\"genre\":[" + joined(bytes) { "\"v\($0)\"" } + "]}"
    },
    HostileKind(documents: "numbers of one document") { bytes in
      "{\"year\":[" + joined(bytes) { "\($0)" } + "]}"
    },
    HostileKind(documents: "words of facet values") { bytes in
      joined(bytes, "\n") { line in
        "{\"genre\":\"" + (0..<8_000).map { "w\(line)x\($0 % 7_919)" }.joined(separator: " ").prefix(65_000)
          + "\"}"
      }
    },
    HostileKind(documents: "fields of one document") { bytes in "{" + joined(bytes) { "\"f\($0)\":1" } + "}"
    },
    HostileKind(documents: "objects with fractions, out of order") { bytes in
      "{\"a\":[" + joined(bytes) { "{\"c\":\($0).5,\"b\":\($0).5}" } + "]}"
    },
    HostileKind(documents: "deep nesting, again and again") { bytes in
      "{\"a\":["
        + joined(bytes) { _ in String(repeating: "[", count: 200) + "1.5" + String(repeating: "]", count: 200)
        } + "]}"
    },
    HostileKind(documents: "long names above many values") { bytes in
      let name = String(repeating: "n", count: max(1, bytes / 40))
      return String(repeating: "{\"\(name)\":", count: 20) + "{" + joined(bytes / 2) { "\"f\($0)\":1" } + "}"
        + String(repeating: "}", count: 20)
    },
    HostileKind(documents: "keys of 64 KB") { bytes in
      joined(bytes, "\n") { "{\"id\":\"" + String(repeating: "k", count: 65_000) + "\($0)\"}" }
    },
    HostileKind(documents: "words of one document") { bytes in
      "{\"title\":\"" + joined(bytes, " ") { "w\($0)" } + "\"}"
    },
    HostileKind(documents: "objects that never close") { bytes in joined(bytes, "\n") { "{\"id\":\($0)" } },
    HostileKind(documents: "objects on one line") { bytes in joined(bytes, "") { "{\"id\":\($0)}" } },
  ]

  private static let queries = [
    HostileKind(query: "colons typed") { Query(text: repeated(":", $0)) },
    HostileKind(query: "names and colons typed") { Query(text: repeated("genr:", $0)) },
    HostileKind(query: "one word typed again and again") { Query(text: repeated("a ", $0)) },
    HostileKind(query: "values of tokens") { bytes in
      let values = (0..<min(65_536, max(1, bytes / 8))).map { "v\(10_000_000 + $0)" }
      return Query(tokens: [.anyOf("genre", values)])
    },
  ]
}

/// An index in a folder of its own, which goes away with it.
private final class TemporaryIndex {
  private let folder: String
  private let index: SearchIndex
  private static let schema = Schema(
    text: ["title": 4, "a": 1, "a.b": 1, "a.c": 1], facets: ["genre"], numbers: ["year"], key: "id")

  /// All that the documents are used for: a schema is found for them, and what can be taken of them is written.
  init(_ documents: String) throws {
    var template = Array(
      "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/tessera-hostile-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchmarkError(message: "cannot make a folder") }
    folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    let path = folder + "/documents"
    let file = fopen(path, "w")
    _ = Array(documents.utf8).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
    index = try SearchIndex.create(at: folder + "/index", schema: Self.schema)
    let input = try DocumentFile(path: path)
    var inference = SchemaInference()
    if let batch = try input.nextBatch() {
      inference.observe(batch)
      input.putBack([batch])
    }
    _ = inference.schema()
    try index.write { writer in _ = try writer.importDocuments(from: input) }
  }

  func snapshot() throws -> IndexSnapshot { try index.snapshot() }

  deinit {
    let files = SystemFileSystem()
    for path in [folder + "/index", folder] {
      for name in (try? files.list(path)) ?? [] { try? files.unlink(path + "/" + name) }
      rmdir(path)
    }
  }
}
