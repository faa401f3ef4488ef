/// Cuts text into words and folds them to terms, by the rules of `TextRules`.
package struct Tokenizer {
  private var reference = ReferenceTokenizer()

  package init() {}

  package mutating func tokenize(_ text: UnsafeBufferPointer<UInt8>, into buffer: inout TokenBuffer) {
    reference.tokenize(text, into: &buffer)
  }
}
