/// Finds the passage of a text that shows most of what a query finds.
struct PassageFinder {
  private let text: UnsafeBufferPointer<UInt8>
  private let tokens: TokenBuffer
  /// At most so many Unicode scalars.
  private let length: Int

  init(_ text: UnsafeBufferPointer<UInt8>, _ tokens: TokenBuffer, length: Int) {
    self.text = text
    self.tokens = tokens
    self.length = length
  }

  /// Where the passage stands in the text, cut at the bounds of words where they are near enough, and how many
  /// different words of the query are in it.
  func passage(of matches: [HighlightMatch], clauses: Int) -> (range: Range<Int>, matchedWords: Int) {
    let best = bestWindow(of: matches, clauses: clauses)
    let core = best.map { self.core(of: matches[$0.matches]) } ?? 0..<0
    let matchedWords = best?.matchedWords ?? 0
    if text.count <= length || position(length, after: 0) == text.count {
      return (0..<text.count, matchedWords)
    }
    let bounds = WordBounds(tokens)
    let start = start(before: core, bounds)
    return (start..<end(behind: core, from: start, bounds), matchedWords)
  }

  // MARK: The best matches

  private struct Window {
    var matches: Range<Int>
    var matchedWords: Int
  }

  /// The matches that stand within one passage: the most different words, of those the most matches, of those the
  /// first. One match that is longer by itself counts as one that fits.
  ///
  /// For each match as the first, those after it that fit, found by moving both ends on (never back).
  private func bestWindow(of matches: [HighlightMatch], clauses: Int) -> Window? {
    var counts = WordCounts(clauses)
    var best: Window?
    var end = 0
    /// How many scalars stand before the match that begins the window, and before the one at its end.
    var (scalarsAtStart, scalarsAtEnd) = (0, 0)
    var scalarsOfNext = matches.first.map { scalarCount($0.start..<$0.tokenEnd) } ?? 0
    for start in matches.indices {
      if start > 0 {
        scalarsAtStart += scalarCount(matches[start - 1].start..<matches[start].start)
        counts.remove(matches[start - 1])
      }
      while end < matches.count {
        let next = matches[end]
        let fits = scalarsAtEnd + scalarsOfNext - scalarsAtStart <= length
        guard fits || end == start else { break }
        counts.add(next)
        end += 1
        if end < matches.count {
          scalarsAtEnd += scalarCount(next.start..<matches[end].start)
          scalarsOfNext = scalarCount(matches[end].start..<matches[end].tokenEnd)
        }
        if !fits { break }
      }
      if let best, (counts.different, end - start) <= (best.matchedWords, best.matches.count) { continue }
      best = Window(matches: start..<end, matchedWords: counts.different)
    }
    return best
  }

  /// What a passage has to hold for these matches; cut when one is too long by itself.
  private func core(of matches: ArraySlice<HighlightMatch>) -> Range<Int> {
    let start = matches.first?.start ?? 0
    let end = matches.reduce(start) { max($0, $1.tokenEnd) }
    return start..<min(end, position(length, after: start))
  }

  // MARK: Its surroundings

  /// A third of the room goes before the matches; more where little text is left behind them, and where all of what is
  /// before fits, the passage begins with the text.
  private func start(before core: Range<Int>, _ bounds: WordBounds) -> Int {
    let room = length - scalarCount(core)
    let earliest = position(room, before: core.lowerBound)
    if earliest == 0 { return 0 }
    let behind = scalarCount(core.upperBound..<position(room, after: core.upperBound))
    let wanted = position(max(room / 3, room - behind), before: core.lowerBound)
    guard let start = bounds.firstStart(from: wanted, upTo: core.lowerBound) else { return core.lowerBound }
    return openingPunctuation(before: start, from: max(wanted, bounds.lastEnd(upTo: start) ?? 0))
  }

  private func end(behind core: Range<Int>, from start: Int, _ bounds: WordBounds) -> Int {
    let latest = position(length, after: start)
    if latest == text.count { return latest }
    guard let end = bounds.lastEnd(upTo: latest), end >= core.upperBound, end > start else {
      return core.isEmpty ? latest : core.upperBound
    }
    return closingPunctuation(
      behind: end, upTo: min(latest, bounds.firstStart(from: end, upTo: latest) ?? latest))
  }

