/// A token that could be committed next, and what committing it would leave.
public struct SuggestedToken: Sendable, Hashable {
  /// A value of a facet field, or a range of a number field.
  public let token: SearchToken
  public let field: String
  /// As it was first spelled; a range as `1990–1999`; of a date field `2024`, `2020–2029`, `2024-05` or `2024-05-17`.
  public let value: String
  /// How many documents have it, of those with the query's tokens and the words before `textStart`.
  public let count: Int
  /// Where the part of the text begins that the token takes the place of, in UTF-8 bytes. It ends with the text.
  public let textStart: Int

  package init(token: SearchToken, field: String, value: String, count: Int, textStart: Int) {
    self.token = token
    self.field = field
    self.value = value
    self.count = count
    self.textStart = textStart
  }
}

/// A word that the last word of the text could become.
public struct Completion: Sendable, Hashable {
  /// Folded, as words are searched: a text that is shown needs the documents to know how they write it.
  public let word: String
  /// How many documents have it, of those with the query's tokens and complete words.
  public let count: Int
  /// Where the word begins in the text that this one takes the place of, in UTF-8 bytes.
  public let textStart: Int

  package init(word: String, count: Int, textStart: Int) {
    self.word = word
    self.count = count
    self.textStart = textStart
  }
}

extension SuggestedToken {
  /// What is left of the text when the token is committed.
  public func textLeft(of text: String) -> String { text.cut(atByte: textStart) }
}

extension Completion {
  /// The text with the word in place of its last one, closed by a blank.
  public func completed(_ text: String) -> String { text.cut(atByte: textStart) + word + " " }
}

extension String {
  fileprivate func cut(atByte end: Int) -> String { String(decoding: utf8.prefix(end), as: UTF8.self) }
}
