import Testing

@testable import Tessera

@Suite("Text becomes terms")
struct TextRulesTests {
  /// Input and terms, one table for each sentence of the rules.
  @Test(
    "compatibility mappings are applied before words are cut",
    arguments: [
      ("scientiﬁc oﬃce", "scientific office"), ("H₂O x²", "h2o x2"), ("ＡＢＣ１２３", "abc123"),
      ("ﷺ", "صلى الله عليه وسلم"), ("ｶﾞｷﾞ", "ガ ガギ ギ"), ("Ⅷ", "viii"), ("１．２．３", "1.2.3"),
      ("①", "1"), ("ﬁ_ﬂ", "fi fl fifl"), ("2½", "2 1 2"), ("𝔘𝔫𝔦", "uni"), ("豈", "豈"), ("a＿b", "a b ab"),
    ])
  func compatibilityMappings(text: String, expected: String) {
    #expect(termLine(text) == Array(expected.utf8))
  }

  @Test(
    "symbols with a compatibility mapping stand alone",
    arguments: [
      ("Lumen™ Lamp", "lumen tm lamp"), ("5㎏", "5 kg"), ("№5", "no 5"), ("20℃", "20 c"), ("Ⓐb", "a b"),
      ("100﷼", "100 ریال"), ("㍿", "株 株式 式 式会 会 会社 社"),
    ])
  func symbols(text: String, expected: String) { #expect(termLine(text) == Array(expected.utf8)) }

  @Test(
    "marks are dropped on Latin, Greek, Cyrillic, Hebrew and Arabic letters and kept elsewhere",
    arguments: [
      ("Café crème", "cafe creme"), ("Σοφός ᾳ τῷ", "σοφοσ α τω"), ("Ёлка зелёная", "елка зеленая"),
      ("Йод йод", "йод йод"),
      ("ў ѝ Ї", "у и і"), ("שָׁלוֹם", "שלום"), ("كِتَابٌ", "كتاب"), ("آأإؤئ", "اااوي"), ("ป่า", "ป่า"),
      ("パス ハス バス", "パ パス ス ハ ハス ス バ バス ス"),
      ("हिन्दी", "हिन्दी"), ("Tiếng Việt", "tieng viet"), ("İstanbul", "istanbul"), ("தமிழ்", "தமிழ்"),
      ("བོད་སྐད", "བོད སྐད"),
      ("Ǿ ǽ", "o ae"), ("1\u{20E3}", "1\u{20E3}"),
    ])
  func marks(text: String, expected: String) { #expect(termLine(text) == Array(expected.utf8)) }

  @Test(
    "letters that NFKC leaves alone get their ASCII spelling",
    arguments: [
      ("ıłøđðþæœħß", "ilodd" + "th" + "ae" + "oe" + "h" + "ss"),
      ("IŁØĐÐÞÆŒĦẞ", "ilodd" + "th" + "ae" + "oe" + "h" + "ss"),
      ("Lange Straße", "lange strasse"), ("Œillet", "oeillet"), ("Łódź", "lodz"),
    ])
  func letters(text: String, expected: String) { #expect(termLine(text) == Array(expected.utf8)) }

  @Test(
    "tatweel and format characters vanish; U+200B and U+0000 separate",
    arguments: [
      ("كتـــاب", "كتاب"), ("ـــ", ""), ("co\u{AD}operate", "cooperate"), ("می\u{200C}خواهم", "میخواهم"),
      ("a\u{200B}b", "a b"),
      ("a\u{0}b", "a b"), ("a\u{2060}b\u{FEFF}c\u{200E}d", "abcd"), ("1\u{202F}000", "1 000"), ("\u{AD}", ""),
    ])
  func vanishing(text: String, expected: String) { #expect(termLine(text) == Array(expected.utf8)) }

  @Test(
    "all shapes of the apostrophe are one",
    arguments: ["'", "\u{2018}", "\u{2019}", "\u{2BB}", "\u{2BC}", "`", "´", "\u{FF07}"])
  func apostrophes(shape: String) {
    #expect(termLine("l\(shape)orage") == Array("l orage lorage".utf8))
    #expect(termLine("\(shape)tis don\(shape) rock") == Array("tis don rock".utf8))
    #expect(termLine("rock\(shape)n\(shape)roll") == Array("rock n roll rocknroll".utf8))
  }

  @Test(
    "words are split inside and joined",
    arguments: [
      ("thanks @river a@b", "thanks river a b"), ("12:30 a:b a/b two-step", "12 30 a b a b two step"),
      ("Stoke‑by‑Hill", "stoke by hill"),
      ("snake_case", "snake case snakecase"), ("__init__", "init"), ("_", ""), ("node.js.", "node js nodejs"),
      ("1.24.3", "1.24.3"),
      ("v1.2", "v1.2"), ("1,234.5", "1,234.5"), ("1.a a.1", "1 a a 1"), ("U.S.A.", "u s a usa"),
      ("col·lega", "col lega collega"),
      ("צה\"ל צה״ל", "צה ל צהל צה ל צהל"), ("05_budget.txt", "05 budget txt 05budgettxt"),
      ("a..b a._b", "a b a b"),
      ("camelCase", "camelcase"), ("organizes", "organizes"), ("the", "the"), ("1'000", "1 000 1000"),
      ("90's", "90 s"),
    ])
  func insideWords(text: String, expected: String) { #expect(termLine(text) == Array(expected.utf8)) }

  @Test(
    "a run of + or # straight after a word adds a term",
    arguments: [
      ("c++", "c c++"), ("C# F#", "c c# f f#"), ("c ++", "c"), ("+1 #tag", "1 tag"), ("a+b", "a a+ b"),
      ("x.y++", "x y xy y++"),
      ("c++17", "c c++ 17"), ("山+", "山"), ("a_+", "a"), ("Ca²⁺", "ca2 ca2+"), ("A+#", "a a+#"),
    ])
  func programmingNames(text: String, expected: String) { #expect(termLine(text) == Array(expected.utf8)) }

  @Test(
    "Han and kana give characters and pairs; Thai, Lao, Khmer and Burmese go by dictionary",
    arguments: [
      ("山田商店", "山 山田 田 田商 商 商店 店"), ("山", "山"), ("食べ物a", "食 食べ べ べ物 物 a"), ("コーヒー", "コ コー ー ーヒ ヒ ヒー ー"),
      ("か\u{3099}", "が"), ("日本、東京", "日 日本 本 東 東京 京"), ("時々", "時 時々 々"), ("ภาษาไทย", "ภาษา ไทย"),
      ("ພາສາລາວ", "ພາສາ ລາວ"),
      ("ខ្ញុំស្រឡាញ់អ្នក", "ខ្ញុំ ស្រឡាញ់ អ្នក"), ("ကျွန်တော်သွားမယ်", "ကျွန်တော် သွား မယ်"), ("ひらがな", "ひ ひら ら らが が がな な"),
    ])
  func ideographs(text: String, expected: String) { #expect(termLine(text) == Array(expected.utf8)) }

  @Test(
    "emoji are terms of their own, with or without a variation selector",
    arguments: [
      ("🍋lemons", "🍋 lemons"), ("❤\u{FE0F} ❤", "❤ ❤"), ("👍🏽", "👍🏽"), ("👩\u{200D}💻x", "👩💻 x"), ("🇩🇪🇫🇷", "🇩🇪 🇫🇷"),
      ("🍋🍋", "🍋 🍋"), ("a\u{200D}🍋", "a 🍋"), ("© ®", ""), ("€ → ★", ""),
    ])
  func emoji(text: String, expected: String) { #expect(termLine(text) == Array(expected.utf8)) }

  @Test(
    "other scripts give their words",
    arguments: [
      ("한국어 사전", "한국어 사전"), ("Հայերեն", "հայերեն"), ("ქართული", "ქართული"), ("አማርኛ", "አማርኛ"), ("বাংলা", "বাংলা"),
      ("తెలుగు", "తెలుగు"),
      ("ਪੰਜਾਬੀ", "ਪੰਜਾਬੀ"), ("සිංහල", "සිංහල"), ("ᏣᎳᎩ", "ᏣᎳᎩ"), ("монгол", "монгол"), ("𐐔𐐯", "𐐼𐐯"), ("ㄅㄆ", "ㄅㄆ"),
    ])
  func otherScripts(text: String, expected: String) { #expect(termLine(text) == Array(expected.utf8)) }
}
