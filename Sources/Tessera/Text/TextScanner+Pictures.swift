/// Han and kana, and emoji: characters that are words of their own.
extension TextScanner {
  /// Scans the run of Han and kana at `next`: each character, and each with the one before it. Returns false, and
  /// nothing has happened, if it is not simple.
  mutating func scanIdeographs() -> Bool {
    var output = self.output
    var position = next
    var previous: (byteStart: Int, source: Int)?
    while position < end {
      let (scalar, count) = UTF8Text.decode(position, end)
      let entry = table[scalar]
      guard entry.characterClass == .ideograph else {
        if entry.characterClass == .complex { return false }
        break
      }
      guard output.tokenCount - self.output.tokenCount < TokenOutput.tokenRoom / 2 else { return false }
      let source = position - start
      position += count
      let byteStart = output.byteCount
      output.append(entry)
      guard takeVoicingMark(&position, &output), skipFormat(&position) else { return false }
      if let previous {
        output.wordCount &-= 1
        output.add(
          .pair, bytes: previous.byteStart, output.byteCount, source: previous.source, position - start)
        output.wordCount &+= 1
      }
      output.add(.character, bytes: byteStart, output.byteCount, source: source, position - start)
      output.wordCount &+= 1
      previous = (byteStart, source)
    }
    self.output = output
    next = position
    return true
  }

  /// Composes the kana just appended with a voicing mark behind it. Returns false if it does not compose.
  private func takeVoicingMark(_ position: inout UnsafePointer<UInt8>, _ output: inout TokenOutput) -> Bool {
    guard characterClass(at: position) == .composingMark else { return true }
    let (mark, count) = UTF8Text.decode(position, end)
    guard let composition = ICU.composition(output.lastScalar, table[mark].foldedScalar) else { return false }
    output.removeLastScalar()
    output.append(table[composition])
    position += count
    return true
  }

  /// Scans the emoji at `next`, with skin tones and what U+200D joins to it.
  mutating func scanEmoji() -> Bool {
    scanPicture { scanner, position, output in
      while position < scanner.end {
        let (scalar, count) = UTF8Text.decode(position, scanner.end)
        let entry = scanner.table[scalar]
        let isJoined = entry.characterClass == .emoji && scanner.isZeroWidthJoiner(before: position)
        guard isJoined || entry.characterClass == .emojiModifier else { return true }
        guard output.byteCount - scanner.output.byteCount < TokenOutput.byteRoom / 2 else { return false }
        output.append(entry)
        position += count
        guard scanner.skipFormat(&position) else { return false }
      }
      return true
    }
  }

  /// Scans the flag at `next`: two regional indicators, or a stray one.
  mutating func scanFlag() -> Bool {
    scanPicture { scanner, position, output in
      guard position < scanner.end else { return true }
      let (scalar, count) = UTF8Text.decode(position, scanner.end)
      let entry = scanner.table[scalar]
      guard entry.characterClass == .regionalIndicator else { return true }
      output.append(entry)
      position += count
      return scanner.skipFormat(&position)
    }
  }

  /// Scans one character, and what `scanRest` takes behind it, as a word.
  private mutating func scanPicture(
    _ scanRest: (TextScanner, inout UnsafePointer<UInt8>, inout TokenOutput) -> Bool
  ) -> Bool {
    var output = self.output
    let (scalar, count) = UTF8Text.decode(next, end)
    var position = next + count
    output.append(table[scalar])
    guard skipFormat(&position), scanRest(self, &position, &output) else { return false }
    output.add(.word, bytes: self.output.byteCount, output.byteCount, source: next - start, position - start)
    output.wordCount &+= 1
    self.output = output
    next = position
    return true
  }

  /// Moves past characters that vanish. Returns false in front of what may be a mark, which is not simple here.
  private func skipFormat(_ position: inout UnsafePointer<UInt8>) -> Bool {
    while position < end {
      let (scalar, count) = UTF8Text.decode(position, end)
      switch table[scalar].characterClass {
      case .format, .zeroWidthJoiner: position += count
      case .mark, .composingMark, .dictionaryMark, .complex: return false
      default: return true
      }
    }
    return true
  }

  private func isZeroWidthJoiner(before position: UnsafePointer<UInt8>) -> Bool {
    position - start >= 3 && position[-3] == 0xE2 && position[-2] == 0x80 && position[-1] == 0x8D
  }
}
