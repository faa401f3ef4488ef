/// What a character does to a word, as far as `TextScanner` tells apart.
enum CharacterClass: UInt8 {
  /// Ends a word; begins none.
  case separator
  /// Rewritten to a space: text can be cut here whatever stands around it.
  case space

  // What words consist of.
  /// A letter of the five scripts whose marks are dropped.
  case letter
  case hebrewLetter
  /// A letter of another script: its marks stay.
  case otherLetter
  /// A Hangul syllable or jamo, which goes together with its like only.
  case hangul
  case digit

  // What may stand between two of those.
  case connector
  case apostrophe
  case dot
  /// Joins letters only, like the middle dot of Catalan.
  case midLetter
  /// Joins digits only, like a comma.
  case midNumber
  /// Joins Hebrew letters only.
  case doubleQuote

  /// `+` and `#`: make a term of their own with the word before them.
  case sign
  /// Vanishes: format characters and variation selectors.
  case format
  /// U+200D, which vanishes but joins emoji.
  case zeroWidthJoiner
  /// A mark that stays as it is on a letter that keeps marks, if combining classes ascend.
  case mark
  /// A mark that does so unless it composes with the letter before it; or that changes when folded, and has no fold.
  case composingMark

  /// A Hangul vowel or final consonant, which composes with the jamo before it.
  case composingHangul

  case ideograph
  case emoji
  case emojiModifier
  case regionalIndicator

  /// Thai, Lao, Khmer, Burmese: words are found with a dictionary.
  case dictionaryLetter
  case dictionaryMark

  /// Not simple: left to `ReferenceTokenizer`.
  case complex

  @inline(__always) var isLetter: Bool {
    rawValue >= Self.letter.rawValue && rawValue <= Self.otherLetter.rawValue
  }
  @inline(__always) var isWordCharacter: Bool {
    rawValue >= Self.letter.rawValue && rawValue <= Self.digit.rawValue
  }
  /// Hangul joins neither other letters and digits nor what stands between those.
  @inline(__always)
  func isApart(from next: Self) -> Bool {
    if next == .hangul || next == .composingHangul { return self != .hangul && self != .separator }
    return self == .hangul && next.rawValue <= Self.doubleQuote.rawValue
  }

  @inline(__always) var needsDictionary: Bool { self == .dictionaryLetter || self == .dictionaryMark }
  @inline(__always) var isExtender: Bool {
    rawValue >= Self.format.rawValue && rawValue <= Self.composingMark.rawValue
  }
}

/// All the scanner needs to know of a character, in 64 bits: up to seven bytes of folded UTF-8, their number (three
/// bits), and the class (five bits).
struct CharacterEntry: Equatable {
  var bits: UInt64

  init(_ characterClass: CharacterClass, byte: UInt8) {
    bits = UInt64(characterClass.rawValue) << 59 | 1 << 56 | UInt64(byte)
  }

  /// - Parameter fold: at most `foldLimit` bytes.
  init(_ characterClass: CharacterClass, fold: [UInt8] = [], combiningClass: UInt8 = 0) {
    assert(fold.count <= Self.foldLimit)
    bits = UInt64(characterClass.rawValue) << 59 | UInt64(fold.count) << 56
    for (index, byte) in fold.enumerated() { bits |= UInt64(byte) << (8 * UInt64(index)) }
    if combiningClass != 0 { bits |= UInt64(combiningClass) << 48 }
  }

  static let foldLimit = 7

  @inline(__always) var characterClass: CharacterClass {
    unsafeBitCast(UInt8(bits >> 59), to: CharacterClass.self)
  }
  @inline(__always) var foldCount: Int { Int(bits >> 56 & 7) }
  /// What the character folds to, or the first of it.
  var foldedScalar: UInt32 {
    withUnsafeBytes(of: bits.littleEndian) { bytes in
      let start = bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
      return UTF8Text.decode(start, start + foldCount).scalar
    }
  }
  /// Of a mark, or of the last character that a letter that keeps marks folds to; these fold to six bytes at most.
  @inline(__always) var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits >> 48) }
}
