import CICU

/// ICU's own way from text to folded words, whole in C: what the tokenizer's speed is measured against.
package enum ICUPipeline {
  /// Cuts at Unicode word boundaries and folds each word with NFKC_Casefold. Returns the number of words; 0 if ICU
  /// cannot.
  package static func tokenize(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard let breaker = tessera_word_breaker_open() else { return 0 }
    defer { tessera_word_breaker_close(breaker) }
    var foldedBytes: Int64 = 0
    return max(0, Int(tessera_break_and_fold(breaker, text.baseAddress, Int64(text.count), &foldedBytes)))
  }
}
