import Foundation
import TestSupport
import Testing

@testable import Tessera

/// The highlighter and its slow twin, which asks the reference tokenizer about every part of every word.
@Suite("The highlighter and its slow twin")
struct HighlightAgreementTests {
  /// 100 texts a seed and test; `TESSERA_SEEDS=1000` tries more.
  static let seedCount = ProcessInfo.processInfo.environment["TESSERA_SEEDS"].flatMap(Int.init) ?? 40

  @Test("find the same in hostile text", arguments: 0..<seedCount)
  func agreeOnHostileText(seed: Int) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let text = String(decoding: hostileText(using: &random), as: UTF8.self)
      let query = randomQuery(for: text, using: &random)
      let found = Highlighter(text: query).ranges(in: text)
      let expected = SlowHighlighter(query).ranges(in: text)
      let boundaries = characterBoundaries(of: text)
      #expect(found.allSatisfy { boundaries.contains($0.lowerBound) && boundaries.contains($0.upperBound) })
      #expect(found.allSatisfy { !$0.isEmpty })
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      if found != expected {
        Issue.record(
          "\(escaped(Array(query.utf8))) in \(escaped(Array(text.utf8))): \(found), expected \(expected)")
        return
      }
    }
  }

  @Test("a passage is the best, short enough, and its ranges are the text's", arguments: 0..<seedCount)
  func passages(seed: Int) {
    var random = SeededGenerator(seed: seed + 1_000_000)
    for _ in 0..<100 {
      let isPlain = Bool.random(using: &random)
      let text =
        isPlain ? plainText(using: &random) : String(decoding: hostileText(using: &random), as: UTF8.self)
      let query = randomQuery(for: text, using: &random)
      let length = Int.random(in: 1...20, using: &random)
      let highlighter = Highlighter(text: query)
      let snippet = highlighter.snippet(of: text, length: length)
      let problem = self.problem(
        snippet, text, length, highlighter.ranges(in: text), SlowHighlighter(query), isPlain: isPlain)
      if let problem {
        Issue.record(
          "\(problem): \(escaped(Array(query.utf8))) in \(escaped(Array(text.utf8))), \(length): \(snippet)")
        return
      }
    }
  }

  private func problem(
    _ snippet: Snippet, _ text: String, _ length: Int, _ ranges: [Range<Int>], _ slow: SlowHighlighter,
    isPlain: Bool
  ) -> String? {
    let bytes = Array(text.utf8)
    let place = snippet.start..<snippet.start + snippet.text.utf8.count
    guard bytes[place].elementsEqual(snippet.text.utf8) else { return "not of the text" }
    if snippet.text.count > length { return "too long" }
    let boundaries = characterBoundaries(of: text)
    if !boundaries.contains(place.lowerBound) || !boundaries.contains(place.upperBound) {
      return "splits a character"
    }
    let inside = ranges.map { $0.clamped(to: place) }.filter { !$0.isEmpty }
    if snippet.ranges.map({ $0.lowerBound + place.lowerBound..<$0.upperBound + place.lowerBound }) != inside {
      return "other ranges"
    }
    func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
      String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
    if snippet.isCutBefore == isBlank(bytes[..<place.lowerBound]) { return "wrong about what is before" }
    if snippet.isCutAfter == isBlank(bytes[place.upperBound...]) { return "wrong about what is behind" }
    if text.unicodeScalars.count <= length && snippet.text.utf8.count != bytes.count {
      return "not all of it"
    }
    if text.unicodeScalars.count > length, snippet.matchedWords != slow.mostWords(in: text, length: length) {
      return "not the most words"
    }
    // In plain text no word is longer than this.
    if isPlain && length >= 3
      && [place.lowerBound, place.upperBound].contains(where: { isInWord($0, bytes) })
    {
      return "cuts a word"
    }
    return nil
  }

  private func isInWord(_ place: Int, _ bytes: [UInt8]) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    return place > 0 && place < bytes.count && isLetter(bytes[place - 1]) && isLetter(bytes[place])
  }

  private func plainText(using random: inout SeededGenerator) -> String {
    let words = ["a", "ab", "abc", "b,", "(ba", "bca!", "c."]
    return (0..<Int.random(in: 0...14, using: &random)).map { _ in words.randomElement(using: &random)! }
      .joined(separator: " ")
  }

  /// Parts of the text, or of another one like it.
  private func randomQuery(for text: String, using random: inout SeededGenerator) -> String {
    let source =
      Int.random(in: 0..<8, using: &random) == 0
      ? String(decoding: hostileText(using: &random), as: UTF8.self) : text
    var query = ""
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let scalars = Array(source.unicodeScalars)
      if scalars.isEmpty { break }
      let start = Int.random(in: 0..<scalars.count, using: &random)
      let end = min(scalars.count, start + Int.random(in: 1...4, using: &random))
      query.unicodeScalars.append(contentsOf: scalars[start..<end])
      if Bool.random(using: &random) { query += " " }
    }
    return query
  }
}

