import TestSupport
import Testing

@testable import Tessera

@Suite("Facet values")
struct FacetFoldingTests {
  @Test(
    "compare trimmed, with white space and case folded, accents counting",
    arguments: [
      ("Space Opera", "space opera"), ("  Space \t\n Opera  ", "space opera"), ("Café", "café"),
      ("Cafe\u{301}", "café"), ("Cafe", "cafe"),
      ("Straße", "strasse"), ("ＡＢＣ", "abc"), ("a\u{A0}b", "a b"), ("a\u{3000}\u{3000}b ", "a b"), ("", ""),
      (" \n ", ""), ("brush-kit-3.1.12", "brush-kit-3.1.12"),
      ("C++ / \"x\"", "c++ / \"x\""), ("a\u{0}b", "a\u{0}b"), ("co\u{AD}op", "coop"), ("Σοφός", "σοφόσ"),
      ("9007199254740993", "9007199254740993"),
    ])
  func fold(value: String, expected: String) { #expect(folded(Array(value.utf8)) == Array(expected.utf8)) }

  @Test("fold fast as they fold slowly, and folding again changes nothing", arguments: 0..<20)
  func agreesWithICU(seed: Int) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let ascii = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        " \tAzZ09-\u{0}~@[`{AbcdefghijkLMNOPQRST".utf8.randomElement(using: &random)!
      }
      for value in [ascii, hostileText(using: &random)] {
        let once = folded(value)
        #expect(once == value.withUnsafeBufferPointer(FacetFolding.foldWithICU), "\(escaped(value))")
        #expect(folded(once) == once, "\(escaped(value))")
      }
    }
  }

  private func folded(_ value: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [1, 2, 3]
    value.withUnsafeBufferPointer { FacetFolding.fold($0, into: &out) }
    return out
  }
}
