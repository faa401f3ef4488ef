import CSimdJSON
import Foundation
import Testing
import TestSupport

@testable import Tessera

@Suite("JSON syntax")
struct JSONSyntaxTests {
  private func isValid(_ json: [UInt8]) -> Bool {
    json.withUnsafeBufferPointer { JSONSyntax.fault(in: $0) == nil }
  }

  @Test("is judged as simdjson judges it, but for numbers too large", arguments: 0..<200)
  func agreesWithSimdjson(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let parser = JSONParser(spareLevels: 1)
    let alphabet = [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"\\", "1", "-", "0", ".5", "e3", "true", "null", "nul",
      " ", "\n", "é",
      "\u{7F}", "\t", "\"k\":", "[]", "{}", "\\u00e9", "\"\\u00e9\"",
    ]
    for _ in 0..<300 {
      let pieces = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      let json = Array(pieces.joined().utf8)
      #expect(isValid(json) == json.padded { parser.parse($0) != nil }, "\(pieces.joined())")
    }
  }

  @Test("refuses bytes that are no UTF-8, as Swift does", arguments: 0..<50)
  func agreesOnUTF8(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let bytes: [UInt8] = [
      0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
      0xFF,
    ]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in bytes.randomElement(using: &random)! }
      let json = [0x22] + text + [0x22]
      #expect(isValid(json) == (String(validating: text, as: UTF8.self) != nil), "\(text)")
    }
  }

  @Test("finds the end of the first value")
  func findsTheEnd() {
    let text = Array(#" {"a":[1,"}"]} {"b":2}"#.utf8)
    text.withUnsafeBufferPointer { bytes in
      var syntax = JSONSyntax(bytes)
      #expect((try? syntax.value()) == .object)
      #expect(syntax.at == 14)
      #expect((try? syntax.value()) == .object)
      #expect(syntax.at == text.count)
    }
  }

  @Test("ends where the brackets end, in pieces of any size", arguments: 0..<100)
  func scanAgrees(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["{", "}", "[", "]", "\"", "\\", "a", " ", "\\\"", "\\\\", "0123456789", "é"]
    for _ in 0..<50 {
      let text =
        "["
        + (0..<Int.random(in: 0...120, using: &random)).map { _ in pieces.randomElement(using: &random)! }
        .joined()
      let bytes = Array(text.utf8)
      #expect(bytes.padded { ValueScan.scan($0, from: 0) } == plainScan(bytes), "\(text)")
    }
  }

  /// The slow twin: one byte at a time.
  private func plainScan(_ bytes: [UInt8]) -> ValueScan.Outcome {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for (place, byte) in bytes.enumerated() {
      let wasEscaped = isEscaped
      isEscaped = !wasEscaped && byte == UInt8(ascii: "\\")
      // Outside strings a backslash is a fault, which the brackets do not know of.
      if byte == UInt8(ascii: "\""), !wasEscaped { isInString.toggle() }
      if isInString { continue }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { return .end(place + 1) }
      }
    }
    return .incomplete
  }
}
