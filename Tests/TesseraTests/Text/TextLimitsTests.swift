import TestSupport
import Testing

@testable import Tessera

@Suite("Limits of text")
struct TextLimitsTests {
  @Test(
    "a word over 255 bytes is cut, at a character boundary", arguments: ["a", "é", "ж", "한", "ก", "𐐨", "क"])
  func longWord(letter: String) {
    for count in [254, 255, 256, 5_000, 20_000] {
      let words = terms(String(repeating: letter, count: count) + " next")
      #expect(words.last == "next")
      #expect(words.allSatisfy { $0.utf8.count <= 255 && !$0.unicodeScalars.contains("\u{FFFD}") })
      if letter == "a" { #expect(words == [String(repeating: "a", count: min(count, 255)), "next"]) }
    }
  }

  @Test("parts without end, signs without end and Han without end are no trouble")
  func longRuns() {
    var reference = ReferenceTokenizer()
    var tokenizer = Tokenizer()
    let texts = [
      "a.", "a'", "_", "a_", "+", "山", "👩\u{200D}", "🇩", "a\u{301}", "\u{301}", "\u{AD}", ".", "1.",
      "क\u{94D}",
    ]
    for text in texts {
      let bytes = Array(("x" + String(repeating: text, count: 3_000)).utf8)
      #expect(
        TokenBuffer(bytes, by: &tokenizer).shown == TokenBuffer(bytes, byReference: &reference).shown,
        "\(text)")
    }
  }

  @Test("marks without end cost no more than their number")
  func manyMarks() {
    let marks = (0..<100_000).map { $0 % 2 == 0 ? "\u{93C}" : "\u{94D}" }.joined()
    #expect(terms("e\(marks) क\(marks)").count == 2)
    #expect(terms("e" + String(repeating: "\u{301}\u{323}", count: 240)) == ["e"])
  }

  @Test("NFC and NFD give the same terms", arguments: 0..<40)
  func normalizationForms(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var tokenizer = Tokenizer()
    for _ in 0..<200 {
      let text = UTF8Text.scalars(ofBytes: hostileText(using: &random)).filter { $0 != 0xFFFD }
      let composed = ICU.compose(text)
      guard composed.count < 100 else { continue }
      let nfc = TokenBuffer(UTF8Text.encode(composed), by: &tokenizer).termsAsBytes
      let nfd = TokenBuffer(UTF8Text.encode(ICU.decompose(text)), by: &tokenizer).termsAsBytes
      #expect(nfc == nfd, "\(escaped(UTF8Text.encode(text)))")
    }
  }

  @Test("malformed bytes separate words")
  func malformed() {
    var tokenizer = Tokenizer()
    let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xE2, 0x82, 0x63, 0xED, 0xA0, 0x80, 0x64, 0xC3]
    #expect(TokenBuffer(bytes, by: &tokenizer).terms == ["a", "b", "c", "d"])
    #expect(TokenBuffer([UInt8](), by: &tokenizer).terms.isEmpty)
  }

  @Test("without ICU's data, letters and digits still make words")
  func withoutBreaker() {
    let reference = ReferenceTokenizer(breaker: nil)
    var buffer = TokenBuffer()
    Array("Café ไทย, l'eau 山田".utf8).withUnsafeBufferPointer { reference.append($0, at: 0, to: &buffer) }
    #expect(buffer.terms == ["cafe", "ไทย", "l", "eau", "山", "山田", "田"])
  }

  @Test("the text's length is its words, whatever forms they give")
  func wordCount() {
    var tokenizer = Tokenizer()
    #expect(TokenBuffer("l'orage c++ snake_case 山田 ! 🍋", by: &tokenizer).wordCount == 6)
  }

  @Test("tokens say where they come from")
  func sources() {
    var tokenizer = Tokenizer()
    let shown = TokenBuffer("  l’été C#", by: &tokenizer).shown
    #expect(
      shown == [
        ShownToken(term: "l", kind: .part, source: 2..<3, position: 0),
        ShownToken(term: "ete", kind: .part, source: 6..<11, position: 0),
        ShownToken(term: "lete", kind: .contracted, source: 2..<11, position: 0),
        ShownToken(term: "c", kind: .word, source: 12..<13, position: 1),
        ShownToken(term: "c#", kind: .suffixed, source: 12..<14, position: 1),
      ])
  }

  @Test("any number of threads tokenize at once")
  func threads() async {
    let text =
      "Žluťoučký kůň 山田 ไทย हिन्दी Ελλάδα 🍋 "
      + (0x100..<0x2000).compactMap(Unicode.Scalar.init).map(String.init).joined(separator: " ")
    let expected = terms(text)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { terms(text) == expected } }
      for await isSame in group { #expect(isSame) }
    }
  }
}

extension UTF8Text {
  static func scalars(ofBytes bytes: [UInt8]) -> [UInt32] { bytes.withUnsafeBufferPointer(scalars) }
}
