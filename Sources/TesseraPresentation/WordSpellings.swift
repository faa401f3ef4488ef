import Tessera

/// Words as documents write them, *Geschäfte* for *geschafte*: the index knows them folded alone.
///
/// A few of the best documents for a word are looked at. Of the ways they write it, regardless of case, the most
/// frequent counts, and of that the one with the fewest capitals: a word at the start of a sentence, or of a title, mostly
/// stands elsewhere as it is. So the same word is spelt alike with each keystroke, whatever else is typed. It stays folded
/// where no documents are stored, where they are very long, and where a spelling would ask for something else.
///
/// - Complexity: about 50 microseconds for a word that was not asked for before.
package final class WordSpellings: Sendable {
  private static let documents = 3
  /// Longer ones are not looked at.
  private static let longest = 1 << 16
  /// So many words are kept; then it begins anew.
  private static let capacity = 4096

  private let snapshot: IndexSnapshot
  private let summarizer: DocumentSummarizer
  private let known = Guarded<[String: String]>([:])

  package init(_ snapshot: IndexSnapshot, _ summarizer: DocumentSummarizer) {
    (self.snapshot, self.summarizer) = (snapshot, summarizer)
  }

  /// - Throws: what a search throws, `.cancelled` above all.
  package func spell(
    _ page: inout SearchPage, cancellation: SearchCancellation? = nil
  ) throws(TesseraError) {
    var completions: [Completion] = []
    for completion in page.completions {
      try cancellation?.check()
      completions.append(
        Completion(
          word: try spelling(of: completion.word), count: completion.count, textStart: completion.textStart))
    }
    page.completions = completions
  }

  private func spelling(of word: String) throws(TesseraError) -> String {
    if let known = known.withLock({ $0[word] }) { return known }
    let spelling = Self.best(of: try spellings(of: word)) ?? word
    known.withLock { known in
      if known.count >= Self.capacity { known = [:] }
      known[word] = spelling
    }
    return spelling
  }

  /// All occurrences in a few documents.
  private func spellings(of word: String) throws(TesseraError) -> [String] {
    let query = Query(text: word + " ")
    let page = try snapshot.search(query, options: SearchOptions(limit: Self.documents, count: .upTo(0)))
    let texts = try HitTexts(query, snapshot, summarizer)
    var spellings: [String] = []
    for hit in page.hits {
      guard let document = try snapshot.document(for: hit) else { return [] }
      if document.utf8.count > Self.longest { continue }
      for text in texts.texts(of: try texts.summary(of: document, hit)) {
        let bytes = Array(text.text.utf8)
        spellings += text.ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
      }
    }
    return spellings.filter { snapshot.isWord(word, spelled: $0) }
  }

  static func best(of spellings: [String]) -> String? {
    let ways = Dictionary(grouping: spellings) { $0.lowercased() }
    // Equals go by their letters, so that the same documents give the same.
    let way = ways.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value
    func capitals(_ text: String) -> Int { text.unicodeScalars.count { $0.properties.isUppercase } }
    return way?.min { (capitals($0), $0) < (capitals($1), $1) }
  }
}
