/// What a query finds in texts. For several texts, make one `Highlighter`.
extension IndexSnapshot {
  /// Finds what a query finds, in as many texts as wanted.
  ///
  /// - Throws: what `search` throws for the query.
  public func highlighter(for query: Query) throws(TesseraError) -> Highlighter {
    Highlighter(try searcher.deciding(try resolve(query)), pool: highlightPool)
  }

  /// The parts of a text that the query finds, in UTF-8 offsets: ascending, apart, and of whole characters.
  public func highlights(of query: Query, in text: String) throws(TesseraError) -> [Range<Int>] {
    try highlighter(for: query).ranges(in: text)
  }

  /// The passage of a text, of at most so many characters, that shows best what the query finds.
  public func snippet(of query: Query, in text: String, length: Int) throws(TesseraError) -> Snippet {
    try highlighter(for: query).snippet(of: text, length: length)
  }

  /// The texts of a hit's text fields, with what the query finds in each; none when the schema stores no documents.
  public func highlights(of query: Query, for hit: Hit) throws(TesseraError) -> [HighlightedText] {
    guard let json = try document(for: hit) else { return [] }
    return try highlights(by: try highlighter(for: query), in: json, of: hit)
  }

  /// The same of a hit's document that is at hand, as it was stored.
  ///
  /// - Throws: `.corrupt` when what was stored is no document.
  package func highlights(
    by highlighter: Highlighter, in json: String, of hit: Hit
  ) throws(TesseraError) -> [HighlightedText] {
    do throws(TesseraError) {
      return try highlighter.texts(ofDocument: json)
    } catch {
      let (segment, ordinal) = searcher.place(of: hit.doc)
      throw segment.reader.stored?.unreadable(ordinal, error.detail) ?? error
    }
  }
}
