/// The start of a word, as a range of the dictionary: the terms from `lower` up to, but without, `upper`, in the order
/// of their bytes, and `term` itself.
///
/// Prefixes compare letters; in Hangul they compare jamo, because a syllable grows as it is typed. 하 stands for the
/// syllables from 하 to 핳, which are neighbours in Unicode, and a first consonant alone for all that it begins.
package struct TermPrefix: Hashable, Sendable {
  /// What was typed; as a complete word it counts more than the words it begins.
  ///
  /// It lies in the range, except a consonant alone like ㅎ, which has a place of its own in the dictionary.
  package let term: [UInt8]
  package let lower: [UInt8]
  package let upper: [UInt8]
  /// Whether the range is no other than that of the terms whose bytes begin with those of `term`.
  let isPlain: Bool

  /// - Parameter term: a folded term, not empty.
  package init(_ term: [UInt8]) {
    self.term = term
    // Most have no such letters.
    let scalars =
      term.allSatisfy { $0 < 0x80 } ? [] : Array(String(decoding: term, as: UTF8.self).unicodeScalars)
    if let (first, next) = Self.syllables(beginningWith: scalars) {
      let stem = UTF8Text.encode(scalars.dropLast().map(\.value))
      lower = stem + UTF8Text.encode(first)
      upper = stem + UTF8Text.encode(next)
      isPlain = false
    } else {
      lower = term
      // No byte of UTF-8 is 0xFF.
      upper = term.dropLast() + (term.last.map { [$0 &+ 1] } ?? [])
      isPlain = true
    }
  }

  /// The Hangul syllables that the last character may become, from the first up to, but without, the second.
  private static func syllables(beginningWith term: [Unicode.Scalar]) -> (UInt32, UInt32)? {
    let base: UInt32 = 0xAC00
    let finals: UInt32 = 28
    let syllablesOfConsonant = 21 * finals
    switch term.last?.value {
    case .some(let syllable) where (base...0xD7A3).contains(syllable):
      return (syllable - base) % finals == 0 ? (syllable, syllable + finals) : nil
    case .some(let consonant) where (0x1100...0x1112).contains(consonant):
      // ㅋㅋ is laughter, not the start of two syllables.
      if let previous = term.dropLast().last, (0x1100...0x11FF).contains(previous.value) { return nil }
      let first = base + (consonant - 0x1100) * syllablesOfConsonant
      return (first, first + syllablesOfConsonant)
    default:
      return nil
    }
  }
}
