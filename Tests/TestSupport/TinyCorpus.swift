import Tessera

/// A random document of few words and values, so that collisions are common.
package struct TinyDocument: CustomStringConvertible {
  package var key: String
  package var texts: [String: [String]] = [:]
  package var facets: [String: [String]] = [:]
  package var numbers: [String: [String]] = [:]

  package init(key: String) { self.key = key }

  /// The document as JSON: one value stands alone, several are an array, none leaves the member out.
  package var json: String {
    let quoted = texts.merging(facets) { $0 + $1 }.mapValues { $0.map { "\"\($0)\"" } }
    let members = quoted.merging(numbers) { $0 + $1 }.sorted { $0.key < $1.key }
    let rest = members.filter { !$0.value.isEmpty }.map { name, values in
      let list = values.joined(separator: ", ")
      return ", \"\(name)\": " + (values.count == 1 ? list : "[\(list)]")
    }
    return "{\"id\": \"\(key)\"\(rest.joined())}"
  }

  package var description: String { json }
}

/// The small worlds that random documents and queries are drawn from.
package struct TinyCorpus {
  /// Words that begin one another; the first are the most frequent.
  package static let plainWords = [
    "a", "ab", "b", "abc", "ba", "aa", "c", "bab", "abca", "bb", "cab", "ca", "abcab", "1", "12", "rare",
  ]
  /// Words that the text rules do something about.
  package static let ruledWords = [
    "l'orage", "orage", "北京", "c++", "c", "한국", "Émile", "emile", "snake_case", "case", "北京市", "京", "하", "ㅎ",
    "node.js", "1.24.3", "1.2", "U.S.A.", "usa", "Straße", "strasse", "👍🏽", "パス", "ป่า", "Ё", "don’t", "@river",
    "C#",
  ]
  package static let genres = ["Drama", "Comedy", "Space Opera", "a", "drama"]
  /// Some of them in one year, month or day, some in another than it seems.
  package static let dates = [
    "2024-05-17", "2024-05-17T08:30", "2024-05-03", "2024-05", "2024-12-31T23:30-01:00", "2025-10-31",
    "2019-11-30",
    "2020-02-29T12:00Z", "1969-12-31T23:59:59.999Z", "1970-01-01", "0987-06-05",
  ]
  package static let tags = ["x", "y", "z", "ab", "X", "1", "x y"]

  package let words: [String]
  package var schema: Schema
  /// How many different keys documents have: few keys make many updates.
  package var keyCount: Int
  /// The longest text, in words.
  package var wordLimit: Int

  /// - Parameter documentLimit: about how many documents there will be.
  package init(words: [String], documentLimit: Int, using random: inout SeededGenerator) {
    self.words = words
    schema = Schema(
      text: ["title": .random(in: 1...5, using: &random), "body": .random(in: 1...2, using: &random)],
      facets: [["genre", "tag"], ["genre", "tag", "year"], ["genre", "tag", "released"]]
        .randomElement(using: &random)!,
      numbers: ["year", "price", "released"], key: "id")
    // So that most histories have lists of prefixes, and some have few or none.
    schema.leastPrefixPostings = [1, 3, 20, schema.leastPrefixPostings].randomElement(using: &random)!
    schema.leastCountedDocuments = [1, 2, 4, schema.leastCountedDocuments].randomElement(using: &random)!
    schema.leastChampionPostings = [1, 2, 4, schema.leastChampionPostings].randomElement(using: &random)!
    // So that segments are small, or large, or become so by merging, or cease to be by losing documents.
    schema.leastLargeSegment = [1, 8, 25, schema.leastLargeSegment].randomElement(using: &random)!
    schema.leastLevelPostings = [1, 3, 20, schema.leastLevelPostings].randomElement(using: &random)!
    schema.leastTieredPostings = [1, 3, schema.leastTieredPostings].randomElement(using: &random)!
    schema.tierDepth = [1, 4, schema.tierDepth].randomElement(using: &random)!
    schema.leastValueDocuments = [1, 2, 6, schema.leastValueDocuments].randomElement(using: &random)!
    keyCount = [3 + documentLimit / 15, documentLimit, 100 * documentLimit].randomElement(using: &random)!
    wordLimit = [3, 8, 30].randomElement(using: &random)!
  }

  package func key(using random: inout SeededGenerator) -> String {
    "k\(Int.random(in: 0..<keyCount, using: &random))"
  }

  package func document(using random: inout SeededGenerator) -> TinyDocument {
    var document = TinyDocument(key: key(using: &random))
    document.texts["title"] = texts(upTo: min(4, wordLimit), using: &random)
    document.texts["body"] = texts(upTo: wordLimit, using: &random)
    document.facets["genre"] = values(of: Self.genres, upTo: 1, using: &random)
    document.facets["tag"] = values(of: Self.tags, upTo: 3, using: &random)
    document.numbers["year"] = values(of: (0..<9).map(String.init), upTo: 1, using: &random)
    document.numbers["price"] = values(of: ["-1.5", "0", "0.5", "2", "2.0", "1e3"], upTo: 2, using: &random)
    document.numbers["released"] = values(of: Self.dates, upTo: 2, using: &random).map { "\"\($0)\"" }
    return document
  }

  private func values(
    of choices: [String], upTo limit: Int, using random: inout SeededGenerator
  ) -> [String] {
    (0..<Int.random(in: 0...limit, using: &random)).map { _ in choices.randomElement(using: &random)! }
  }

  private func texts(upTo limit: Int, using random: inout SeededGenerator) -> [String] {
    let count = [0, 1, 1, 1, 2].randomElement(using: &random)!
    return (0..<count).map { _ in
      // Now and then one word many times: frequencies that no byte holds.
      if Int.random(in: 0..<60, using: &random) == 0 {
        return repeatElement("ab", count: .random(in: 100...700, using: &random)).joined(separator: " ")
      }
      let text = (0..<Int.random(in: 0...limit, using: &random)).map { _ in
        Self.word(of: words, using: &random)
      }
      return text.joined(separator: " ")
    }
  }

  /// One of the words, the early ones far more often than the late.
  static func word(of words: [String], using random: inout SeededGenerator) -> String {
    let bound = Int.random(in: 1...words.count, using: &random)
    return words[Int.random(in: 0..<bound, using: &random)]
  }
}
