/// One pass over a text, word by word, with a table of characters and without ICU.
///
/// It makes sure of every word that it is simple before it counts: whatever it returns equals what
/// `ReferenceTokenizer` makes of the same text. Where it cannot, it stops in front.
struct TextScanner {
  let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  let table = CharacterTable.shared
  let plainBytes = PlainBytes.shared
  /// Nothing before it is of interest to what follows.
  var next: UnsafePointer<UInt8>
  var output: TokenOutput
  /// Opened when it is first needed.
  var breaker: WordBreaker?
  /// A word that begins at `next` is not simple.
  private var isAtComplexChunk = false

  init(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, output: TokenOutput, breaker: WordBreaker?
  ) {
    self.breaker = breaker
    self.start = start
    self.end = end
    self.output = output
    next = start
  }

  /// Scans on until the end of the text, and returns true; or until the output is full or a complex chunk is ahead.
  mutating func scan() -> Bool {
    while true {
      scanPlainWords()
      if next >= end { return true }
      if output.isFull { return false }
      let (scalar, count) = UTF8Text.decode(next, end)
      let isSimple =
        switch table[scalar].characterClass {
        case .letter, .hebrewLetter, .otherLetter, .hangul, .composingHangul, .digit: scanWord()
        case .ideograph: scanIdeographs()
        case .emoji, .emojiModifier: scanEmoji()
        case .regionalIndicator: scanFlag()
        case .dictionaryLetter: scanDictionaryWords()
        case .dictionaryMark, .complex: false
        case .connector: skipConnector(count)
        default: skip(count)
        }
      if !isSimple {
        isAtComplexChunk = true
        return false
      }
    }
  }

  private mutating func skip(_ count: Int) -> Bool {
    next += count
    return true
  }

  /// A connector in front of a word means nothing, unless a mark stands between them.
  private mutating func skipConnector(_ count: Int) -> Bool {
    let following = characterClass(at: next + count)
    if following.isExtender || following == .dictionaryMark || following == .complex { return false }
    return skip(count)
  }

  /// The chunk up to the next space or symbol, if the scanner stopped in front of a complex one.
  mutating func takeComplexChunk() -> UnsafeBufferPointer<UInt8>? {
    guard isAtComplexChunk else { return nil }
    isAtComplexChunk = false
    let chunk = next
    while next < end {
      let (scalar, count) = UTF8Text.decode(next, end)
      let characterClass = table[scalar].characterClass
      if characterClass == .space || characterClass == .separator { break }
      next += count
    }
    return UnsafeBufferPointer(start: chunk, count: next - chunk)
  }

  /// The class of the character at `position`: a space at the end of the text.
  @inline(__always)
  func characterClass(at position: UnsafePointer<UInt8>) -> CharacterClass {
    position < end ? table[UTF8Text.decode(position, end).scalar].characterClass : .space
  }
}
