import Foundation
import Tessera
import TestSupport
import Testing

/// The library as its user sees it: nothing here is more than public.
@Suite("Client")
final class ClientTests {
  private static let films = [
    #"{"id": "m1", "title": "Blade Runner", "plot": "Androids in the rain.", "genre": ["Sci-Fi"], "year": 1982}"#,
    #"{"id": "m2", "title": "Running Late", "plot": "A blade of grass.", "genre": ["Comedy"], "year": 1994}"#,
    #"{"id": "m3", "title": "The Ruby Blade", "plot": "A thief.", "genre": ["Comedy", "Crime"], "year": 1997}"#,
  ]

  private let directory: TemporaryDirectory
  private let index: SearchIndex

  init() throws {
    directory = try TemporaryDirectory()
    index = try SearchIndex.create(
      at: directory.path,
      schema: Schema(text: ["title": 4, "plot": 1], facets: ["genre"], numbers: ["year"], key: "id"))
    try index.write { writer in
      for film in Self.films { try writer.add(json: film) }
    }
  }

  private func keys(_ query: Query) throws -> Set<String> {
    Set(try index.snapshot().search(query).hits.map(\.key))
  }

  /// The lines between the two markers are the README's, word for word.
  @Test("the README's example does what it says")
  func readmeExample() throws {
    let folder = directory.path + "/readme"
    // README: begin
    let schema = Schema(text: ["title": 4, "plot": 1], facets: ["genre"], numbers: ["year"], key: "id")
    let index = try SearchIndex.create(at: folder, schema: schema)
    try index.write { writer in  // one commit: all of it or nothing
      try writer.add(json: #"{"id": "m1", "title": "Blade Runner", "genre": "Sci-Fi", "year": 1982}"#)
      try writer.add(json: #"{"id": "m2", "title": "The Ruby Blade", "genre": "Comedy", "year": 1997}"#)
    }
    let snapshot = try index.snapshot()  // a consistent view, for any number of threads
    let query = Query(tokens: [.facet("genre", "comedy"), .range("year", 1990...1999)], text: "blade ru")
    let page = try snapshot.search(query, options: SearchOptions(limit: 10, facets: ["genre"]))
    for hit in page.hits { print(hit.key, hit.score, try snapshot.document(for: hit) ?? "") }
    print(page.total.value, page.facetCounts["genre"] ?? [])
    // README: end
    #expect(page.hits.map(\.key) == ["m2"] && page.total.value == 1)
    #expect(page.facetCounts["genre"]?.map(\.value) == ["Comedy"])
    #expect(try Fixtures.source("README.md").contains(Self.markedLines()))
  }

  private static func markedLines() throws -> String {
    let lines = try Fixtures.source("Tests/TesseraTests/ClientTests.swift").split(
      separator: "\n", omittingEmptySubsequences: false)
    let marked = lines.drop { !$0.hasSuffix("// README: begin") }.dropFirst()
    return marked.prefix { !$0.hasSuffix("// README: end") }.map { $0.dropFirst(4) }.joined(separator: "\n")
  }

  @Test("words before the last are complete, the last is a prefix until a space closes it")
  func trailingText() throws {
    #expect(try keys(Query(text: "blade ru")) == ["m1", "m2", "m3"])
    #expect(try keys(Query(text: "blade ru ")).isEmpty)
    #expect(try keys(Query(text: "blad ru")).isEmpty)
    #expect(try keys(Query(text: "")) == ["m1", "m2", "m3"])
  }

  @Test("the array of a token search bar is a query: tokens first, the text being typed last")
  func tokenSearchBar() throws {
    #expect(try keys(Query(searchText: ["comedy", "blade ru"])) == ["m2", "m3"])
    #expect(try keys(Query(searchText: ["comedy", "thief", "ru"])) == ["m3"])
    #expect(try keys(Query(searchText: [])) == ["m1", "m2", "m3"])
  }

  @Test("tokens narrow, and facet values are counted over all matches")
  func facets() throws {
    let nineties = Query(tokens: [.range("year", 1990...1999)], text: "blade")
    let page = try index.snapshot().search(nineties, options: SearchOptions(limit: 1, facets: ["genre"]))
    #expect(page.hits.map(\.key) == ["m3"])
    #expect(page.total.value == 2 && page.total.isExact)
    #expect(page.facetCounts["genre"]?.map(\.value) == ["Comedy", "Crime"])
    #expect(page.facetCounts["genre"]?.map(\.count) == [2, 1])
  }

  @Test("a document comes back as it was given")
  func storedDocument() throws {
    let snapshot = try index.snapshot()
    let hit = try #require(try snapshot.search(Query(text: "androids")).hits.first)
    let json = try #require(try snapshot.document(for: hit))
    let document = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary)
    let given = try JSONSerialization.jsonObject(with: Data(Self.films[0].utf8)) as? NSDictionary
    #expect(document == given)
    #expect(try snapshot.document(forKey: "m1") == json)
    #expect(try snapshot.document(forKey: "m9") == nil)
  }

  @Test("a document with the same key replaces the older one, and a deleted one is gone; old snapshots stay")
  func updateAndDelete() throws {
    let before = try index.snapshot()
    try index.write { writer in
      try writer.add(json: #"{"id": "m1", "title": "Bilbao", "genre": "Drama"}"#)
      #expect(try writer.delete("m2"))
      #expect(try !writer.delete("m2"))
    }
    #expect(try keys(Query(text: "blade")) == ["m3"])
    #expect(try keys(Query(text: "bilbao")) == ["m1"])
    #expect(try index.snapshot().documentCount == 2)
    #expect(try before.search(Query(text: "blade")).total.value == 3)
  }

  @Test("what a write did is dropped as a whole when it throws")
  func abandonedWrite() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try index.write { writer in
        try writer.delete("m1")
        throw Stop()
      }
    }
    #expect(try index.snapshot().documentCount == 3)
  }

