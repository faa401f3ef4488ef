import Testing

@testable import Tessera
@testable import TesseraCLI

@Suite("Printing")
struct PrintingTests {
  @Test("numbers are shown as a person reads them")
  func numbers() {
    #expect(
      [0, 999, 1000, 36_273, -1_234_567].map(Figures.grouped) == [
        "0", "999", "1,000", "36,273", "-1,234,567",
      ])
    #expect(Figures.decimal(2.5, places: 2) == "2.50")
    #expect(Figures.decimal(0.996, places: 2) == "1.00")
    #expect(Figures.decimal(-0.001, places: 2) == "0.00")
    #expect(
      [0, 999, 1000, 12_582_912, 999_999, 5_000_000_000].map(Figures.bytes) == [
        "0 B", "999 B", "1.0 kB", "12.6 MB", "1.0 MB", "5.0 GB",
      ])
    #expect(
      [0.0000305, 0.0042, 0.25, 9.96, 61, 3700].map(Figures.duration) == [
        "31 µs", "4.20 ms", "250 ms", "10.0 s", "1 min 1 s", "1 h 1 min",
      ])
  }

  @Test("wide characters and marks take the columns that a terminal gives them")
  func columns() {
    #expect(Terminal.columns(of: "kettle") == 6)
    #expect(Terminal.columns(of: "赤い提灯") == 8)
    #expect(Terminal.columns(of: "cafe\u{301}") == 4)
    #expect(Terminal.truncated("赤い提灯", to: 6) == "赤い…")
    #expect(Terminal.truncated("kettle", to: 6) == "kettle")
    #expect(Terminal.padded("赤", to: 4, right: true) == "  赤")
  }

  @Test("marked text keeps its marks when it is cut, and what is in it cannot end them")
  func markedText() {
    let text = MarkedText("a \u{1B}b ") + MarkedText("ruby 赤い blade", [0..<2, 5..<11, 12..<14])
    #expect(text.text(marking: false) == "a  b ruby 赤い blade")
    #expect(
      text.text(marking: true)
        == "a  b \u{1B}[1mru\u{1B}[22mby \u{1B}[1m赤い\u{1B}[22m \u{1B}[1mbl\u{1B}[22made")
    #expect(text.fitted(to: 20).text(marking: false) == "a  b ruby 赤い blade")
    for width in 2..<20 {
      let fitted = text.fitted(to: width).text(marking: false)
      #expect(fitted == Terminal.truncated("a  b ruby 赤い blade", to: width))
    }
    #expect(MarkedText("a  ").text(marking: true) == "a")
  }

  @Test("what a document holds cannot move the cursor")
  func controlCharacters() {
    #expect(Terminal.plain("a\u{1B}[2Jb\r\n\u{9B}c") == "a [2Jb   c")
  }

  @Test("blocks stand side by side as long as they fit, and below each other then")
  func blocks() {
    let blocks = [["genre", "  War  3"], ["year", "  1957  2", "  1958  1"], ["x"]]
    #expect(
      Table.sideBySide(blocks, width: 25) == [
        "genre       year", "  War  3      1957  2", "              1958  1", "", "x",
      ])
  }

  @Test("a progress line keeps to the width and foretells the time left", arguments: [20, 40, 79, 200])
  func progressLine(width: Int) {
    let line = ProgressLine(
      progress: ImportProgress(documents: 12_345, bytes: 40_000_000, fraction: 0.25), seconds: 2)
    let text = line.text(width: width)
    #expect(Terminal.columns(of: text) <= width)
    if width >= 79 {
      #expect(text.hasPrefix("12,345 documents  20.0 MB/s  [###"))
      #expect(text.hasSuffix("]  25 %  6 s left"))
    }
    let open = ProgressLine(progress: ImportProgress(documents: 1, bytes: 0, fraction: nil), seconds: 0)
    #expect(open.text(width: 79) == "1 document  0.0 MB/s")
  }

  @Test("JSON escapes what it must and nothing else")
  func json() {
    let value: JSONValue = ["a\"\\\n\u{1}é": [.integer(1), .decimal(2.5), .boolean(true), .null, .raw("{}")]]
    #expect(value.text == #"{"a\"\\\n\u0001é":[1,2.5,true,null,{}]}"#)
  }
}
