/// Rows of text in columns, two spaces apart.
struct Table {
  enum Alignment {
    case left
    case right
  }

  private let alignments: [Alignment]
  private(set) var rows: [[String]] = []

  init(_ alignments: [Alignment]) {
    self.alignments = alignments
  }

  mutating func add(_ cells: String...) { rows.append(cells.map(Terminal.plain)) }

  /// One line for each row, without trailing blanks.
  var lines: [String] {
    let widths = alignments.indices.map { column in
      rows.map { Terminal.columns(of: $0[column]) }.max() ?? 0
    }
    return rows.map { row in
      let cells = alignments.indices.map { column in
        Terminal.padded(row[column], to: widths[column], right: alignments[column] == .right)
      }
      let line = cells.joined(separator: "  ")
      return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
    }
  }

  /// Blocks of lines side by side, as many as fit into the width, the rest below.
  static func sideBySide(_ blocks: [[String]], width: Int, gap: Int = 4) -> [String] {
    var lines: [String] = []
    var rest = blocks[...]
    while let first = rest.popFirst() {
      var row = [first]
      var taken = columns(of: first)
      while let next = rest.first, taken + gap + columns(of: next) <= width {
        taken += gap + columns(of: next)
        row.append(rest.removeFirst())
      }
      if !lines.isEmpty { lines.append("") }
      lines += joined(row, gap: gap)
    }
    return lines
  }

  private static func joined(_ blocks: [[String]], gap: Int) -> [String] {
    (0..<(blocks.map(\.count).max() ?? 0)).map { index in
      var line = ""
      var column = 0
      for block in blocks {
        if index < block.count {
          line = Terminal.padded(line, to: column) + block[index]
        }
        column += columns(of: block) + gap
      }
      return line
    }
  }

  private static func columns(of block: [String]) -> Int { block.map(Terminal.columns).max() ?? 0 }
}