  @Test("a refused document leaves the others of its write")
  func refusedDocument() throws {
    try index.write { writer in
      #expect { try writer.add(json: "[1]") } throws: { ($0 as? TesseraError)?.kind == .invalidDocument }
      try writer.add(json: #"{"id": "m4", "title": "Zulu"}"#)
    }
    #expect(try keys(Query(text: "zulu")) == ["m4"])
  }

  @Test(
    "an unknown field is an error that names it and those there are",
    arguments: [
      Query(tokens: [.facet("gerne", "Comedy")]), Query(tokens: [.noneOf("gerne", [])]),
      Query(tokens: [.range("gerne", 1...2)]),
    ])
  func unknownField(query: Query) throws {
    let snapshot = try index.snapshot()
    #expect {
      try snapshot.search(query)
    } throws: { error in
      guard let error = error as? TesseraError else { return false }
      let known = error.detail.contains("genre") || error.detail.contains("year")
      return error.kind == .unknownField && error.detail.contains("gerne") && known
    }
  }

  @Test("an index is made once, and opened where there is one")
  func createAndOpen() throws {
    #expect { try SearchIndex.create(at: index.folder, schema: index.schema) } throws: {
      ($0 as? TesseraError)?.kind == .alreadyExists
    }
    #expect(try SearchIndex.open(at: index.folder).schema == index.schema)
    #expect { try SearchIndex.open(at: index.folder + "/none") } throws: {
      ($0 as? TesseraError)?.kind == .notFound
    }
  }

  @Test("a second writer is refused with the first one's process number")
  func secondWriter() throws {
    try index.write { _ in
      let other = try SearchIndex.open(at: index.folder)
      #expect { try other.write { _ in } } throws: { error in
        guard let error = error as? TesseraError else { return false }
        return error.kind == .locked
          && error.detail.contains("\(ProcessInfo.processInfo.processIdentifier)")
      }
    }
  }

  @Test("many threads search while a writer commits, and each snapshot is one commit")
  func concurrentSearches() async throws {
    let index = self.index
    try index.write { writer in
      for key in ["m1", "m2", "m3"] { try writer.delete(key) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      // Each commit replaces the same ten documents: a snapshot that sees another number is torn.
      func commit(_ number: Int) throws {
        try index.write { writer in
          for key in 0..<10 { try writer.add(json: #"{"id": \#(key), "title": "tile commit\#(number)"}"#) }
        }
      }
      try commit(0)
      group.addTask { for number in 1...30 { try commit(number) } }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<100 {
            let snapshot = try index.snapshot()
            let page = try snapshot.search(Query(text: "ti"), options: SearchOptions(limit: 20))
            #expect(page.hits.count == 10 && page.total.value == 10)
            #expect(try snapshot.search(Query(text: "ti"), options: SearchOptions(limit: 20)) == page)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
