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
        let letter = letter(at: next, end)
        let rest = UnsafeBufferPointer(rebasing: term[matched...])
        let folded = letter.folded.prefix(rest.count)
        if rest.starts(with: folded) { matched += folded.count }
        next = letter.next
      }
    }
    return matched < count ? source.count : next - start
  }

  /// The folded letter at `next` with the marks behind it, and where they end.
  private static func letter(
    at next: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> (folded: [UInt8], next: UnsafePointer<UInt8>) {
    let table = CharacterTable.shared
    let (first, count) = UTF8Text.decode(next, end)
    var next = next + count
    var scalars = [first]
    // A soft hyphen belongs to it only where marks follow.
    var endOfLetter = next
    while next < end {
      let (scalar, count) = UTF8Text.decode(next, end)
      guard isBehindLetter(scalar, table[scalar].characterClass) else { break }
      // More make no difference: the rules read no more marks than this.
      if scalars.count <= 2 * TextRules.markLimit { scalars.append(scalar) }
      next += count
      if table[scalar].characterClass != .format { endOfLetter = next }
    }
    let rewritten = scalars.flatMap { CharacterRules.rewriting($0) }.filter { $0 != CharacterRules.space }
    return (UTF8Text.encode(CharacterRules.fold(rewritten)), endOfLetter)
  }

  /// Whether a character makes one letter with what is before it.
  private static func isBehindLetter(_ scalar: UInt32, _ characterClass: CharacterClass) -> Bool {
    switch characterClass {
    case .format, .zeroWidthJoiner, .mark, .composingMark, .dictionaryMark, .composingHangul: return true
    case .complex:
      let properties = ICU.properties(of: scalar)
      return properties.isMark || properties.isExtender
    default: return false
    }
  }
}
