import Testing

@testable import TesseraBrowser

@Suite("Outlines of documents")
struct DocumentOutlineTests {
  private func groups(_ json: String) -> [String] {
    DocumentOutline(json).groups.map { "\($0.path)=\($0.values.joined(separator: "|"))" }
  }

  @Test("values stand under the names that lead to them, in their order")
  func order() {
    #expect(
      groups(#"{"b": 1, "a": ["x", "y"], "c": {"d": true, "e": [{"f": -2.5e3}]}, "n": null}"#)
        == ["b=1", "a=x|y", "c.d=true", "c.e.f=-2.5e3"])
    #expect(groups("{}") == [] && groups(#"{"a":[],"b":{}}"#) == [])
  }

  @Test("escapes are read, pairs of them too")
  func escapes() {
    #expect(groups(#"{"a":"q\"\\\/\n\t\u00e9 \ud83d\udc4d é"}"#) == ["a=q\"\\/\n\té 👍 é"])
    #expect(groups(#"{"a":"\ud83d"}"#) == ["a=\u{FFFD}"])
  }

  @Test("what is cut off ends the outline and nothing else")
  func damage() {
    let json = #"{"a":["x",{"b":"\u00e9\"y"}],"c":12,"d":{"e":null}}"#
    for count in 0..<json.utf8.count {
      _ = DocumentOutline(String(decoding: json.utf8.prefix(count), as: UTF8.self))
    }
    for scalar in "{}[]\",:\\x0".unicodeScalars {
      for place in 0..<json.utf8.count {
        var bytes = Array(json.utf8)
        bytes[place] = UInt8(scalar.value)
        _ = DocumentOutline(String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
