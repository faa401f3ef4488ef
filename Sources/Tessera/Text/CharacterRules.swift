/// The rules for single characters, and for folding a few of them: what `TextRules` calls rewriting and folding.
enum CharacterRules {
  static let apostrophe: UInt32 = 0x27
  static let space: UInt32 = 0x20
  static let tatweel: UInt32 = 0x640
  static let iotaSubscript: UInt32 = 0x345
  static let breve: UInt32 = 0x306
  static let cyrillicI: UInt32 = 0x438
  /// ဥ, which with the second makes the third, ဦ: the one letter in a dictionary that has a decomposition.
  static let burmeseU: UInt32 = 0x1025, burmeseSignII: UInt32 = 0x102E, burmeseUU: UInt32 = 0x1026

  // MARK: Rewriting

  /// What stands for `scalar` before words are cut: mostly itself.
  static func rewriting(_ scalar: UInt32) -> [UInt32] { rewriting(scalar, ICU.properties(of: scalar)) }

  static func rewriting(_ scalar: UInt32, _ properties: CharacterProperties) -> [UInt32] {
    if let simple = replacement(scalar) { return [simple] }
    // The dictionaries hold words as they are written, so there the mapping waits until words are cut.
    if properties.needsDictionary || scalar == iotaSubscript { return [scalar] }
    let mapping = ICU.foldCase(ICU.decompose([scalar]).filter { $0 != iotaSubscript })
    // Default ignorable: they vanish from the term, but the word rules see them.
    if mapping.isEmpty || mapping == [scalar] { return [scalar] }
    let givesWords = mapping.contains {
      let c = ICU.properties(of: $0); return c.isLetter || c.isNumber
    }
    if !givesWords && mapping.contains(space) { return [space] }
    let rewritten = mapping.map { replacement($0) ?? $0 }
    let standsAlone = givesWords && (properties.isSymbol || rewritten != mapping && !properties.isLetter)
    return standsAlone ? [space] + rewritten + [space] : rewritten
  }

  /// One character for another, whatever its compatibility mapping.
  private static func replacement(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x2018, 0x2019, 0x02BB, 0x02BC, 0x0060, 0x00B4, 0x05F3: apostrophe
    // `@ : / -`, whatever the version of ICU makes of them; the fraction slash; U+0000, the narrow no-break space
    // (a connector to UAX #29) and the zero width space.
    case 0x40, 0x3A, 0x2F, 0x2D, 0x2044, 0x0000, 0x202F, 0x200B: space
    default: nil
    }
  }

  // MARK: Folding

  /// The term for (a part of) a word of rewritten characters; empty if nothing is left of it.
  static func fold(_ characters: [UInt32]) -> [UInt32] {
    ICU.compose(droppingMarks(ICU.decompose(ICU.foldCase(droppingFormat(characters)))))
  }

  /// Without format characters and iota subscripts, and without marks past the limit.
  private static func droppingFormat(_ characters: [UInt32]) -> [UInt32] {
    var marks = 0
    return characters.filter { scalar in
      let properties = ICU.properties(of: scalar)
      if properties.isFormat || scalar == iotaSubscript { return false }
      marks = properties.isMark ? marks + 1 : 0
      return marks <= TextRules.markLimit
    }
  }

  /// NFKC_Casefold, without marks past the limit on one character: to put them in canonical order would cost the square
  /// of their number.
  static func foldCaseLimitingMarks(_ characters: [UInt32]) -> [UInt32] {
    let (limited, _) = droppingMarksPastLimit(characters)
    let folded = ICU.foldCase(limited)
    // What marks were composed with hides three more at most; folding again must change nothing.
    guard droppingMarksPastLimit(folded).longest + 3 > TextRules.markLimit else { return folded }
    return ICU.compose(droppingMarksPastLimit(ICU.decompose(folded)).characters)
  }

  /// Without marks past the limit, and the longest run of those kept; what vanishes in folding parts no marks.
  private static func droppingMarksPastLimit(_ characters: [UInt32]) -> (characters: [UInt32], longest: Int) {
    var (marks, longest) = (0, 0)
    let kept = characters.filter { scalar in
      let properties = ICU.properties(of: scalar)
      guard properties.isMark else {
        if !properties.isFormat { marks = 0 }
        return true
      }
      marks += 1
      longest = max(longest, min(marks, TextRules.markLimit))
      return marks <= TextRules.markLimit
    }
    return (kept, longest)
  }

  /// Drops marks on letters of the five scripts, and marks on nothing; writes letters by their ASCII spelling.
  private static func droppingMarks(_ characters: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var base: UInt32 = 0
    var keepsMarks = false
    for scalar in characters {
      let properties = ICU.properties(of: scalar)
      if !properties.isMark {
        base = scalar
        keepsMarks = !properties.isOfFiveScripts && scalar != tatweel
        result += spelling(of: scalar)
      } else if keepsMarks {
        result.append(scalar)
      } else if base == cyrillicI && scalar == breve && result.last == cyrillicI {
        result.append(scalar)  // й is a letter of its own
      }
    }
    return result
  }

  /// Letters that NFKC_Casefold leaves alone, and tatweel, which only stretches a word.
  private static func spelling(of letter: UInt32) -> [UInt32] {
    switch letter {
    case 0x131: [0x69]  // ı
    case 0x142: [0x6C]  // ł
    case 0xF8: [0x6F]  // ø
    case 0x111, 0xF0: [0x64]  // đ ð
    case 0xFE: [0x74, 0x68]  // þ
    case 0xE6: [0x61, 0x65]  // æ
    case 0x153: [0x6F, 0x65]  // œ
    case 0x127: [0x68]  // ħ
    case tatweel: []
    default: [letter]
    }
  }
}
