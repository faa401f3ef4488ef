import Tessera

/// A folded word or facet value, as bytes of UTF-8: what compares, sorts and begins as bytes do.
package typealias ReferenceTerm = [UInt8]

/// What becomes of text, in plainest form: the part of the engine's meaning that `ReferenceIndex` takes as given.
package protocol ReferenceText {
  /// The terms of a text, one for each occurrence, and how many words they are.
  func terms(of text: String) -> (terms: [ReferenceTerm], wordCount: Int)
  /// The complete words of a trailing text, and its open last word.
  func typed(_ text: String) -> (words: [ReferenceTerm], prefix: ReferenceTerm?)
  /// What of a facet value compares.
  func folded(_ value: String) -> ReferenceTerm
}

/// Text rules for plain ASCII words between spaces: right for tiny corpora, which hold nothing else.
package struct PlainText: ReferenceText {
  package init() {}

  package func terms(of text: String) -> (terms: [ReferenceTerm], wordCount: Int) {
    let words = text.lowercased().split(separator: " ").map { Array($0.utf8) }
    return (words, words.count)
  }

  package func typed(_ text: String) -> (words: [ReferenceTerm], prefix: ReferenceTerm?) {
    var words = terms(of: text).terms
    let isOpen = !text.isEmpty && !text.hasSuffix(" ")
    let prefix = isOpen ? words.popLast() : nil
    return (words, prefix)
  }

  package func folded(_ value: String) -> ReferenceTerm {
    Array(value.lowercased().split(separator: " ").joined(separator: " ").utf8)
  }
}
