import Tessera
import TestSupport

@testable import TesseraBrowser

/// A session over an index of a few documents, in a folder of its own.
final class TestSession {
  static let schema = Schema(
    text: ["title": 4, "plot": 1], facets: ["genre", "country"], numbers: ["year"], key: "id")
  static let documents = [
    #"{"id":"m1","title":"The Ruby Blade","plot":"A knife, and a fork","genre":"Comedy","country":"France","year":1997}"#,
    #"{"id":"m2","title":"Blade of Ruin","plot":"Ruins","genre":["Drama","Film Noir"],"country":"Italy","year":1950}"#,
    #"{"id":"m3","title":"東京物語 Tokyo Story","plot":"Parents visit their children","genre":"Drama","country":"Japan","year":1953}"#,
    #"{"id":"m4","title":"Cafe\u0301 👩‍👧 🇩🇪 ❤️ evil\u202e\u0007\u001b[31m","plot":"한국 영화 \u1112\u1161\u11ab","genre":"Drama \u0000","year":2001}"#,
    #"{"id":"m5","title":"","plot":"\ud83d\udc4d\ud83c\udffd thumbs \ue000 x\u0301\u0301\u0301\u0301\u0301\u0301\u0301"}"#,
  ]

  private let scratch: TemporaryDirectory
  let folder: String
  let index: SearchIndex
  private var session: BrowserSession

  /// - Parameter copies: how often all documents are in the index, under other ids.
  init(
    _ documents: [String] = documents, schema: Schema = schema, rows: Int = 24, columns: Int = 80,
    copies: Int = 1
  ) throws {
    scratch = try TemporaryDirectory()
    folder = scratch.path + "/films"
    index = try SearchIndex.create(at: folder, schema: schema)
    try index.write { writer in
      for copy in 0..<copies {
        for document in documents {
          try writer.add(
            json: copy == 0 ? document : document.replacing(#""id":"m"#, with: #""id":"c\#(copy)m"#))
        }
      }
    }
    session = try BrowserSession(index: folder)
    session.state.resize(to: ScreenSize(rows: rows, columns: columns))
    _ = session.screen()
  }

  var state: BrowserState { session.state }

  /// Types or presses, one after the other, and looks at the screen behind each.
  @discardableResult
  func press(_ keys: Key...) -> [BrowserSession.TerminalEffect] {
    keys.flatMap { key in
      let effects = session.press(key)
      _ = session.screen()
      return effects
    }
  }

  /// Types a text, a character at a time.
  func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.text(String(Character(scalar)))) }
  }

  func resize(rows: Int, columns: Int) {
    session.state.resize(to: ScreenSize(rows: rows, columns: columns))
  }

  func refresh() { session.refresh() }

  func screen() -> Screen { session.screen() }

  func lines() -> [String] {
    let screen = session.screen()
    return screen.rows.indices.map { screen.text(ofRow: $0) }
  }

  func shows(_ text: String) -> Bool { lines().contains { $0.contains(text) } }
}

extension Screen {
  /// What is wrong with the cells; nil when nothing is.
  var fault: String? {
    guard rows.count == size.rows else { return "\(rows.count) rows instead of \(size.rows)" }
    for (row, cells) in rows.enumerated() {
      guard cells.count == size.columns else { return "row \(row) has \(cells.count) columns" }
      for (column, cell) in cells.enumerated() {
        let isWide =
          if column > 0, case .glyph(let glyph, _) = cells[column - 1] { glyph.columns == 2 } else { false }
        switch cell {
        case .rightHalf: if !isWide { return "half a character at \(row), \(column)" }
        case .glyph(let glyph, _):
          if isWide { return "a character in another at \(row), \(column)" }
          if glyph.columns == 2, column + 1 == size.columns { return "a character sticks out of row \(row)" }
          if glyph.scalars.contains(where: {
            $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value || $0.value == 0x202E
          }) {
            return "a control character at \(row), \(column)"
          }
          if glyph.scalars.count > 5 { return "more marks than a cell holds at \(row), \(column)" }
        }
      }
    }
    if let cursor, !rows.indices.contains(cursor.row) || !(0..<size.columns).contains(cursor.column) {
      return "the cursor is outside: \(cursor)"
    }
    return nil
  }
}
