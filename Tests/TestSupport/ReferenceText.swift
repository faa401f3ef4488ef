import Tessera

/// A folded word or facet value, as bytes of UTF-8: what compares, sorts and begins as bytes do.
package typealias ReferenceTerm = [UInt8]

/// What becomes of text, in plainest form: the part of the engine's meaning that `ReferenceIndex` takes as given.
package protocol ReferenceText {
  /// The terms of a text, one for each occurrence, and how many words they are.
  func terms(of text: String) -> (terms: [ReferenceTerm], wordCount: Int)
  /// The complete words of a trailing text, each once, and its open last word.
  func typed(_ text: String) -> (words: [ReferenceTerm], prefix: ReferencePrefix?)
  /// The same with words that were typed twice standing twice.
  func sequence(_ text: String) -> (words: [ReferenceTerm], prefix: ReferencePrefix?)
  /// What of a facet value compares.
  func folded(_ value: String) -> ReferenceTerm
}

/// The start of a word: itself as a term, and which terms it begins.
package struct ReferencePrefix {
  package let term: ReferenceTerm
  package let begins: (ReferenceTerm) -> Bool
}

/// Text rules for plain ASCII words between spaces, colons and hyphens: right for tiny corpora, which hold nothing else.
package struct PlainText: ReferenceText {
  package init() {}

  package func terms(of text: String) -> (terms: [ReferenceTerm], wordCount: Int) {
    let words = text.lowercased().split { " :-".contains($0) }.map { Array($0.utf8) }
    return (words, words.count)
  }

  package func typed(_ text: String) -> (words: [ReferenceTerm], prefix: ReferencePrefix?) {
    let (words, prefix) = sequence(text)
    var seen: Set<ReferenceTerm> = []
    return (words.filter { seen.insert($0).inserted }, prefix)
  }

  package func sequence(_ text: String) -> (words: [ReferenceTerm], prefix: ReferencePrefix?) {
    var words = terms(of: text).terms
    let isOpen = !text.hasSuffix(" ")
    let prefix = (isOpen ? words.popLast() : nil).map { prefix in
      ReferencePrefix(term: prefix) { $0.starts(with: prefix) }
    }
    return (words, prefix)
  }

  package func folded(_ value: String) -> ReferenceTerm {
    Array(value.lowercased().split(separator: " ").joined(separator: " ").utf8)
  }
}

/// The engine's rules, with the slow tokenizer for documents. What a typed text requires is the engine's own, and
/// has tests of its own.
package struct RuledText: ReferenceText {
  private let plain = ReferenceTokenizer()
  private let tokenizer = Tokenizer()

  package init() {}

  package func terms(of text: String) -> (terms: [ReferenceTerm], wordCount: Int) {
    var (text, buffer, plain) = (text, TokenBuffer(), plain)
    text.withUTF8 { plain.tokenize($0, into: &buffer) }
    return (buffer.tokens.map { ReferenceTerm(buffer.term(of: $0)) }, buffer.wordCount)
  }

  package func typed(_ text: String) -> (words: [ReferenceTerm], prefix: ReferencePrefix?) {
    let (words, prefix) = sequence(text)
    var seen: Set<ReferenceTerm> = []
    return (words.filter { seen.insert($0).inserted }, prefix)
  }

  package func sequence(_ text: String) -> (words: [ReferenceTerm], prefix: ReferencePrefix?) {
    var tokenizer = tokenizer
    let typed = TypedText(text, tokenizer: &tokenizer)
    let prefix = typed.prefix.map { prefix in
      ReferencePrefix(term: prefix.term) { term in
        let isInRange =
          !term.lexicographicallyPrecedes(prefix.lower) && term.lexicographicallyPrecedes(prefix.upper)
        return isInRange || term == prefix.term
      }
    }
    return ((prefix == nil ? typed.sequence[...] : typed.sequence.dropLast()).map(\.term), prefix)
  }

  package func folded(_ value: String) -> ReferenceTerm {
    var (value, folded) = (value, ReferenceTerm())
    value.withUTF8 { FacetFolding.fold($0, into: &folded) }
    return folded
  }
}
