import Foundation
import TestSupport
import Testing

/// The policies, example by example, through the tool: files in, JSON out.
@Suite("Worked cases")
struct WorkedCaseTests {
  private struct Page: Decodable {
    struct Hit: Decodable { let id: String }
    struct Count: Decodable {
      let value: String
      let count: Int
    }
    let hits: [Hit]
    let facets: [String: [Count]]
  }

  private struct Inspection: Decodable { let documents: Int }

  @Test("a small example gives its right answer", arguments: WorkedCase.all)
  func givesRightAnswer(example: WorkedCase) throws {
    try withTemporaryDirectory { folder in
      let imported = try index(example, in: folder)
      let searched = try Tool.run("tessera search cases \(Self.searchArguments(example))", in: folder)
      if let error = example.expect.error {
        let (failed, other) = example.input == nil ? (searched, imported) : (imported, searched)
        #expect(failed.status != 0 && other.status == 0)
        #expect(Self.keyWords(of: error).allSatisfy { failed.messages.contains($0) }, "\(failed.messages)")
      } else {
        #expect(searched.status == 0, "\(searched.messages)")
        try compare(try JSONDecoder().decode(Page.self, from: Data(searched.output.utf8)), example)
      }
      for place in example.expect.rejected ?? [] {
        #expect(imported.status == 65)
        #expect(
          imported.messages.contains(":\(place.line):") || imported.messages.contains("line \(place.line)"))
      }
      if let documents = example.expect.documents {
        let inspected = try Tool.run("tessera inspect cases --format json", in: folder)
        #expect(
          try JSONDecoder().decode(Inspection.self, from: Data(inspected.output.utf8)).documents == documents)
      }
    }
  }

  private func index(_ example: WorkedCase, in folder: String) throws -> Tool.Outcome {
    var file = "\(folder)/documents.jsonl"
    if let input = example.input {
      file = Fixtures.path("cases/\(input)")
    } else {
      let lines = try example.docs.map { try $0.json + "\n" }
      try lines.joined().write(toFile: file, atomically: true, encoding: .utf8)
    }
    let text = example.schema.text.map(\.path).joined(separator: ",")
    let facets =
      example.schema.facets.isEmpty ? "" : "--facet \(example.schema.facets.joined(separator: ","))"
    func index(_ file: String) throws -> Tool.Outcome {
      try Tool.run("tessera index cases '\(file)' --id id --text \(text) \(facets)", in: folder)
    }
    // There is an index already, which a file without a good document leaves as it is.
    _ = try index("/dev/null")
    return try index(file)
  }

  private static func searchArguments(_ example: WorkedCase) -> String {
    var arguments = ["--format json --limit 100"]
    for case .facet(let field, let value) in example.query.tokens {
      arguments.append("--token " + quoted("\(field):\(value)"))
    }
    if let facets = example.expect.facets {
      arguments.append("--facets " + facets.keys.joined(separator: ","))
    }
    return (arguments + ["--", quoted(example.query.text)]).joined(separator: " ")
  }

  private func compare(_ page: Page, _ example: WorkedCase) throws {
    #expect(Set(page.hits.map(\.id)) == example.expect.hits)
    if let first = example.expect.first { #expect(page.hits.first?.id == first) }
    for (field, counts) in example.expect.facets ?? [:] {
      let found = page.facets[field] ?? []
      #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.value, $0.count) }) == counts)
    }
  }

  /// What a message has to name: the field, or the place.
  private static func keyWords(of error: String) -> [String] {
    error.hasPrefix("unknown facet field: ") ? [String(error.dropFirst(21)), "facet"] : [error]
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }
}
