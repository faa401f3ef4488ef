/// How text becomes terms.
///
/// The base is ICU: Unicode word boundaries (UAX #29) and NFKC_Casefold. On top of it, in this order:
///
/// 1. **Rewriting**, code point by code point (`CharacterRules.rewriting`): shapes of the apostrophe become one,
///    characters with a compatibility mapping become it, symbols with one stand alone, `@ : / -` become spaces.
/// 2. **Stretches.** Han and kana are taken out as runs, Hangul as words of its own, emoji one by one; the rest is cut
///    by the word rules.
/// 3. **Parts.** A word is split at its inner apostrophes, dots and underscores. A dot between digits stays, and so
///    does what else UAX #29 keeps between digits (`1,234`).
/// 4. **Folding** (`CharacterRules.fold`) of each part: NFKC_Casefold, marks dropped on five scripts, letters that
///    NFKC leaves alone, tatweel and format characters gone.
/// 5. **Terms.** Of a word: its parts, the joined form, and the last part with a run of `+` or `#` straight after it.
///    Of a Han or kana run: each character, and each pair of neighbours.
///
/// `ReferenceTokenizer` does just that; `Tokenizer` gives the same tokens faster.
package enum TextRules {
  /// Changes whenever the same text may become other terms. Stored in an index beside `icuVersion`.
  package static let version = 1

  /// The version of ICU in use, like `72.1`: its Unicode version decides what new characters are.
  package static var icuVersion: String { ICU.version }

  /// Longer terms are cut here, at a character boundary; in bytes.
  static let termLimit = 255

  /// So many marks on one character are read, and the rest ignored: an endless run of marks to put in canonical
  /// order would cost its square. (The Stream-Safe Text Format of UAX #15 has the same limit.)
  static let markLimit = 30
}
