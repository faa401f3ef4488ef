import CICU

typealias CharacterProperties = TesseraCharacterProperties

/// ICU as Tessera needs it. Whatever fails in it gives the input back or nil, and never traps.
enum ICU {
  static var version: String { String(cString: tessera_icu_version()) }

  static func properties(of scalar: UInt32) -> CharacterProperties {
    var properties = CharacterProperties()
    tessera_character_properties(scalar, 1, &properties)
    return properties
  }

  /// The properties of `count` characters from `first` on.
  static func properties(from first: UInt32, count: Int) -> [CharacterProperties] {
    [CharacterProperties](unsafeUninitializedCapacity: count) { properties, initialized in
      tessera_character_properties(first, Int32(count), properties.baseAddress)
      initialized = count
    }
  }

  /// The one character that NFC makes of these two.
  static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    let composition = tessera_composition(first, second)
    return composition == 0 ? nil : composition
  }

  static func foldCase(_ text: [UInt32]) -> [UInt32] { normalize(text, form: TESSERA_NFKC_CASEFOLD) }
  static func compose(_ text: [UInt32]) -> [UInt32] { normalize(text, form: TESSERA_NFC) }
  static func decompose(_ text: [UInt32]) -> [UInt32] { normalize(text, form: TESSERA_NFD) }

  private static func normalize<Form: BinaryInteger>(_ text: [UInt32], form: Form) -> [UInt32] {
    // ICU counts in 32 bits; the shim declines more than a quarter of that.
    guard let count = Int32(exactly: text.count) else { return text }
    var capacity = text.count * 2 + 16
    while true {
      var length: Int32 = -1
      let result = [UInt32](unsafeUninitializedCapacity: capacity) { out, initialized in
        length = tessera_normalize(Int32(form), text, count, out.baseAddress, Int32(capacity))
        initialized = max(0, min(Int(length), capacity))
      }
      if length < 0 { return text }
      if Int(length) <= capacity { return result }
      capacity = Int(length)
    }
  }
}

extension CharacterProperties {
  private func has<Flag: BinaryInteger>(_ flag: Flag) -> Bool { UInt32(flags) & UInt32(flag) != 0 }

  var isLetter: Bool { has(TESSERA_LETTER) }
  var isNumber: Bool { has(TESSERA_NUMBER) }
  var isMark: Bool { has(TESSERA_MARK) }
  var isSymbol: Bool { has(TESSERA_SYMBOL) }
  /// General category Cf, or default ignorable.
  var isFormat: Bool { has(TESSERA_FORMAT) }
  var isWhiteSpace: Bool { has(TESSERA_WHITE_SPACE) }
  /// A letter or number that is ideographic, Hiragana or Katakana.
  var isIdeograph: Bool { has(TESSERA_IDEOGRAPH) }
  /// A Hangul syllable or jamo.
  var isHangul: Bool { has(TESSERA_HANGUL) }
  var isEmoji: Bool { has(TESSERA_EMOJI) }
  var isEmojiModifier: Bool { has(TESSERA_EMOJI_MODIFIER) }
  var isRegionalIndicator: Bool { has(TESSERA_REGIONAL_INDICATOR) }
  /// Thai, Lao, Khmer, Burmese and their like: words are found with a dictionary.
  var needsDictionary: Bool { has(TESSERA_DICTIONARY) }
  /// A Latin, Greek, Cyrillic, Hebrew or Arabic letter: marks on it are dropped.
  var isOfFiveScripts: Bool { has(TESSERA_FIVE_SCRIPTS) }
  /// What stands before this character does not change how it folds.
  var isFoldBoundary: Bool { has(TESSERA_FOLD_BOUNDARY) }
  /// NFC_Quick_Check = Yes.
  var isComposed: Bool { has(TESSERA_COMPOSED) }

  /// Word_Break, as far as the word rules tell apart.
  var wordBreak: WordBreak { WordBreak(rawValue: word_break) ?? .other }
  /// Extend, Format or ZWJ, but no emoji modifier: belongs to the character before it.
  var isExtender: Bool { (wordBreak == .extender || wordBreak == .zeroWidthJoiner) && !isEmojiModifier }
}

/// The values of the property Word_Break that the word rules tell apart, in the order of CICU.h.
enum WordBreak: UInt8 {
  case other, letter, hebrewLetter, numeric, connector, singleQuote, doubleQuote
  case midLetter, midNumber, midNumberLetter, extender, zeroWidthJoiner
}

/// Cuts text at Unicode word boundaries (UAX #29), with ICU's dictionaries. One thread at a time.
final class WordBreaker {
  private let handle = tessera_word_breaker_open()

  deinit { tessera_word_breaker_close(handle) }

  /// The ends of the segments of `text`, ascending; nil if ICU or its data is not there.
  func ends(in text: [UInt32]) -> [Int]? {
    guard let handle, let count = Int32(exactly: text.count) else { return nil }
    var ends = [Int32](repeating: 0, count: text.count)
    let n = tessera_word_breaker_cut(handle, text, count, &ends)
    return n < 0 ? nil : ends[..<Int(n)].map(Int.init)
  }
}
