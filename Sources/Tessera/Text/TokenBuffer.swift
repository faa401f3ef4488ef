/// The tokens of one text, in order: folded term bytes and where each came from.
///
/// Filled by a `Tokenizer` again and again without allocating anew.
package struct TokenBuffer {
  package struct Token: Equatable {
    /// Where the folded term stands in `termBytes`: 1 to 255 bytes of UTF-8.
    package var termStart: UInt32
    package var termCount: UInt32
    /// Where the word stands in the source text, in UTF-8 offsets.
    package var sourceStart: UInt32
    package var sourceEnd: UInt32
    /// Which word of the text it is, from 0; parts and joined form of one word share a position.
    package var position: UInt32
  }

  package var termBytes: [UInt8] = []
  package var tokens: [Token] = []
  /// How many words the text has: what counts as its length. (Parts and joined form are one word.)
  package var wordCount: Int = 0

  package init() {}

  package mutating func removeAll() {
    termBytes.removeAll(keepingCapacity: true)
    tokens.removeAll(keepingCapacity: true)
    wordCount = 0
  }
}
