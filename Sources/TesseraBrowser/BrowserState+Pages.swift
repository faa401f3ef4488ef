// Pages in front of the search: a document, and the help.

extension BrowserState {
  private static let widestText = 100
  private static let widestName = 16

  func drawPage(_ layout: ScreenLayout, _ screen: inout Screen) {
    let lines = pageLines(layout)
    for (row, place) in zip(layout.page.rows, min(firstPageLine, lines.count)..<lines.count) {
      screen.put(lines[place], row, 2)
    }
    let rows = layout.page.rows.count
    var places: [String] = []
    if case .document = page {
      let total = "\(answer.isExact ? "" : "at least ")\(Self.grouped(answer.total))"
      places.append("\(Self.grouped(hit + 1)) of \(total)")
    }
    if lines.count > rows {
      let last = min(lines.count, firstPageLine + rows)
      places.append("lines \(firstPageLine + 1)-\(last) of \(lines.count)")
    }
    let text = StyledText(places.joined(separator: " · "), .faint).fitted(to: size.columns / 2)
    screen.put(text, layout.header, size.columns - 2 - text.columns)
  }

  /// The lines of the page as wide as there is room, with an empty one above and below.
  func pageLines(_ layout: ScreenLayout) -> [StyledText] {
    let width = min(Self.widestText, layout.page.columns.count - 4)
    let lines =
      switch page {
      case .document(let document): Self.lines(of: document, width)
      case .help: Self.helpLines(width)
      case nil: [StyledText]()
      }
    return [StyledText()] + lines + [StyledText()]
  }

  private static func lines(of document: ShownDocument, _ width: Int) -> [StyledText] {
    var lines = StyledText(pieces: document.title, .title).wrapped(to: width)
    let names = document.fields.map { StyledText($0.name, .faint) }
    let room = min(widestName, width / 3, names.map(\.columns).max() ?? 0)
    lines.append(StyledText())
    for (name, field) in zip(names, document.fields) {
      let text = StyledText(pieces: field.pieces)
      for (row, line) in text.wrapped(to: width - room - 2).enumerated() {
        lines.append((row == 0 ? name : StyledText()).padded(to: room) + StyledText("  ") + line)
      }
    }
    return lines
  }

  private static func helpLines(_ width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for section in Help.sections {
      if !lines.isEmpty { lines.append(StyledText()) }
      lines.append(StyledText(section.name, .title).fitted(to: width))
      for (keys, meaning) in section.keys {
        let room = min(Help.keyColumns, width / 2)
        for (row, line) in StyledText(meaning).wrapped(to: width - room - 2).enumerated() {
          let keys = StyledText(row == 0 ? keys : "", .pillEnd)
          lines.append(keys.padded(to: room) + StyledText("  ") + line)
        }
      }
    }
    return lines
  }
}

/// What the help says.
enum Help {
  static let keyColumns = 22

  static let sections: [(name: String, keys: [(keys: String, meaning: String)])] = [
    (
      "In the field",
      [
        ("letters", "find with each one; the last word is half typed"),
        ("↓ ↑", "walk through the suggestions; in the empty text, ↓ offers the most frequent values"),
        (
          "Enter", "accepts the suggestion, or makes a token of the text; in the empty text, goes to the hits"
        ),
        ("Tab", "accepts the suggestion; with none chosen, goes on: field, hits, facets"),
        ("Esc", "closes the suggestions; once more clears the field"),
        ("← →", "move over letters and tokens; with Ctrl over words, with Shift they select"),
        ("Home End", "to the start and the end (Ctrl-A, Ctrl-E)"),
        ("Backspace", "deletes; in the empty text first selects, then deletes the last token"),
        ("Ctrl-W Ctrl-U Ctrl-K", "delete a word, all before and all behind the cursor"),
        ("Ctrl-Z Ctrl-Y", "undo and redo"),
        ("Alt-A", "selects all tokens and the text"),
        ("Ctrl-X Alt-C Ctrl-V", "cut, copy and paste; a list with commas, pasted, becomes several tokens"),
      ]
    ),
    (
      "In the hits",
      [
        ("↓ ↑ PgDn PgUp", "walk; at the top, back to the field. PgDn and PgUp also do from the field"),
        ("Enter", "opens the document"),
        ("→", "goes to the facets"),
      ]
    ),
    (
      "In the facets",
      [
        ("↓ ↑", "walk through the values"),
        ("Enter Space", "makes a token of the value, or takes it away"),
        ("-", "leaves out documents with the value"),
        ("←", "goes to the hits"),
      ]
    ),
    (
      "In a document",
      [
        ("↓ ↑ PgDn PgUp", "scroll"),
        ("→ ←", "the next hit, and the one before"),
        ("Esc", "back to the hits"),
      ]
    ),
    (
      "Everywhere",
      [
        ("F1", "this help; also ? where no text is typed"),
        ("Ctrl-L", "draws the screen anew"),
        ("Ctrl-Q Ctrl-C Ctrl-D", "quit"),
      ]
    ),
  ]
}
