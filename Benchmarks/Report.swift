import Glibc

/// The figures of a run: a table for the reader, and lines of JSON for whoever compares runs.
///
/// Each line of JSON is one figure with what it takes to judge it: machine, processor, cores, commit and date.
struct Report {
  private let benchmark: String
  private let label: String
  private let file: String?
  private var rows: [[String]]
  private var lines: [String] = []

  /// A table with the given headings, of the data that `--label` names.
  init(_ benchmark: String, columns: [String], _ arguments: Arguments) {
    self.benchmark = benchmark
    label = arguments.text("--label") ?? arguments.operands.first ?? ""
    file = arguments.text("--json")
    rows = [columns]
  }

  mutating func row(_ cells: [String]) { rows.append(cells) }

  /// Notes one figure for the lines of JSON; `subject` says of what within the run.
  mutating func figure(_ subject: String, _ metric: String, _ value: Double, _ unit: String) {
    lines.append(
      "{\"benchmark\":\(quoted(benchmark)),\"data\":\(quoted(label)),\"subject\":\(quoted(subject)),"
        + "\"metric\":\(quoted(metric)),\"value\":\(value.isFinite ? "\(value)" : "null"),\"unit\":\(quoted(unit))"
    )
  }

  /// Prints the table, and appends the lines to the file that `--json` names.
  func finish() throws {
    let subject = label.isEmpty ? benchmark : "\(benchmark) of \(label)"
    print("\(subject), \(Machine.processor), \(Machine.cores) cores, \(Machine.commit)\n")
    printTable()
    guard let file else { return }
    let place =
      ",\"machine\":\(quoted(Machine.processor)),\"cores\":\(Machine.cores),\"commit\":\(quoted(Machine.commit)),"
      + "\"date\":\(quoted(Machine.date))}\n"
    guard let output = fopen(file, "a") else { throw systemError(file) }
    for line in lines { fputs(line + place, output) }
    fclose(output)
  }

  private func printTable() {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for (number, row) in rows.enumerated() {
      let cells = row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + blanks : blanks + row[column]
      }
      print("| " + cells.joined(separator: " | ") + " |")
      if number == 0 {
        print("|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|")
      }
    }
    print()
    flushOutput()
  }
}

/// A string as JSON.
func quoted(_ text: String) -> String {
  var out = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": out += "\\\""
    case "\\": out += "\\\\"
    case _ where scalar.value < 0x20:
      let digits = String(scalar.value, radix: 16)
      out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out + "\""
}
