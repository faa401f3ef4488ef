import Testing

@testable import TesseraBrowser

@Suite("Keys")
struct KeyTests {
  /// The keys that a row of events makes.
  private func keys(_ events: [TerminalEvent]) -> [Key] {
    var rest = events[...]
    var decoder = KeyDecoder()
    var keys: [Key] = []
    while !rest.isEmpty || decoder.holdsEvent {
      if case .key(let key) = decoder.next(milliseconds: 0, { _ in rest.popFirst() }) { keys.append(key) }
    }
    return keys
  }

  private func keys(_ text: String) -> [Key] { keys(text.unicodeScalars.map { .character($0) }) }

  @Test("control characters are keys")
  func controls() {
    #expect(keys("a\u{7F}\u{08}\t\r\n") == [.text("a"), .backspace, .backspace, .tab, .enter, .enter])
    #expect(keys("\u{03}\u{1A}\u{1F}\u{00}") == [.control("c"), .control("z"), .control("_")])
  }

  @Test("an escape is a key by itself, the alt key, or the start of a key that nobody knows")
  func escapes() {
    #expect(keys("\u{1B}") == [.escape])
    #expect(keys("\u{1B}\u{1B}") == [.escape, .escape])
    #expect(keys("\u{1B}b\u{1B}\u{7F}") == [.alt("b"), .altBackspace])
    #expect(keys("\u{1B}[27;5;9~x\u{1B}OPy") == [.text("x"), .text("y")])
    #expect(keys([.character("\u{1B}"), .key(.up)]) == [.escape, .up])
  }

  @Test("what is pasted is one key, without control characters")
  func pastes() {
    let typed = "a, b\u{07}\r\u{1B}x".unicodeScalars.map { TerminalEvent.character($0) }
    #expect(
      keys([.pasteBegins] + typed + [.key(.left), .pasteEnds, .character("z")]) == [
        .paste("a, b\rx"), .text("z"),
      ])
    #expect(keys([.pasteBegins, .character("a")]) == [.paste("a")])
    #expect(keys([.pasteEnds, .unknownKey]) == [])
  }

  @Test("all that is pasted can go to the clipboard of a terminal", arguments: 0..<5)
  func base64(count: Int) {
    let expected = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
    #expect(Base64.text(of: Array("foob".utf8.prefix(count))) == expected[count])
  }
}
