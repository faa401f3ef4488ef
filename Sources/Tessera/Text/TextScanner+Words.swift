/// Words of letters and digits of any script, and their parts.
extension TextScanner {
  /// Scans the word at `next`. Returns false, and nothing has happened, if it is not simple.
  mutating func scanWord() -> Bool {
    var word = WordInProgress(at: next, output: output)
    while word.next < end {
      guard word.byteCount < TokenOutput.byteRoom / 2, word.partCount < TokenOutput.tokenRoom / 2 else {
        return false
      }
      if word.last != .hangul && appendASCII(to: &word) { continue }
      let (scalar, count) = UTF8Text.decode(word.next, end)
      let entry = table[scalar]
      let characterClass = entry.characterClass
      if word.last.isApart(from: characterClass) { return finish(&word) }
      switch characterClass {
      case .letter, .hebrewLetter, .otherLetter, .hangul, .digit:
        word.append(entry, characterClass)
      case .mark, .composingMark:
        guard word.append(mark: entry, scalar) else { return false }
      case .format, .zeroWidthJoiner:
        guard word.last.isWordCharacter else { return false }
      case .composingHangul:
        let composition =
          word.byteCount > 0 ? ICU.composition(word.output.lastScalar, entry.foldedScalar) : nil
        if composition != nil { word.output.removeLastScalar() }
        word.append(composition.map { table[$0] } ?? entry, .hangul)
      case .connector:
        word.closePart(from: start, isApostrophe: false)
        word.last = .connector
        word.partSource = word.next + count
      case .apostrophe, .dot, .midLetter, .midNumber, .doubleQuote:
        let following = self.characterClass(at: word.next + count)
        if following.isExtender || following == .complex || following.needsDictionary { return false }
        guard word.isJoined(by: characterClass, to: following) else { return finish(&word) }
        if following == .digit && characterClass != .apostrophe {
          word.append(entry, .digit)
        } else {
          word.closePart(from: start, isApostrophe: characterClass == .apostrophe)
          word.partSource = word.next + count
        }
      case .sign:
        return finish(&word, isBeforeSign: true)
      case .complex, .dictionaryLetter, .dictionaryMark:
        return false
      default:
        return finish(&word)
      }
      word.next += count
    }
    return finish(&word)
  }

  /// Appends a run of ASCII letters and digits, if the word goes on with one.
  @inline(__always)
  private func appendASCII(to word: inout WordInProgress) -> Bool {
    guard end - word.next >= ASCIIRun.width else { return false }
    let run = ASCIIRun(at: word.next)
    guard run.count > 0 else { return false }
    run.store(at: word.output.bytes + word.output.byteCount)
    word.append(asciiCount: run.count, endingWith: word.next[run.count - 1])
    word.next += run.count
    return true
  }

  /// Counts the word, with its joined form and the signs behind it.
  private mutating func finish(_ word: inout WordInProgress, isBeforeSign: Bool = false) -> Bool {
    let takesSuffix = isBeforeSign && word.last.isWordCharacter && !word.isPartEmpty
    word.closePart(from: start, isApostrophe: false)
    word.addJoined()
    if word.partCount > 0 {
      if takesSuffix { addSuffixed(to: &word) }
      word.output.wordCount &+= 1
    }
    output = word.output
    next = word.next
    return true
  }

  /// Takes the run of signs behind the word, and adds its last part with them.
  private func addSuffixed(to word: inout WordInProgress) {
    let signs = word.output.bytes + word.output.byteCount
    var signCount = 0
    while word.next < end {
      let (scalar, count) = UTF8Text.decode(word.next, end)
      let entry = table[scalar]
      guard entry.characterClass == .sign else { break }
      // More than a term can hold makes no difference.
      if signCount <= TextRules.termLimit {
        signs[signCount] = UInt8(truncatingIfNeeded: entry.bits)
        signCount += 1
      }
      word.next += count
    }
    word.addSuffixed(signCount: signCount, sourceEnd: word.next - start)
  }
}
