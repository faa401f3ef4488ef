import Tessera
import Testing

@testable import TesseraCLI

@Suite("Arguments")
struct ArgumentTests {
  private static let options = [
    Option("limit", letter: "l", value: "N", ""), Option("list", ""), Option("all", ""),
  ]

  private func parse(_ line: String...) throws -> Arguments {
    guard case .arguments(let arguments) = try OptionParser.parse(line, options: Self.options) else {
      throw Misuse("help")
    }
    return arguments
  }

  @Test("options stand before or after operands, in every form, until '--'")
  func gnuConventions() throws {
    let arguments = try parse("a", "--limit=1", "b", "-l", "2", "--al", "-l3", "--", "--list", "-")
    #expect(arguments.operands == ["a", "b", "--list", "-"])
    #expect(arguments.all(Self.options[0]) == ["1", "2", "3"])
    #expect(arguments.has(Self.options[2]) && !arguments.has(Self.options[1]))
  }

  @Test("command lines taken apart by several threads at once do not meet")
  func concurrent() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<2_000 {
        group.addTask {
          let arguments = try? self.parse("a\(number)", "--limit", "\(number)", "-l\(number)", "b")
          return arguments?.operands == ["a\(number)", "b"]
            && arguments?.all(Self.options[0]) == ["\(number)", "\(number)"]
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("an abbreviation of several options names them")
  func ambiguousAbbreviation() {
    #expect(throws: Misuse("option '--li' may be any of '--limit', '--list'")) { try parse("--li") }
  }

  @Test("a backslash takes the meaning from a separator, and stands for itself elsewhere")
  func escapes() {
    #expect(EscapedText.split(#"a|b\|c|d\\|\e\"#, at: "|") == ["a", "b|c", #"d\"#, #"\e\"#])
    #expect(EscapedText.split("", at: "|") == [""])
    #expect(EscapedText.cut(#"a\:b:c\:d"#, at: ":") == ("a:b", #"c\:d"#))
    #expect(EscapedText.cut("a", at: ":") == ("a", nil))
    #expect(EscapedText.cut("a:\u{301}b", at: ":") == ("a", "\u{301}b"))
  }

  @Test("sizes take suffixes, and too large ones are refused")
  func byteCounts() throws {
    let limit = Self.options[0]
    #expect(
      try ["7", "2k", "256M", "1G"].map { try parse("--limit", $0).byteCount(limit) } == [
        7, 2048, 256 << 20, 1 << 30,
      ])
    for text in ["", "M", "0", "-1", "1.5G", "9999999999G", "1MB"] {
      #expect(throws: Misuse.self) { try parse("--limit", text).byteCount(limit) }
    }
  }

  @Test("the upper bound of a range takes a day or a month as a whole")
  func ranges() throws {
    let day = Int64(86_400_000)
    let january = try #require(Number("2024-01-01"))
    guard case .integer(let start) = january else { return }
    #expect(
      try RangeArgument.token("f", "2024-01-01..2024-01-01")
        == .numbers("f", from: january, through: .integer(start + day - 1)))
    #expect(
      try RangeArgument.token("f", "2024-01..2024-12")
        == .numbers("f", from: january, through: .integer(start + 366 * day - 1)))
    #expect(
      try RangeArgument.token("f", "-5..2.5") == .numbers("f", from: .integer(-5), through: .double(2.5)))
    #expect(
      try RangeArgument.token("f", "-5–2.5") == .numbers("f", from: .integer(-5), through: .double(2.5)))
    #expect(try RangeArgument.token("f", "..") == .numbers("f", from: nil, through: nil))
    #expect(
      try RangeArgument.token("f", "2024-01-01T10:00:00Z..")
        == .numbers("f", from: .integer(start + 36_000_000), through: nil))
  }
}
