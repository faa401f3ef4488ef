import Foundation
import Testing
import TestSupport

@testable import Tessera

/// `Fixtures/bad/README.md` says what must happen to every file beside it; this holds it to that.
@Suite("Bad input")
struct BadInputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let file: String
    /// Keys of the documents taken, `-` for one without; `error` when the whole file is refused.
    let taken: String
    /// Line and byte of each refusal or warning, and what its text holds.
    let told: String
    var testDescription: String { file }
  }

  static let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Fixtures/bad")
    .standardized

  /// The rows of the table: `| file | taken | told |`.
  static let cases: [Case] = {
    let text = (try? String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      let cells = row.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      return Case(file: cells[0].replacingOccurrences(of: "`", with: ""), taken: cells[1], told: cells[2])
    }
  }()

  @Test("does what the table says", arguments: cases)
  func holds(_ bad: Case) throws {
    #expect(Self.outcome(of: bad.file) == "\(bad.taken) | \(bad.told)")
  }

  @Test("is in the table, every file of it")
  func tableIsComplete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files).subtracting(["README.md"]) == Set(Self.cases.map(\.file)))
  }

  /// What happened, written as a row of the table has it.
  static func outcome(of file: String) -> String {
    do {
      let path = folder.appendingPathComponent(file).path
      let content = try FileContent(
        path: path, schema: Schema(text: ["title": 1], numbers: ["year"], key: "id"))
      let keys = content.keys.map { $0.map { $0.isEmpty ? "empty" : $0 } ?? "-" }
      let taken = keys.count > 9 ? "\(keys.count) documents" : keys.joined(separator: " ")
      let told =
        content.refused.map { "\($0.line):\($0.byte) \($0.reason)" }
        + content.warnings.map { "\($0.line):\($0.byte) warning: \($0.reason)" }
      return "\(taken) | \(told.joined(separator: " / "))"
    } catch {
      return "error | \(error.kind.rawValue): \(error.detail)"
    }
  }
}
