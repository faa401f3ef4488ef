@testable import Tessera

/// A token in readable form. Terms compare by their bytes: to `String`, canonically equivalent texts are equal.
struct ShownToken: Equatable, CustomStringConvertible {
  var term: String
  var kind: TokenKind
  var source: Range<Int>
  var position: Int

  static func == (left: Self, right: Self) -> Bool {
    left.term.utf8.elementsEqual(right.term.utf8) && left.kind == right.kind && left.source == right.source
      && left.position == right.position
  }

  var description: String { "\(term) \(kind) \(source) @\(position)" }
}

extension TokenBuffer {
  var shown: [ShownToken] {
    tokens.map {
      ShownToken(
        term: String(decoding: term(of: $0), as: UTF8.self), kind: $0.kind,
        source: Int($0.sourceStart)..<Int($0.sourceEnd), position: Int($0.position))
    }
  }

  var terms: [String] { shown.map(\.term) }
  var termsAsBytes: [[UInt8]] { tokens.map { Array(term(of: $0)) } }

  init(_ text: String, by tokenizer: inout Tokenizer) {
    self.init(Array(text.utf8), by: &tokenizer)
  }

  init(_ bytes: [UInt8], by tokenizer: inout Tokenizer) {
    self.init()
    bytes.withUnsafeBufferPointer { tokenizer.tokenize($0, into: &self) }
  }

  init(_ bytes: [UInt8], byReference tokenizer: inout ReferenceTokenizer) {
    self.init()
    bytes.withUnsafeBufferPointer { tokenizer.tokenize($0, into: &self) }
  }
}

func terms(_ text: String) -> [String] {
  var tokenizer = Tokenizer()
  return TokenBuffer(text, by: &tokenizer).terms
}

/// The terms as they are, one space between two, which no term holds; to compare byte by byte.
func termLine(_ text: String) -> [UInt8] { Array(terms(text).joined(separator: " ").utf8) }