  /// The start of what stands before a word without white space, if it begins behind white space.
  private func openingPunctuation(before start: Int, from limit: Int) -> Int {
    var at = start
    while at > limit {
      let before = position(1, before: at)
      if isWhiteSpace(at: before) { return at }
      at = before
    }
    return at == 0 ? 0 : start
  }

  private func closingPunctuation(behind end: Int, upTo limit: Int) -> Int {
    var at = end
    while at < limit {
      if isWhiteSpace(at: at) { return at }
      at = position(1, after: at)
    }
    return at == text.count || isWhiteSpace(at: at) ? at : end
  }

  // MARK: Scalars

  private func isWhiteSpace(at position: Int) -> Bool {
    guard let start = text.baseAddress, position < text.count else { return false }
    return Self.isWhiteSpace(UTF8Text.decode(start + position, start + text.count).scalar)
  }

  static func isWhiteSpace(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar)?.properties.isWhitespace ?? false
  }

  private func isContinuation(_ position: Int) -> Bool { text[position] & 0xC0 == 0x80 }

  private func scalarCount(_ range: Range<Int>) -> Int {
    var count = 0
    for position in range where text[position] & 0xC0 != 0x80 { count &+= 1 }
    return count
  }

  /// The place so many scalars on, at most the end of the text.
  private func position(_ count: Int, after start: Int) -> Int {
    var (position, left) = (start, count)
    while left > 0 && position < text.count {
      position += 1
      while position < text.count && isContinuation(position) { position += 1 }
      left -= 1
    }
    return position
  }

  /// The place so many scalars back, at least the start of the text.
  private func position(_ count: Int, before end: Int) -> Int {
    var (position, left) = (end, count)
    while left > 0 && position > 0 {
      position -= 1
      while position > 0 && isContinuation(position) { position -= 1 }
      left -= 1
    }
    return position
  }
}

/// How often each word of the query, and its prefix, is in a window.
private struct WordCounts {
  private var counts: [Int]
  private(set) var different = 0

  /// - Parameter clauses: how many words there are, the prefix as the last.
  init(_ clauses: Int) { counts = [Int](repeating: 0, count: clauses) }

  mutating func add(_ match: HighlightMatch) {
    if let word = match.word { change(word, by: 1) }
    if match.isPrefixed { change(counts.count - 1, by: 1) }
  }

  mutating func remove(_ match: HighlightMatch) {
    if let word = match.word { change(word, by: -1) }
    if match.isPrefixed { change(counts.count - 1, by: -1) }
  }

  private mutating func change(_ clause: Int, by amount: Int) {
    if counts[clause] == 0 { different += 1 }
    counts[clause] += amount
    if counts[clause] == 0 { different -= 1 }
  }
}

/// Where the words of a text begin and end: whole ones, not their parts.
private struct WordBounds {
  private let tokens: [TokenBuffer.Token]

  init(_ tokens: TokenBuffer) { self.tokens = tokens.tokens }

  /// The first start of a word within a range, its end included.
  func firstStart(from lower: Int, upTo upper: Int) -> Int? {
    let index = firstWord { $0 >= lower }
    guard index < tokens.count, start(of: index) <= upper else { return nil }
    return start(of: index)
  }

  /// The last end of a word up to a place.
  func lastEnd(upTo upper: Int) -> Int? {
    var index = firstWord { $0 >= upper }
    while index > 0 {
      let position = tokens[index - 1].position
      var end = 0
      while index > 0 && tokens[index - 1].position == position {
        index -= 1
        if tokens[index].kind != .pair { end = max(end, Int(tokens[index].sourceEnd)) }
      }
      if end <= upper { return end }
    }
    return nil
  }

  private func start(of token: Int) -> Int { Int(tokens[token].sourceStart) }

  /// The first token of the first word whose start is as asked. The starts of words ascend, those of tokens do not: a
  /// joined form stands behind its parts.
  private func firstWord(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = firstOfWord((low + high) / 2)
      if isBehind(start(of: middle)) { high = middle } else { low = max(middle, (low + high) / 2) + 1 }
    }
    return low < tokens.count ? firstOfWord(low) : low
  }

  private func firstOfWord(_ index: Int) -> Int {
    var index = index
    while index > 0 && tokens[index - 1].position == tokens[index].position { index -= 1 }
    return index
  }
}
