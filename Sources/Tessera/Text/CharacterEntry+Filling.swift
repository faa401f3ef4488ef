extension CharacterEntry {
  /// Makes the entries of `count` characters from `first` on, which are all in ASCII or all not.
  static func initialize(_ entries: UnsafeMutablePointer<CharacterEntry>, from first: UInt32, count: Int) {
    if first < 0x80 {
      for index in 0..<count {
        (entries + index).initialize(to: CharacterEntry(ascii: UInt8(first) + UInt8(index)))
      }
      return
    }
    for (index, properties) in ICU.properties(from: first, count: count).enumerated() {
      (entries + index).initialize(to: CharacterEntry(first + UInt32(index), properties))
    }
  }

  /// Without ICU, so that nothing need be asked of it for text in ASCII.
  init(ascii byte: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self.init(.letter, byte: byte)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self.init(.letter, byte: byte | 0x20)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self.init(.digit, byte: byte)
    case UInt8(ascii: "_"): self.init(.connector)
    case UInt8(ascii: "'"), UInt8(ascii: "`"): self.init(.apostrophe)
    case UInt8(ascii: "."): self.init(.dot, byte: byte)
    case UInt8(ascii: ","), UInt8(ascii: ";"): self.init(.midNumber, byte: byte)
    case UInt8(ascii: "\""): self.init(.doubleQuote)
    case UInt8(ascii: "+"), UInt8(ascii: "#"): self.init(.sign, byte: byte)
    case 0, 0x09...0x0D, UInt8(ascii: " "), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "/"),
      UInt8(ascii: "-"):
      self.init(.space)
    default: self.init(.separator)
    }
  }

  /// What `CharacterRules` make of one character; `complex` where they do not make something simple of it.
  init(_ scalar: UInt32, _ properties: CharacterProperties) {
    if properties.needsDictionary {
      self = Self.entry(forDictionary: scalar, properties)
      return
    }
    let rewriting = CharacterRules.rewriting(scalar, properties)
    let single = rewriting.count == 1
    let first = single && rewriting[0] == scalar ? properties : ICU.properties(of: rewriting[0])
    self = single ? Self.entry(for: rewriting[0], first) : Self.entry(forAll: rewriting)
  }

  private static func entry(for scalar: UInt32, _ properties: CharacterProperties) -> CharacterEntry {
    if scalar == CharacterRules.space || properties.isWhiteSpace { return CharacterEntry(.space) }
    if properties.isExtender && (properties.isFormat || scalar == CharacterRules.iotaSubscript) {
      return CharacterEntry(properties.wordBreak == .zeroWidthJoiner ? .zeroWidthJoiner : .format)
    }
    if properties.isMark {
      return properties.isExtender ? mark(scalar, properties) : CharacterEntry(.complex)
    }
    if scalar == CharacterRules.tatweel { return CharacterEntry(.letter) }
    let folded = CharacterRules.fold([scalar])
    let fold = UTF8Text.encode(folded)
    guard let characterClass = characterClass(of: scalar, properties) else { return CharacterEntry(.complex) }
    let isFolded =
      characterClass.isWordCharacter || characterClass.rawValue >= CharacterClass.ideograph.rawValue
    if !isFolded { return CharacterEntry(characterClass, fold: UTF8Text.encode([scalar])) }
    let limit = characterClass == .otherLetter ? foldLimit - 1 : foldLimit
    let isSimple = properties.isFoldBoundary && !properties.isFormat && !fold.isEmpty && fold.count <= limit
    if characterClass == .hangul && !properties.isFoldBoundary && !properties.isFormat && folded == [scalar] {
      return CharacterEntry(.composingHangul, fold: fold)
    }
    guard isSimple else { return CharacterEntry(.complex) }
    let lastClass = characterClass == .otherLetter ? ICU.properties(of: folded.last!).combining_class : 0
    return CharacterEntry(characterClass, fold: fold, combiningClass: lastClass)
  }

  /// Several characters for one: simple if all are letters of one class, or none is part of a word.
  private static func entry(forAll scalars: [UInt32]) -> CharacterEntry {
    let entries = scalars.map { entry(for: $0, ICU.properties(of: $0)) }
    let classes = entries.map(\.characterClass)
    let fold = UTF8Text.encode(CharacterRules.fold(scalars))
    if classes[0].isWordCharacter, fold.count <= foldLimit, !fold.isEmpty {
      // A mark behind a letter that drops it changes nothing.
      let isDropped = classes[0] == .letter || classes[0] == .hebrewLetter
      let areAlike = classes.allSatisfy {
        $0 == classes[0] || isDropped && ($0 == .mark || $0 == .composingMark)
      }
      if areAlike && classes[0] != .otherLetter && classes[0] != .hangul {
        return CharacterEntry(classes[0], fold: fold)
      }
    }
    // Two or more dots in a row, as in an ellipsis, join nothing.
    let isNoWord = classes.allSatisfy { $0 == .separator || $0 == .dot || $0 == .midNumber }
    return CharacterEntry(isNoWord ? .separator : .complex)
  }

  private static func mark(_ scalar: UInt32, _ properties: CharacterProperties) -> CharacterEntry {
    // To ICU's word rules the reading marks of Han characters are Han characters themselves.
    if scalar == 0x16FF0 || scalar == 0x16FF1 { return CharacterEntry(.complex) }
    let isStable = ICU.foldCase([scalar]) == [scalar]
    return CharacterEntry(
      properties.isComposed && isStable ? .mark : .composingMark,
      fold: isStable ? UTF8Text.encode([scalar]) : [],
      combiningClass: properties.combining_class)
  }

  /// These are not rewritten before words are cut. Some fold to several characters, which need a letter in front.
  private static func entry(forDictionary scalar: UInt32, _ properties: CharacterProperties) -> CharacterEntry
  {
    if properties.isFormat { return CharacterEntry(.complex) }
    if properties.isMark {
      let mark = mark(scalar, properties)
      let isSimple = mark.characterClass == .mark || scalar == CharacterRules.burmeseSignII
      return isSimple
        ? CharacterEntry(
          .dictionaryMark, fold: UTF8Text.encode([scalar]), combiningClass: mark.combiningClass)
        : CharacterEntry(.complex)
    }
    let folded = ICU.foldCase([scalar])
    let fold = UTF8Text.encode(folded)
    let areStarters = folded.allSatisfy { ICU.properties(of: $0).combining_class == 0 }
    let isSimple = properties.isLetter && properties.isFoldBoundary && areStarters && fold.count < foldLimit
    return isSimple ? CharacterEntry(.dictionaryLetter, fold: fold) : CharacterEntry(.complex)
  }

  /// Nil if the character fits none.
  private static func characterClass(of scalar: UInt32, _ properties: CharacterProperties) -> CharacterClass?
  {
    let isWordCharacter = properties.isLetter || properties.isNumber
    if properties.needsDictionary { return nil }
    if scalar == 0x2B || scalar == 0x23 { return .sign }
    if properties.isIdeograph { return .ideograph }
    if properties.isHangul { return .hangul }
    if properties.isRegionalIndicator { return .regionalIndicator }
    if properties.isEmojiModifier { return .emojiModifier }
    if properties.isEmoji { return .emoji }
    switch properties.wordBreak {
    case .letter: return !isWordCharacter ? nil : properties.isOfFiveScripts ? .letter : .otherLetter
    case .hebrewLetter: return isWordCharacter ? .hebrewLetter : nil
    case .numeric: return isWordCharacter ? .digit : nil
    case .connector: return isWordCharacter ? nil : .connector
    case .singleQuote: return .apostrophe
    case .doubleQuote: return .doubleQuote
    case .midLetter: return isWordCharacter ? nil : .midLetter
    case .midNumber: return isWordCharacter ? nil : .midNumber
    case .midNumberLetter: return scalar == 0x2E ? .dot : nil
    case .extender, .zeroWidthJoiner: return nil
    case .other: return isWordCharacter ? nil : .separator
    }
  }
}
