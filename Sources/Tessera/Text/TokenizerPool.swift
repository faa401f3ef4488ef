import Synchronization

/// Tokenizers for as many queries as are made ready at once.
final class TokenizerPool: Sendable {
  private struct Free: @unchecked Sendable {
    var tokenizers: [Tokenizer] = []
  }
  private let free = Mutex(Free())

  func withTokenizer<Result, Failure: Error>(
    _ body: (inout Tokenizer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var tokenizer = Unchecked(value: free.withLock { $0.tokenizers.popLast() } ?? Tokenizer())
    defer { free.withLock { [tokenizer] in $0.tokenizers.append(tokenizer.value) } }
    return try body(&tokenizer.value)
  }

  /// Crosses the lock: a tokenizer belongs to one query at a time.
  private struct Unchecked: @unchecked Sendable {
    var value: Tokenizer
  }
}
