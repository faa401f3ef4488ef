extension Query {
  /// What a query may be at most: far more than anyone means, and little enough that a list for each word, with what is
  /// kept for each pair of them, takes neither memory nor time that matters.
  package enum Limits {
    package static let tokens = 1_024
    /// Of all tokens together.
    package static let values = 65_536
    /// Different words of the text, and words of plain tokens.
    package static let words = 1_024
  }

  func checkTokens() throws(TesseraError) {
    if tokens.count > Limits.tokens {
      throw Self.tooMany("tokens", Limits.tokens, tokens.count, "leave some out, or put values in one token")
    }
    let values = tokens.reduce(0) { count, token in
      switch token {
      case .anyOf(_, let values), .noneOf(_, let values): count + values.count
      case .facet, .numbers, .plain: count + 1
      }
    }
    if values > Limits.values {
      throw Self.tooMany("values in its tokens", Limits.values, values, "leave some out")
    }
  }

  static func checkWords(_ count: Int) throws(TesseraError) {
    if count > Limits.words { throw tooMany("different words", Limits.words, count, "shorten the text") }
  }

  private static func tooMany(_ what: String, _ limit: Int, _ found: Int, _ advice: String) -> TesseraError {
    TesseraError(
      .limitExceeded, "a query of too many \(what): expected at most \(limit), found \(found); \(advice)")
  }
}
