/// The rules of `TextRules` in their plainest form, over arrays of characters: the slow twin of `Tokenizer`, and what
/// that falls back on where text is not simple.
package struct ReferenceTokenizer {
  /// A rewritten character and the source it came from.
  struct Character {
    var scalar: UInt32
    var properties: CharacterProperties
    var source: Range<Int>
  }

  let breaker: WordBreaker?

  package init() { self.init(breaker: WordBreaker()) }

  /// Without a breaker, words end where letters, digits and their marks do: how it works when ICU's data is missing.
  init(breaker: WordBreaker?) { self.breaker = breaker }

  package mutating func tokenize(_ text: UnsafeBufferPointer<UInt8>, into buffer: inout TokenBuffer) {
    buffer.removeAll()
    append(text, at: 0, to: &buffer)
  }

  /// Appends the tokens of `text`, which starts at `offset` of the source and is cut off from what stands before.
  func append(_ text: UnsafeBufferPointer<UInt8>, at offset: Int, to buffer: inout TokenBuffer) {
    let characters = rewrite(text, at: offset)
    var next = 0
    while next < characters.count {
      let properties = characters[next].properties
      if properties.isIdeograph {
        let clusters = ideographs(in: characters, from: next)
        buffer.appendIdeographs(clusters.map { characters[$0] })
        next = clusters.last!.upperBound
      } else if properties.isPicture {
        let cluster = picture(in: characters, from: next)
        buffer.appendWord([characters[cluster]], kindOfJoined: .joined, suffix: [])
        next = cluster.upperBound
      } else if properties.isHangul {
        let end = characters[next...].firstIndex { !$0.properties.isHangul && !$0.properties.isExtender }
        let word = characters[next..<(end ?? characters.count)]
        let isEmpty = CharacterRules.fold(word.map(\.scalar)).isEmpty
        if !isEmpty {
          buffer.appendWord([word], kindOfJoined: .joined, suffix: signs(in: characters, from: word.endIndex))
        }
        next = word.endIndex
      } else {
        let end = characters[next...].firstIndex { $0.properties.standsApart } ?? characters.count
        appendWords(of: characters[next..<end], in: characters, to: &buffer)
        next = end
      }
    }
  }

  // MARK: Rewriting

  private func rewrite(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> [Character] {
    guard let start = text.baseAddress else { return [] }
    var characters: [Character] = []
    var position = 0
    while position < text.count {
      let (scalar, count) = UTF8Text.decode(start + position, start + text.count)
      var source = offset + position..<offset + position + count
      var rewriting = CharacterRules.rewriting(scalar)
      if scalar == CharacterRules.burmeseSignII, let last = characters.last,
        last.scalar == CharacterRules.burmeseU
      {
        characters.removeLast()
        source = last.source.lowerBound..<source.upperBound
        rewriting = [CharacterRules.burmeseUU]
      }
      characters += rewriting.map {
        Character(scalar: $0, properties: ICU.properties(of: $0), source: source)
      }
      position += count
    }
    return characters
  }

  // MARK: Stretches

  /// The run of Han and kana from `start` on: each character with its extenders.
  private func ideographs(in characters: [Character], from start: Int) -> [Range<Int>] {
    var clusters: [Range<Int>] = []
    var next = start
    while next < characters.count && characters[next].properties.isIdeograph {
      let end = endOfExtenders(in: characters, from: next + 1)
      clusters.append(next..<end)
      next = end
    }
    return clusters
  }

  /// The emoji that begins at `start`: a flag of two regional indicators, or pictures joined by U+200D, each with its
  /// extenders and skin tones.
  private func picture(in characters: [Character], from start: Int) -> Range<Int> {
    var end = endOfExtenders(in: characters, from: start + 1)
    if characters[start].properties.isRegionalIndicator {
      if end < characters.count && characters[end].properties.isRegionalIndicator {
        end = endOfExtenders(in: characters, from: end + 1)
      }
      return start..<end
    }
    while end < characters.count && characters[end].properties.isEmoji {
      let isJoined = characters[end - 1].properties.wordBreak == .zeroWidthJoiner
      guard isJoined || characters[end].properties.isEmojiModifier else { break }
      end = endOfExtenders(in: characters, from: end + 1)
    }
    return start..<end
  }

  private func endOfExtenders(in characters: [Character], from start: Int) -> Int {
    characters[start...].firstIndex { !$0.properties.isExtender } ?? characters.count
  }

  // MARK: Words

  private func appendWords(
    of stretch: ArraySlice<Character>, in characters: [Character], to buffer: inout TokenBuffer
  ) {
    var start = stretch.startIndex
    for end in segmentEnds(of: stretch) {
      let segment = stretch[start..<end]
      start = end
      guard segment.contains(where: { $0.properties.isLetter || $0.properties.isNumber }) else { continue }
      let (parts, kind) = split(segment)
      let isAtEnd = parts.last?.endIndex == end
      buffer.appendWord(parts, kindOfJoined: kind, suffix: isAtEnd ? signs(in: characters, from: end) : [])
    }
  }

  /// The run of `+` and `#` from `start` on.
  private func signs(in characters: [Character], from start: Int) -> ArraySlice<Character> {
    characters[start...].prefix { $0.scalar == 0x2B || $0.scalar == 0x23 }
  }

  private func segmentEnds(of stretch: ArraySlice<Character>) -> [Int] {
    var text = stretch.map(\.scalar)
    for (index, next) in stretch.enumerated().dropFirst() where next.properties.isSymbol {
      // U+200D ties a letter to any pictograph that follows; a word joiner does not.
      if text[index - 1] == 0x200D { text[index - 1] = 0x2060 }
    }
    if let ends = breaker?.ends(in: text) { return ends.map { stretch.startIndex + $0 } }
    func isInWord(_ index: Int) -> Bool {
      let properties = stretch[index].properties
      return properties.isLetter || properties.isNumber || properties.isMark || properties.isExtender
    }
    let inner = stretch.indices.dropFirst().filter { isInWord($0) != isInWord($0 - 1) }
    return inner + [stretch.endIndex]
  }

  /// Splits a word at its apostrophes, dots and connectors, save dots between digits.
  private func split(_ word: ArraySlice<Character>) -> (
    parts: [ArraySlice<Character>], kindOfJoined: TokenKind
  ) {
    var parts: [ArraySlice<Character>] = []
    var kind = TokenKind.contracted
    var start = word.startIndex
    var mayContract = true
    func closePart(at end: Int) {
      let part = word[start..<end].drop { $0.properties.isExtender }
      guard !CharacterRules.fold(part.map(\.scalar)).isEmpty else { return }
      if !parts.isEmpty && !mayContract { kind = .joined }
      mayContract = true
      parts.append(part)
    }
    for index in word.indices {
      switch word[index].properties.wordBreak {
      case .midNumberLetter where isNumeric(word[..<index].last { !$0.properties.isExtender }): continue
      case .singleQuote: break
      case .connector, .midLetter, .midNumberLetter, .doubleQuote: break
      default: continue
      }
      closePart(at: index)
      if word[index].scalar != CharacterRules.apostrophe { mayContract = false }
      start = index + 1
    }
    closePart(at: word.endIndex)
    return (parts, kind)
  }

  private func isNumeric(_ character: Character?) -> Bool { character?.properties.wordBreak == .numeric }
}

extension CharacterProperties {
  fileprivate var isPicture: Bool { isEmoji || isRegionalIndicator }
  fileprivate var standsApart: Bool { isIdeograph || isPicture || isHangul }
}

// MARK: - Tokens

extension TokenBuffer {
  fileprivate typealias Characters = ArraySlice<ReferenceTokenizer.Character>

  /// Appends a word: its parts, what they join to, and the last one with the suffix.
  fileprivate mutating func appendWord(_ parts: [Characters], kindOfJoined: TokenKind, suffix: Characters) {
    let terms = parts.map { CharacterRules.fold($0.map(\.scalar)) }
    guard let first = parts.first?.first, let last = parts.last?.last else { return }
    for (part, term) in zip(parts, terms) {
      append(term, kind: parts.count == 1 ? .word : .part, from: part.first!, to: part.last!)
    }
    if parts.count > 1 { append(terms.flatMap { $0 }, kind: kindOfJoined, from: first, to: last) }
    if let end = suffix.last, let start = parts.last?.first {
      append(terms.last! + suffix.map(\.scalar), kind: .suffixed, from: start, to: end)
    }
    wordCount += 1
  }

  /// Appends each character, and each pair of neighbours.
  fileprivate mutating func appendIdeographs(_ clusters: [Characters]) {
    let terms = clusters.map { CharacterRules.fold($0.map(\.scalar)) }
    for index in clusters.indices {
      let cluster = clusters[index]
      append(terms[index], kind: .character, from: cluster.first!, to: cluster.last!)
      if index + 1 < clusters.count {
        append(
          terms[index] + terms[index + 1], kind: .pair, from: cluster.first!, to: clusters[index + 1].last!)
      }
      wordCount += 1
    }
  }

  private mutating func append(
    _ term: [UInt32], kind: TokenKind, from first: ReferenceTokenizer.Character,
    to last: ReferenceTokenizer.Character
  ) {
    let bytes = UTF8Text.encode(term)
    let count = bytes.withUnsafeBufferPointer {
      $0.baseAddress.map { UTF8Text.count(of: $0, bytes.count, limitedTo: TextRules.termLimit) } ?? 0
    }
    tokens.append(
      Token(
        termStart: UInt32(termBytes.count), termCount: UInt16(count), kind: kind,
        sourceStart: UInt32(first.source.lowerBound), sourceEnd: UInt32(last.source.upperBound),
        position: UInt32(wordCount)))
    termBytes += bytes[..<count]
  }
}
