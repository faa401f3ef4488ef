/// A place on the screen; both count from 0.
struct Place: Hashable, Sendable {
  var row: Int
  var column: Int
}

struct ScreenSize: Hashable, Sendable {
  var rows: Int
  var columns: Int
}

/// The contents of a terminal's screen: what stands in each cell, and where the cursor is.
struct Screen: Hashable, Sendable {
  /// What stands in a column.
  enum Cell: Hashable, Sendable {
    case glyph(Glyph, Style)
    /// The right half of what begins in the column before.
    case rightHalf
  }

  let size: ScreenSize
  private(set) var rows: [[Cell]]
  /// Nil where it is hidden.
  var cursor: Place?

  init(_ size: ScreenSize) {
    self.size = size
    rows = Array(
      repeating: Array(repeating: .glyph(.blank, .plain), count: max(0, size.columns)),
      count: max(0, size.rows))
  }

  /// Puts a text in front of what is there. What lies outside of the screen, or of `columns`, is cut away.
  mutating func put(_ text: StyledText, _ row: Int, _ column: Int, within columns: Range<Int>? = nil) {
    guard rows.indices.contains(row) else { return }
    let columns = (columns ?? 0..<size.columns).clamped(to: 0..<size.columns)
    var place = column
    for cell in text.cells {
      guard place + cell.glyph.columns <= columns.upperBound else { break }
      if place >= columns.lowerBound { set(cell, row, place) }
      place += cell.glyph.columns
    }
  }

  mutating func put(_ text: String, _ style: Style = .plain, _ row: Int, _ column: Int) {
    put(StyledText(text, style), row, column)
  }

  private mutating func set(_ cell: StyledText.Cell, _ row: Int, _ column: Int) {
    for place in column..<column + cell.glyph.columns { clearHalf(row, place) }
    rows[row][column] = .glyph(cell.glyph, cell.style)
    if cell.glyph.columns == 2 { rows[row][column + 1] = .rightHalf }
  }

  /// Half of a wide character cannot stay: the other half becomes a blank.
  private mutating func clearHalf(_ row: Int, _ column: Int) {
    switch rows[row][column] {
    case .rightHalf: rows[row][column - 1] = .glyph(.blank, .plain)
    case .glyph(let glyph, _) where glyph.columns == 2: rows[row][column + 1] = .glyph(.blank, .plain)
    default: break
    }
    rows[row][column] = .glyph(.blank, .plain)
  }

  mutating func clear(_ area: Area) {
    for row in area.rows {
      put(StyledText(String(repeating: " ", count: area.columns.count)), row, area.columns.lowerBound)
    }
  }

  /// A frame around an area, on its outermost rows and columns; with round corners.
  mutating func frame(_ area: Area, _ style: Style) {
    guard area.rows.count > 1, area.columns.count > 1 else { return }
    let line = String(repeating: "─", count: area.columns.count - 2)
    put("╭\(line)╮", style, area.rows.lowerBound, area.columns.lowerBound)
    put("╰\(line)╯", style, area.rows.upperBound - 1, area.columns.lowerBound)
    for row in area.rows.dropFirst().dropLast() {
      put("│", style, row, area.columns.lowerBound)
      put("│", style, row, area.columns.upperBound - 1)
    }
  }

  /// Neighbours of one style, without the blanks at the end of a row.
  func runs(ofRow row: Int) -> [(column: Int, scalars: [UInt32], style: Style)] {
    var runs: [(column: Int, scalars: [UInt32], style: Style)] = []
    for (column, cell) in rows[row].enumerated() {
      guard case .glyph(let glyph, let style) = cell else { continue }
      if runs.last?.style != style { runs.append((column, [], style)) }
      runs[runs.count - 1].scalars += glyph.scalars.map(\.value)
    }
    return runs
  }

  /// A row as it is read, without blanks at its end.
  func text(ofRow row: Int) -> String {
    var text = String.UnicodeScalarView()
    for cell in rows[row] {
      if case .glyph(let glyph, _) = cell { text.append(contentsOf: glyph.scalars) }
    }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// A rectangle of the screen.
struct Area: Hashable, Sendable {
  var rows: Range<Int>
  var columns: Range<Int>

  init(rows: Range<Int>, columns: Range<Int>) {
    self.rows = rows
    self.columns = columns
  }
}
