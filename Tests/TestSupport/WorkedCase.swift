import Foundation
import Tessera

/// A small example with its right answer, from `Fixtures/cases`: the policies in checkable form.
package struct WorkedCase: Decodable, Sendable, CustomStringConvertible {
  package struct Fields: Decodable, Sendable {
    package let text: [String]
    package let facets: [String]
  }

  package struct CommittedToken: Decodable, Sendable {
    package let field: String
    package let value: String
  }

  package struct Asked: Decodable, Sendable {
    package let tokens: [CommittedToken]
    package let text: String
  }

  /// What is right; nil is not looked at.
  package struct Expectation: Decodable, Sendable {
    package struct Place: Decodable, Sendable { package let line: Int }
    package let hits: Set<String>?
    package let first: String?
    package let facets: [String: [String: Int]]?
    package let documents: Int?
    package let rejected: [Place]?
    package let error: String?
  }

  package let id: String
  package let docs: [JSONValue]
  /// A file of documents, named from `Fixtures/cases`, in place of `docs`.
  package let input: String?
  private let fields: Fields
  private let asked: Asked
  package let expect: Expectation

  private enum CodingKeys: String, CodingKey {
    case id, docs, input, expect
    case fields = "schema"
    case asked = "query"
  }

  package static let all: [WorkedCase] = {
    do {
      return try Fixtures.lines("cases/cases.jsonl").map {
        try JSONDecoder().decode(WorkedCase.self, from: Data($0.utf8))
      }
    } catch {
      fatalError("Fixtures/cases/cases.jsonl: \(error)")
    }
  }()

  package var schema: Schema {
    let weights = Dictionary(uniqueKeysWithValues: fields.text.map { ($0, 1) })
    return Schema(text: weights, facets: fields.facets, key: "id")
  }

  package var query: Query {
    Query(tokens: asked.tokens.map { .facet($0.field, $0.value) }, text: asked.text)
  }

  package var description: String { id }
}
