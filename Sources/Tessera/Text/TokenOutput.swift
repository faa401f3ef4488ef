/// Where a scanner puts tokens before they go to a `TokenBuffer` by the thousand: plain memory that stays in the cache.
///
/// Bytes from `byteCount` on are free to write; nothing counts before `add`.
struct TokenOutput {
  typealias Token = TokenBuffer.Token

  /// So much room there is for one word, in bytes and in tokens, when the output is not full.
  static let byteRoom = 8192
  static let tokenRoom = 1024

  let bytes: UnsafeMutablePointer<UInt8>
  let tokens: UnsafeMutablePointer<Token>
  private(set) var tokenCount = 0
  var byteCount = 0
  /// How many words there are so far in the text.
  var wordCount: UInt32 = 0
  /// How many bytes went to the buffer before.
  private var flushedByteCount: UInt32 = 0

  /// - Parameter memory: outlives the output.
  init(memory: Memory) {
    bytes = memory.bytes
    tokens = memory.tokens
  }

  @inline(__always) var isFull: Bool { byteCount > Self.byteRoom || tokenCount > Self.tokenRoom }

  /// Adds a token of the bytes from `start` up to `end`, cut to the length of a term.
  @inline(__always)
  mutating func add(_ kind: TokenKind, bytes start: Int, _ end: Int, source: Int, _ sourceEnd: Int) {
    var count = end - start
    if count > TextRules.termLimit {
      count = UTF8Text.count(of: bytes + start, count, limitedTo: TextRules.termLimit)
    }
    (tokens + tokenCount).initialize(
      to: Token(
        termStart: flushedByteCount &+ UInt32(truncatingIfNeeded: start),
        termCount: UInt16(truncatingIfNeeded: count),
        kind: kind, sourceStart: UInt32(truncatingIfNeeded: source),
        sourceEnd: UInt32(truncatingIfNeeded: sourceEnd), position: wordCount))
    tokenCount &+= 1
  }

  /// Appends the fold of a character.
  @inline(__always)
  mutating func append(_ entry: CharacterEntry) {
    UnsafeMutableRawPointer(bytes + byteCount).storeBytes(of: entry.bits.littleEndian, as: UInt64.self)
    byteCount &+= entry.foldCount
  }

  /// The last character of a word that is not empty.
  var lastScalar: UInt32 {
    let end = bytes + byteCount
    return UTF8Text.decode(end - lastScalarCount, end).scalar
  }

  mutating func removeLastScalar() { byteCount -= lastScalarCount }

  private var lastScalarCount: Int {
    var count = 1
    while bytes[byteCount - count] & 0xC0 == 0x80 { count += 1 }
    return count
  }

  /// Moves everything to the end of `buffer`.
  mutating func flush(to buffer: inout TokenBuffer) {
    buffer.termBytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: byteCount))
    buffer.tokens.append(contentsOf: UnsafeBufferPointer(start: tokens, count: tokenCount))
    buffer.wordCount = Int(wordCount)
    byteCount = 0
    tokenCount = 0
    flushedByteCount = UInt32(truncatingIfNeeded: buffer.termBytes.count)
  }

  /// Continues behind what another tokenizer appended to `buffer`.
  mutating func resume(after buffer: TokenBuffer) {
    wordCount = UInt32(truncatingIfNeeded: buffer.wordCount)
    flushedByteCount = UInt32(truncatingIfNeeded: buffer.termBytes.count)
  }

  final class Memory {
    /// A fold is stored as eight bytes, a run of ASCII as sixteen, whatever counts of them.
    private static let slack = 64
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * TokenOutput.byteRoom + slack)
    let tokens = UnsafeMutablePointer<Token>.allocate(capacity: 2 * TokenOutput.tokenRoom + slack)

    deinit {
      bytes.deallocate()
      tokens.deallocate()
    }
  }
}
