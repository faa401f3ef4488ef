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
    let highlighter = try highlighter(for: query)
    do throws(TesseraError) {
      return try highlighter.texts(ofDocument: json)
    } catch {
      throw damage(of: hit, error)
    }
  }

  /// What it means that a hit's stored document cannot be read for the reason given: damage, with its place.
  package func damage(of hit: Hit, _ reason: TesseraError) -> TesseraError {
    let (segment, ordinal) = searcher.place(of: hit.doc)
    return segment.reader.stored?.unreadable(ordinal, reason.detail) ?? reason
  }
}
