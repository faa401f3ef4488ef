/// Thai, Lao, Khmer, Burmese: runs of letters that ICU's dictionaries cut into words.
extension TextScanner {
  mutating func openBreaker() -> WordBreaker {
    let opened = breaker ?? WordBreaker()
    breaker = opened
    return opened
  }

  /// Scans the run of such letters and their marks at `next`. Returns false, and nothing has happened, if it is not
  /// simple: if it touches other letters, or what may join them.
  mutating func scanDictionaryWords() -> Bool {
    let run = dictionaryRun()
    guard let run, let ends = openBreaker().ends(in: run.scalars) else { return false }
    var output = self.output
    var start = 0
    var position = next
    for end in ends {
      guard let (word, isWord) = dictionaryWord(run.scalars[start..<end], at: position, output: output) else {
        return false
      }
      position = word.next
      if isWord { output = word.output }
      start = end
    }
    self.output = output
    next = position
    return true
  }

  /// The characters of the run at `next`; nil if it is not simple.
  private func dictionaryRun() -> (scalars: [UInt32], end: UnsafePointer<UInt8>)? {
    var scalars: [UInt32] = []
    var position = next
    while position < end {
      let (scalar, count) = UTF8Text.decode(position, end)
      guard table[scalar].characterClass.needsDictionary else { break }
      let isUU = scalar == CharacterRules.burmeseSignII && scalars.last == CharacterRules.burmeseU
      guard !isUU, scalars.count < TokenOutput.tokenRoom / 2 else { return nil }
      scalars.append(scalar)
      position += count
    }
    return isApart(at: position) ? (scalars, position) : nil
  }

  /// Whether what stands at `position` has nothing to do with the word before it.
  private func isApart(at position: UnsafePointer<UInt8>) -> Bool {
    switch characterClass(at: position) {
    case .space, .separator, .ideograph, .emoji, .regionalIndicator: return true
    case .dot, .apostrophe, .midLetter, .midNumber, .doubleQuote:
      let behind = characterClass(at: position + UTF8Text.decode(position, end).count)
      return behind == .space || behind == .separator
    default: return false
    }
  }

  /// One segment of a run, folded, and whether it is a word; nil if it is not simple.
  private func dictionaryWord(
    _ scalars: ArraySlice<UInt32>, at position: UnsafePointer<UInt8>, output: TokenOutput
  ) -> (word: WordInProgress, isWord: Bool)? {
    var word = WordInProgress(at: position, output: output)
    for scalar in scalars {
      let entry = table[scalar]
      let count = UTF8Text.encode(scalar).count
      if entry.characterClass == .dictionaryLetter {
        // A letter that folds to a mark and a letter needs one to stand on.
        if word.byteCount == 0 && entry.foldCount != count { return nil }
        word.append(entry, .otherLetter)
      } else if word.byteCount == 0 {
        word.partSource += count  // marks on nothing are dropped
      } else if !word.append(mark: entry, scalar) {
        return nil
      }
      word.next += count
    }
    let isWord = word.byteCount > 0
    if isWord {
      word.closePart(from: start, isApostrophe: false)
      word.addJoined()
      word.output.wordCount &+= 1
    }
    return (word, isWord)
  }
}
