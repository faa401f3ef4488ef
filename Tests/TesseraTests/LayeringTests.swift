import Foundation
import TestSupport
import Testing

/// The map of the engine's folders in Architecture.md, held against the sources.
@Suite("Layering")
struct LayeringTests {
  @Test("each folder has its row in Architecture.md")
  func mapIsComplete() throws {
    let rows = try Self.rows()
    #expect(Set(rows.map(\.folder)) == Set(try Self.folders()))
    #expect(Set(rows.map(\.folder)).count == rows.count)
  }

  @Test("a file names no type of a folder, and imports no library, that its own folder may not know")
  func noFileLooksUphill() throws {
    let rows = try Self.rows()
    var owners: [String: String] = [:]
    for row in rows {
      for file in try SourceFile.all(in: "Sources/Tessera/\(row.folder)") {
        for type in file.declaredTypes { owners[type] = row.folder }
      }
    }
    for row in rows {
      for file in try SourceFile.all(in: "Sources/Tessera/\(row.folder)") {
        let known = file.names.compactMap { owners[$0] }
        let libraries = file.imports.filter { $0 != "Glibc" }
        let uphill = Set(known + libraries).subtracting(row.mayKnow).subtracting([row.folder])
        let names = file.names.filter { uphill.contains(owners[$0] ?? "") }
        #expect(uphill.isEmpty, "\(row.folder)/\(file.name) knows \(names.sorted()) of \(uphill.sorted())")
      }
    }
  }

  @Test("the search field knows Tessera and Observation alone")
  func searchFieldStandsOnTop() throws {
    let field = try SourceFile.all(in: "Sources/TesseraSearchField")
    #expect(!field.isEmpty)
    for file in field {
      #expect(file.imports.isSubset(of: ["Tessera", "Observation"]), "\(file.name) imports \(file.imports)")
    }
  }

  @Test("all locks are Guarded, which the thread sanitizer understands")
  func locksAreGuarded() throws {
    let files = try SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests")
    let others = files.filter { $0.names.contains("Mutex") && $0.name != "Guarded.swift" }
    #expect(others.isEmpty, "\(others.map(\.name)) name Mutex")
  }

  private struct Row {
    let folder: String
    let mayKnow: Set<String>
  }

  private static func folders() throws -> [String] {
    let engine = Fixtures.packageFolder.appending(path: "Sources/Tessera")
    let entries = try FileManager.default.contentsOfDirectory(
      at: engine, includingPropertiesForKeys: [.isDirectoryKey])
    return try entries.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .map(\.lastPathComponent).filter { !$0.hasSuffix(".docc") }
  }

  /// The table that begins `| Folder | Its one job | May know |`, a row for each folder in order.
  private static func rows() throws -> [Row] {
    let page = try Fixtures.source("Sources/Tessera/Tessera.docc/Architecture.md")
    let table = page.split(separator: "\n").drop { !$0.hasPrefix("| Folder") }.prefix { $0.hasPrefix("|") }
    var rows: [Row] = []
    for line in table.dropFirst(2) {
      let cells = line.replacing("`", with: "").split(separator: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let above = Set(rows.map(\.folder))
      rows.append(Row(folder: cells[0].replacing("/", with: ""), mayKnow: mayKnow(cells.last!, above: above)))
    }
    return rows
  }

  /// Reads "nothing", "Bytes, CICU", "all above" or "all above but Text, Terms", and mixtures by semicolon.
  private static func mayKnow(_ cell: String, above: Set<String>) -> Set<String> {
    func list(_ text: some StringProtocol) -> Set<String> {
      Set(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }).subtracting(["nothing"])
    }
    return cell.split(separator: ";").reduce(into: []) { known, part in
      let part = part.trimmingCharacters(in: .whitespaces)
      if part.hasPrefix("all above") {
        let rest = part.dropFirst("all above".count).trimmingPrefix(" but ")
        known.formUnion(above.subtracting(list(rest)))
      } else {
        known.formUnion(list(part))
      }
    }
  }
}

/// What a file of Swift declares and names, its comments and string literals left out.
private struct SourceFile {
  let name: String
  let declaredTypes: Set<String>
  let names: Set<String>
  let imports: Set<String>

  static func all(in folder: String) throws -> [SourceFile] {
    let path = Fixtures.packageFolder.appending(path: folder)
    let files = FileManager.default.enumerator(at: path, includingPropertiesForKeys: nil)
    return try (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }.map(SourceFile.init)
  }

  private init(_ url: URL) throws {
    name = url.lastPathComponent
    let code = try String(contentsOf: url, encoding: .utf8)
      .replacing(/"""(?s:.*?)"""/, with: "").replacing(/"(?:\\.|[^"\\\n])*"/, with: "")
      .replacing(/\/\/.*/, with: "")
    // Types at the left margin: nested ones are reached through them.
    let declarations = code.matches(
      of:
        /(?m)^(?!private|fileprivate)(?:[@a-z][\w()]* )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/)
    declaredTypes = Set(declarations.map { String($0.1) })
    // A name behind a dot is a member: whose, its own type says.
    names = Set(code.matches(of: /(?:^|[^.\w])([A-Z]\w*)/).map { String($0.1) })
    imports = Set(code.matches(of: /(?m)^import (\w+)/).map { String($0.1) })
  }
}
