/// Takes an input apart into numbers and texts, so that bytes can stand for a query or a list of changes.
///
/// What is not there reads as zero: every input means something, and a change of one byte changes little.
struct ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  mutating func number(bytes count: Int) -> UInt64 {
    (0..<count).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
  }

  mutating func choose<Element>(_ elements: [Element]) -> Element { elements[byte() % elements.count] }

  /// Up to 127 stands for one of the words, more for as many bytes of text as it is above that.
  mutating func text(_ words: [String]) -> String {
    let lead = byte()
    if lead < 128 { return words[lead % words.count] }
    let bytes = rest.prefix(lead - 127)
    rest = rest.dropFirst(lead - 127)
    return String(decoding: bytes, as: UTF8.self)
  }
}
