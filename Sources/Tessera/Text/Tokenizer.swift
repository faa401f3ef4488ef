/// Cuts text into words and folds them to terms, by the rules of `TextRules`, in one pass.
///
/// A `TextScanner` does what is simple, which is nearly everything; a chunk up to the next space that is not (words
/// to look up in a dictionary, characters that stand for several) goes to a `ReferenceTokenizer`.
///
/// Making one costs next to nothing; ICU is opened when the first such chunk turns up. Not for two threads at once.
package struct Tokenizer {
  /// Longer texts are cut here, so that offsets fit 32 bits whatever folding makes of the text; in bytes.
  static let textLimit = 1 << 28

  private let memory = TokenOutput.Memory()
  private var breaker: WordBreaker?

  package init() {}

  /// Replaces what is in `buffer` by the tokens of `text`: UTF-8, of which malformed bytes separate words.
  package mutating func tokenize(_ text: UnsafeBufferPointer<UInt8>, into buffer: inout TokenBuffer) {
    buffer.removeAll()
    guard let start = text.baseAddress else { return }
    let end = start + min(text.count, Self.textLimit)
    var scanner = TextScanner(from: start, to: end, output: TokenOutput(memory: memory), breaker: breaker)
    while !scanner.scan() {
      scanner.output.flush(to: &buffer)
      if let chunk = scanner.takeComplexChunk() {
        let slow = ReferenceTokenizer(breaker: scanner.openBreaker())
        slow.append(chunk, at: chunk.baseAddress! - start, to: &buffer)
        scanner.output.resume(after: buffer)
      }
    }
    scanner.output.flush(to: &buffer)
    breaker = scanner.breaker
  }
}
