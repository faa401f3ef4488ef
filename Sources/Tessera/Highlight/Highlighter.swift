/// Finds in texts what a query finds: made once for a query, for any number of texts and threads.
///
/// A word of the text that the query requires as a complete word is a match as a whole. Of a word that the prefix
/// begins, the part that was typed is one, up to the end of the character that holds its last letter: `stras` is
/// *Straß* of *Straße*, and `f` all of the ligature *ﬁ*. Words are cut and folded as they are for the index, so what is
/// highlighted is what found the document. Tokens are not text, save those plain ones that stand for words.
///
/// Ranges are UTF-8 offsets of the text, ascending, apart from one another, and never split a character.
public struct Highlighter: Sendable {
  private let terms: HighlightTerms
  private let pool: Pool<HighlightMemory>

  /// For a trailing text by itself, without an index.
  public init(text: String) {
    var tokenizer = Tokenizer()
    let typed = TypedText(text, tokenizer: &tokenizer)
    self.init(
      HighlightTerms(words: typed.words, prefix: typed.prefix), pool: Pool { HighlightMemory(Schema()) })
  }

  /// - Parameter query: one in which it is decided what plain tokens mean.
  init(_ query: ResolvedQuery, pool: Pool<HighlightMemory>) {
    self.init(HighlightTerms(words: query.words + query.wordsOfTokens, prefix: query.prefix), pool: pool)
  }

  private init(_ terms: HighlightTerms, pool: Pool<HighlightMemory>) {
    self.terms = terms
    self.pool = pool
  }

  /// The parts of a text that the query finds.
  ///
  /// - Complexity: O(*n*) in the bytes of the text, and the sorting of what is found.
  public func ranges(in text: String) -> [Range<Int>] {
    if terms.isEmpty { return [] }
    return withMemory { ranges(in: text, $0) }
  }

  private func withMemory<Result, Failure: Error>(
    _ body: (HighlightMemory) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try pool.withItem { (memory) throws(Failure) in
      defer { memory.shrink() }
      return try body(memory)
    }
  }

  private func ranges(in text: String, _ memory: HighlightMemory) -> [Range<Int>] {
    HighlightSource.withBytes(of: text) { text, bytes in
      let matches = memory.matches(of: terms, in: bytes)
      return HighlightSource.wholeCharacters(of: HighlightMatch.merged(matches), in: text, bytes)
    }
  }

  /// The passage of a text that shows best what the query finds: the one with the most different words of the query,
  /// of such the one with the most matches, of such the first. The whole text where it is short enough; its start where
  /// nothing is found.
  ///
  /// - Parameter length: at most so many characters, counted as Unicode scalars: fewer where characters consist of
  ///   several, and never more, save of a single character that consists of more.
  /// - Complexity: O(*n*) in the bytes of the text, and the sorting of what is found.
  public func snippet(of text: String, length: Int) -> Snippet {
    withMemory { memory in
      HighlightSource.withBytes(of: text) { text, bytes in
        let matches = memory.matches(of: terms, in: bytes)
        let ranges = HighlightSource.wholeCharacters(of: HighlightMatch.merged(matches), in: text, bytes)
        let passage = PassageFinder(bytes, memory.buffer, length: max(1, length)).passage(
          of: matches, clauses: terms.clauseCount)
        let widened = HighlightSource.wholeCharacters(of: [passage.range], in: text, bytes).first ?? 0..<0
        let whole = HighlightSource.prefix(of: widened, atMost: max(1, length), in: text, bytes)
        return Snippet(whole, of: bytes, ranges, matchedWords: passage.matchedWords)
      }
    }
  }

  /// The texts of a document's text fields, in ascending order of path and within a field in that of the document: with
  /// what the query finds in each, which may be nothing. An array of strings is as many texts.
  ///
  /// - Throws: `.invalidDocument` when `json` is no object.
  public func texts(ofDocument json: String) throws(TesseraError) -> [HighlightedText] {
    try withMemory { (memory) throws(TesseraError) in
      try memory.texts(ofDocument: json).map { field, text in
        HighlightedText(field: field, text: text, ranges: terms.isEmpty ? [] : ranges(in: text, memory))
      }
    }
  }
}

/// One text of a document, and the parts of it that a query finds.
public struct HighlightedText: Sendable, Hashable {
  /// The path of the text field in the schema.
  public let field: String
  public let text: String
  /// UTF-8 offsets of `text`; empty where the query finds nothing here.
  public let ranges: [Range<Int>]

  package init(field: String, text: String, ranges: [Range<Int>]) {
    (self.field, self.text, self.ranges) = (field, text, ranges)
  }
}

extension ResolvedQuery {
  /// The words that plain tokens stand for.
  fileprivate var wordsOfTokens: [[UInt8]] {
    conditions.flatMap { if case .words(let words) = $0 { words } else { [[UInt8]]() } }
  }
}
