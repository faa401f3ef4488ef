/// A line of glyphs, each with its style.
struct StyledText: Hashable, Sendable {
  struct Cell: Hashable, Sendable {
    var glyph: Glyph
    var style: Style
  }

  private(set) var cells: [Cell] = []
  private(set) var columns = 0

  init() {}

  init(_ text: some StringProtocol, _ style: Style = .plain) {
    append(text, style)
  }

  /// - Parameter pieces: text and match in turn.
  init(pieces: [String], _ style: Style = .plain) {
    for (place, piece) in pieces.enumerated() { append(piece, place % 2 == 0 ? style : .match) }
  }

  private init(_ cells: some Sequence<Cell>) {
    for cell in cells { append(cell) }
  }

  mutating func append(_ text: some StringProtocol, _ style: Style = .plain) {
    for glyph in Glyph.glyphs(of: text) { append(Cell(glyph: glyph, style: style)) }
  }

  private mutating func append(_ cell: Cell) {
    cells.append(cell)
    columns += cell.glyph.columns
  }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(left.cells + right.cells)
  }

  static func += (left: inout StyledText, right: StyledText) {
    for cell in right.cells { left.append(cell) }
  }

  /// All of it in another style.
  func styled(_ style: Style) -> StyledText {
    StyledText(cells.map { Cell(glyph: $0.glyph, style: style) })
  }

  /// The text, or as much as fits into so many columns and an ellipsis.
  func fitted(to width: Int) -> StyledText {
    guard columns > width else { return self }
    guard width > 0 else { return StyledText() }
    var fitted = StyledText()
    for cell in cells {
      guard fitted.columns + cell.glyph.columns < width else { break }
      fitted.append(cell)
    }
    fitted.append(Cell(glyph: .ellipsis, style: fitted.cells.last?.style ?? .plain))
    return fitted
  }

  /// With blanks, on the left with `right`, so that it has so many columns; fitted where it has more.
  func padded(to width: Int, right: Bool = false, _ style: Style = .plain) -> StyledText {
    let fitted = fitted(to: width)
    let blanks = StyledText(String(repeating: " ", count: max(0, width - fitted.columns)), style)
    return right ? blanks + fitted : fitted + blanks
  }

  /// In lines of at most so many columns, broken between words where there are any. Of more than `limit` lines the last
  /// ends in an ellipsis.
  func wrapped(to width: Int, limit: Int = .max) -> [StyledText] {
    guard width > 1, limit > 0 else { return [] }
    var lines: [StyledText] = []
    var rest = cells[...]
    while true {
      if !lines.isEmpty { rest = rest.drop { $0.glyph.isBlank } }
      if rest.isEmpty, !lines.isEmpty { return lines }
      let line = Self.line(of: rest, width)
      if line.count == rest.count || lines.count + 1 == limit {
        lines.append(StyledText(rest).fitted(to: width))
        return lines
      }
      lines.append(StyledText(line.reversed().drop { $0.glyph.isBlank }.reversed()))
      rest = rest[line.endIndex...]
    }
  }

  /// As much of the cells as a line takes: up to the last place for a break, or else as many as fit.
  private static func line(of cells: ArraySlice<Cell>, _ width: Int) -> ArraySlice<Cell> {
    var columns = 0
    var end = cells.startIndex
    var afterBreak: Int?
    while end < cells.endIndex {
      columns += cells[end].glyph.columns
      // A blank at the end of a line takes no room.
      if columns > width { return cells[..<(cells[end].glyph.isBlank ? end : afterBreak ?? end)] }
      end += 1
      if cells[end - 1].glyph.allowsBreak { afterBreak = end }
    }
    return cells
  }
}
