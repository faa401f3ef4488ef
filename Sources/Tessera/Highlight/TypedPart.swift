/// How far the letters that were typed reach into a word that they begin.
///
/// Folding may make one character of several, several of one, or nothing. So the word is folded again, a letter with
/// its marks at a time, until what it has become is as long as what was typed.
enum TypedPart {
  /// Where in `source` the first `count` bytes of `term` end, which was made of it; at the end of a letter and its marks.
  ///
  /// What does not go on with the term, as an apostrophe within a joined form, is passed over. Where what is folded by
  /// itself is not what the term has, the part is the whole word.
  ///
  /// - Complexity: O(*n*) in the bytes of the part.
  static func end(
    ofFirst count: Int, of term: UnsafeBufferPointer<UInt8>, in source: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard count < term.count, let start = source.baseAddress else { return source.count }
    let end = start + source.count
    var next = start
    var matched = 0
    while next < end && matched < count {
      let isPlain = next[0] < 0x80 && (next + 1 == end || next[1] < 0x80)
      if isPlain {
        let byte = (0x41...0x5A).contains(next[0]) ? next[0] | 0x20 : next[0]
        if term[matched] == byte { matched += 1 }
        next += 1
      } else {
        var letter = letter(at: next, end)
        var gain = gain(of: letter.folded, from: matched, in: term)
        if letter.isBeforeFormat && matched + gain < count {
          // A mark behind a soft hyphen is the letter's too, and may change it.
          let whole = self.letter(at: next, end, passingFormat: true)
          let gainOfWhole = self.gain(of: whole.folded, from: matched, in: term)
          if gainOfWhole > gain { (letter, gain) = (whole, gainOfWhole) }
        }
        matched += gain
        next = letter.next
      }
    }
    return matched < count ? source.count : next - start
  }

  /// How many bytes of the term, from a place on, those of the scalars are that go on with it.
  private static func gain(
    of scalars: [UInt32], from place: Int, in term: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var gain = 0
    for scalar in scalars {
      let bytes = UTF8Text.encode(scalar)
      if term[(place + gain)...].starts(with: bytes) { gain += bytes.count }
    }
    return gain
  }

  private struct Letter {
    var folded: [UInt32]
    var next: UnsafePointer<UInt8>
    var isBeforeFormat = false
  }

  /// The letter at `next` with the marks behind it.
  private static func letter(
    at start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, passingFormat: Bool = false
  ) -> Letter {
    let table = CharacterTable.shared
    let (first, count) = UTF8Text.decode(start, end)
    var letter = Letter(folded: [], next: start + count)
    var scalars = [first]
    var syllable = table[first].foldedScalar
    var next = letter.next
    while next < end {
      let (scalar, count) = UTF8Text.decode(next, end)
      let entry = table[scalar]
      letter.isBeforeFormat = entry.characterClass == .format
      if entry.characterClass == .composingHangul {
        guard let composition = ICU.composition(syllable, entry.foldedScalar) else { break }
        syllable = composition
      } else if entry.characterClass == .format ? !passingFormat : !isMark(scalar, entry) {
        break
      }
      // More make no difference: the rules read no more marks than this.
      if scalars.count <= 2 * TextRules.markLimit { scalars.append(scalar) }
      next += count
      if entry.characterClass != .format { letter.next = next }
    }
    let rewritten = scalars.flatMap { CharacterRules.rewriting($0) }.filter { $0 != CharacterRules.space }
    letter.folded = CharacterRules.fold(rewritten)
    return letter
  }

  private static func isMark(_ scalar: UInt32, _ entry: CharacterEntry) -> Bool {
    switch entry.characterClass {
    case .zeroWidthJoiner, .mark, .composingMark, .dictionaryMark: return true
    // The vowel AM of Thai and Lao becomes a mark on the letter before it, and a letter.
    case .dictionaryLetter: return ICU.properties(of: entry.foldedScalar).isMark
    case .complex:
      let properties = ICU.properties(of: scalar)
      return properties.isMark || properties.isExtender
    default: return false
    }
  }
}
