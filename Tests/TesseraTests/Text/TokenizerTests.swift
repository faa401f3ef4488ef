import Foundation
import TestSupport
import Testing

@testable import Tessera

@Suite("The tokenizer and its slow twin")
struct TokenizerTests {
  /// 20,000 texts, or as many as TESSERA_FUZZ says.
  static let batchSize = 500
  static let batches = (Int(ProcessInfo.processInfo.environment["TESSERA_FUZZ"] ?? "") ?? 20_000) / batchSize

  @Test("give the same tokens for hostile text", arguments: 0..<batches)
  func agreeOnHostileText(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var tokenizer = Tokenizer()
    var reference = ReferenceTokenizer()
    for _ in 0..<Self.batchSize {
      let text = hostileText(using: &random)
      let fast = TokenBuffer(text, by: &tokenizer)
      let slow = TokenBuffer(text, byReference: &reference)
      if fast.shown != slow.shown || fast.wordCount != slow.wordCount {
        Issue.record("\(escaped(text)):\nfast \(fast.shown)\nslow \(slow.shown)")
        return
      }
    }
  }

  @Test("entries of ASCII are what ICU makes of it")
  func entriesOfASCII() {
    for scalar: UInt32 in 0..<0x80 {
      let entry = CharacterEntry(scalar, ICU.properties(of: scalar))
      #expect(CharacterEntry(ascii: UInt8(scalar)).characterClass == entry.characterClass, "\(scalar)")
      if entry.characterClass.isWordCharacter {
        #expect(CharacterEntry(ascii: UInt8(scalar)) == entry, "\(scalar)")
      }
    }
  }

  @Test("every character gives the same tokens, alone and inside words")
  func everyCharacter() {
    var tokenizer = Tokenizer()
    var reference = ReferenceTokenizer()
    let isLong = ProcessInfo.processInfo.environment["TESSERA_FUZZ"] != nil
    let values =
      isLong ? Array(0x80..<0x3_0000) : Array(0x80..<0xC00) + Array(stride(from: 0xC00, to: 0x2_0000, by: 61))
    for scalar in values.compactMap(Unicode.Scalar.init) {
      let text = Array("\(scalar) a\(scalar)b1\(scalar)2 \(scalar)\(scalar)".utf8)
      let fast = TokenBuffer(text, by: &tokenizer)
      let slow = TokenBuffer(text, byReference: &reference)
      if fast.shown != slow.shown {
        Issue.record("\(escaped(text)):\nfast \(fast.shown)\nslow \(slow.shown)")
      }
    }
  }
}

/// A text of a few characters from small alphabets, so that what matters meets often.
func hostileText(using random: inout SeededGenerator) -> [UInt8] {
  let alphabets = (0..<Int.random(in: 1...3, using: &random)).map { _ in
    hostileAlphabets.randomElement(using: &random)!
  }
  var text: [UInt8] = []
  for _ in 0..<Int.random(in: 1...24, using: &random) {
    let alphabet = alphabets.randomElement(using: &random)!
    let scalar = alphabet.randomElement(using: &random)!
    let repetitions =
      Int.random(in: 0..<200, using: &random) == 0 ? Int.random(in: 1...300, using: &random) : 1
    for _ in 0..<repetitions { text += Array(String(scalar).utf8) }
    switch Int.random(in: 0..<100, using: &random) {
    case 0: text.append(UInt8.random(in: 0x80...0xFF, using: &random))
    case 1: text.removeLast()
    case 2...20: text.append(UInt8(ascii: " "))
    default: break
    }
  }
  return text
}

private let hostileAlphabets: [[Unicode.Scalar]] = [
  "abCZ019", "a1_.'’‘ʻʼ`´,;:@/-", "c+#+#1＋＃⁺", "aé ß İıłøđðþæœħ", "a1\"'׳״אב",
  "e\u{301}\u{323}\u{308}\u{327}\u{34F}",
  "и\u{306}\u{301}йѝёЁЙ", "אבשׁ\u{5B8}\u{5C1}\"'", "اكتـ\u{64E}\u{651}آﷺﻻ\u{6DD}\u{600}", "กขป่้าำ.ๆ",
  "ລາວພສ\u{ECD}ຳໜ",
  "ខ្មែរ\u{17B4}", "မြန်\u{1025}\u{102E}ဦ", "山田々〇商\u{FA0E}豈", "かがハ\u{3099}\u{309A}ー゛ヿ", "ｶｷﾞﾟﾊｰ・",
  "한하ᄒ\u{1161}\u{11AB}ㅎㅏㄴ\u{1160}ﾡ",
  "🍋❤\u{FE0F}👩💻\u{200D}🏽", "🇩🇪🇫\u{200D}a", "ﬁﬃ™㎏№½⅓①Ⓐ㍿🄰㏂…‥․",
  "a\u{AD}\u{200B}\u{0}\u{2060}\u{FEFF}\u{200C}\u{200D}\u{180E}",
  "\u{D7FF}\u{E000}\u{FFFD}\u{FFFE}\u{FFFF}", "𝔘𝟙𐐀𠀀𝒳\u{10FFFF}", " \u{A0}\u{3000}\u{2028}\u{202F}\t\n",
  "हिन्दी\u{93C}क़\u{94D}",
  "தமொ\u{BBE}\u{BC6}", "αάᾳ\u{345}Σςσͺ", "·‧a_‿⁀＿１２．", "１２٣٫٬,.1", "!?()«»€©®★→", "ŉǆﬀẚẖ",
  "བོད་\u{F71}\u{F72}\u{F74}",
].map { Array($0.unicodeScalars) }

/// The text as a Swift literal, to copy into a test.
func escaped(_ text: [UInt8]) -> String {
  String(decoding: text, as: UTF8.self).unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
}
