import TestSupport
import Testing

@testable import Tessera

@Suite("The trailing text")
struct TypedTextTests {
  /// Text typed, its complete words, and its prefix.
  @Test(
    "gives complete words and a prefix",
    arguments: [
      ("jack sp", ["jack"], "sp"), ("tin can ", ["tin", "can"], nil),
      ("tin can\u{3000}", ["tin", "can"], nil),
      ("node.", [], "node"), ("don’", [], "don"), ("node. ", ["node"], nil), ("k", [], "k"), ("", [], nil),
      ("  ", [], nil), ("\"*:!", [], nil), ("two-step \"plan", ["two", "step"], "plan"),
      ("to be to", ["to", "be"], "to"),
      ("a a b", ["a"], "b"), ("café ", ["cafe"], nil), ("a OR b", ["a", "or"], "b"), ("x\u{0}", [], "x"),
    ] as [(String, [String], String?)])
  func wordsAndPrefix(text: String, words: [String], prefix: String?) { expect(text, words, prefix) }

  @Test(
    "requires what people expect of words with parts",
    arguments: [
      ("l'avion", [], "lavion"), ("l’avi", [], "lavi"), ("l'", [], "l"), ("moloka'i ", ["molokai"], nil),
      ("rock'n'roll x", ["rocknroll"], "x"), ("snake_case", ["snake"], "case"), ("snake_", [], "snake"),
      ("www.example.com ", ["www", "example", "com"], nil), ("U.S.A", [], "usa"), ("u.s.a. ", ["usa"], nil),
      ("7.12", [], "7.12"), ("1.24.3 ", ["1.24.3"], nil), ("l'eau_x ", ["l", "eau", "x"], nil),
    ] as [(String, [String], String?)])
  func parts(text: String, words: [String], prefix: String?) { expect(text, words, prefix) }

  @Test(
    "requires the signs behind a word, unless one ties it to the next",
    arguments: [
      ("c+", [], "c+"), ("c++", [], "c++"), ("c++ ", ["c++"], nil), ("c# x", ["c#"], "x"),
      ("salt+pepper", ["salt"], "pepper"),
      ("c++17", ["c++"], "17"), ("lib.stdc++ ", ["lib", "stdc++"], nil), ("a.b+ ", ["ab", "b+"], nil),
    ] as [(String, [String], String?)])
  func signs(text: String, words: [String], prefix: String?) { expect(text, words, prefix) }

  @Test(
    "requires pairs of a run of Han or kana",
    arguments: [
      ("山田", [], "山田"), ("山田商店", ["山田", "田商"], "商店"), ("山", [], "山"), ("山 ", ["山"], nil),
      ("山田 ", ["山田"], nil),
      ("a山田b", ["a", "山田"], "b"), ("山、田", ["山"], "田"), ("パス", [], "パス"), ("山山山 ", ["山山"], nil),
    ] as [(String, [String], String?)])
  func ideographs(text: String, words: [String], prefix: String?) { expect(text, words, prefix) }

  private func expect(_ text: String, _ words: [String], _ prefix: String?) {
    var tokenizer = Tokenizer()
    let typed = TypedText(text, tokenizer: &tokenizer)
    #expect(typed.words.map { String(decoding: $0, as: UTF8.self) } == words)
    #expect(typed.prefix.map { String(decoding: $0.term, as: UTF8.self) } == prefix)
    #expect(typed.isEmpty == (words.isEmpty && prefix == nil))
  }

  @Test("a whole text finds itself: each word it requires is a term of it", arguments: 0..<20)
  func findsItself(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var tokenizer = Tokenizer()
    for _ in 0..<200 {
      let text = String(decoding: hostileText(using: &random), as: UTF8.self)
      let terms = Set(TokenBuffer(text, by: &tokenizer).terms)
      let typed = TypedText(text, tokenizer: &tokenizer)
      for word in typed.words {
        #expect(terms.contains(String(decoding: word, as: UTF8.self)), "\(escaped(Array(text.utf8)))")
      }
      if let prefix = typed.prefix { #expect(terms.contains(String(decoding: prefix.term, as: UTF8.self))) }
      #expect(typed.isEmpty == terms.isEmpty)
    }
  }
}

@Suite("The prefix of a term")
struct TermPrefixTests {
  @Test(
    "reaches the words that begin so, and Hangul by jamo",
    arguments: [
      ("sp", "spencer", true), ("sp", "sp", true), ("sp", "sq", false), ("sp", "so", false),
      ("7.12", "7.12.3", true), ("c+", "c++", true),
      ("하", "한", true), ("하", "하나", true), ("하", "한국", true), ("하", "핳", true), ("하", "해", false),
      ("한", "한국", true),
      ("한", "하나", false), ("히", "힣", true), ("ᄒ", "한국", true), ("ᄒ", "가", false), ("ᄏᄏ", "ᄏᄏᄏ", true),
      ("대하", "대한민국", true),
      ("山", "山田", true), ("ß", "ß", true), ("😀", "😀", true), ("\u{7F}", "\u{7F}a", true),
    ])
  func reach(typed: String, term: String, isReached: Bool) {
    let prefix = TermPrefix(Array(typed.utf8))
    let bytes = Array(term.utf8)
    let isInRange =
      !bytes.lexicographicallyPrecedes(prefix.lower) && bytes.lexicographicallyPrecedes(prefix.upper)
    #expect(isInRange == isReached)
  }

  @Test("of Hangul agrees with a comparison of jamo, for syllables")
  func syllables() {
    for value: UInt32 in stride(from: 0xAC00, through: 0xD7A3, by: 97) {
      let prefix = TermPrefix(UTF8Text.encode([value]))
      let jamo = ICU.decompose([value])
      for other in stride(from: max(0xAC00, value - 40), through: min(0xD7A3, value + 40), by: 1) {
        let bytes = UTF8Text.encode([other])
        let isInRange =
          !bytes.lexicographicallyPrecedes(prefix.lower) && bytes.lexicographicallyPrecedes(prefix.upper)
        if isInRange != ICU.decompose([other]).starts(with: jamo) { Issue.record("\(value) \(other)") }
      }
    }
  }
}