private func characterBoundaries(of text: String) -> [Int] {
  text.reduce(into: [0]) { $0.append($0.last! + $1.utf8.count) }
}

/// What `Highlighter` does, by trying every end of every word.
private struct SlowHighlighter {
  let words: [ReferenceTerm]
  let prefix: ReferencePrefix?
  private let rules = RuledText()

  init(_ query: String) { (words, prefix) = rules.typed(query) }

  func ranges(in text: String) -> [Range<Int>] {
    let boundaries = characterBoundaries(of: text)
    var isCovered = [Bool](repeating: false, count: text.utf8.count)
    for match in matches(in: text) {
      let lower = boundaries.last { $0 <= match.range.lowerBound }!
      let upper = boundaries.first { $0 >= match.range.upperBound }!
      for place in lower..<upper { isCovered[place] = true }
    }
    let edges = (0...isCovered.count).filter { place in
      (place > 0 && isCovered[place - 1]) != (place < isCovered.count && isCovered[place])
    }
    return stride(from: 0, to: edges.count, by: 2).map { edges[$0]..<edges[$0 + 1] }
  }

  /// The most words that matches have which stand within so many scalars, from one of them on.
  func mostWords(in text: String, length: Int) -> Int {
    let matches = matches(in: text).sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    let bytes = Array(text.utf8)
    return matches.indices.map { first in
      let fitting = matches[first...].prefix {
        let span = bytes[matches[first].range.lowerBound..<$0.tokenEnd]
        return span.count { $0 & 0xC0 != 0x80 } <= length
      }
      return Set((fitting.isEmpty ? [matches[first]] : Array(fitting)).flatMap(\.clauses)).count
    }.max() ?? 0
  }

  private struct Match {
    var range: Range<Int>
    var tokenEnd: Int
    var clauses: [Int]
  }

  private func matches(in text: String) -> [Match] {
    let bytes = Array(text.utf8)
    var tokenizer = ReferenceTokenizer()
    let buffer = TokenBuffer(bytes, byReference: &tokenizer)
    return buffer.tokens.compactMap { token in
      let term = Array(buffer.term(of: token))
      let source = Int(token.sourceStart)..<Int(token.sourceEnd)
      var clauses = words.firstIndex(of: term).map { [$0] } ?? []
      // What was typed in full is whole.
      let isWhole = !clauses.isEmpty || term.count == prefix?.term.count
      if let prefix, prefix.begins(term) { clauses.append(words.count) }
      guard !clauses.isEmpty else { return nil }
      let end = isWhole ? source.upperBound : typedEnd(of: term, source, in: text, bytes)
      return Match(range: source.lowerBound..<end, tokenEnd: source.upperBound, clauses: clauses)
    }
  }

  /// The first end of a character up to which the word, by itself, gives a start of its term that begins with the
  /// prefix.
  private func typedEnd(of term: ReferenceTerm, _ source: Range<Int>, in text: String, _ bytes: [UInt8])
    -> Int
  {
    let ends = characterBoundaries(of: text).filter { $0 > source.lowerBound && $0 < source.upperBound }
    return ends.first { end in
      rules.terms(of: String(decoding: bytes[source.lowerBound..<end], as: UTF8.self)).terms.contains {
        prefix!.begins($0) && term.starts(with: $0)
      }
    } ?? source.upperBound
  }
}
