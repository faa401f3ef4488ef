import Glibc
import Tessera

/// What it costs that each page of an index is held against its checksum when it is first touched.
///
/// Measured: all queries of a file in turn, with checks and without (a switch for this alone), the two taking turns
/// within one process; the sum of their times, of each the least of the passes.
/// - warm: every page was touched before;
/// - first touch: one pass over an index that was just opened, files in the page cache;
/// - first touch, from the disk: the same, the files dropped from the page cache before;
/// - first query: each query over an index that was just opened for it, files in the page cache.
///
///     tessera-benchmark checksums FOLDER queries.tsv --passes 9
enum ChecksumStage {
  static func run(_ arguments: Arguments) throws {
    let folder = try arguments.operand(0, "FOLDER")
    let lines = try QueryLine.read(arguments.operand(1, "QUERIES.tsv"), only: arguments.list("--only"))
    let passes = try arguments.integer("--passes", default: 9)
    var report = Report(
      "checksums", columns: ["queries", "checked ms", "unchecked ms", "cost"], arguments)
    for (name, measure) in [
      ("warm", warm), ("first touch", firstTouch), ("first touch, from the disk", fromDisk),
      ("first query", firstQuery),
    ] {
      var least = (checked: [Double](), unchecked: [Double]())
      for pass in 0..<passes {
        for checks in pass.isMultiple(of: 2) ? [true, false] : [false, true] {
          let times = try measure(folder, lines, checks)
          if checks {
            least.checked = lesser(least.checked, times)
          } else {
            least.unchecked = lesser(least.unchecked, times)
          }
        }
      }
      let (checked, unchecked) = (least.checked.reduce(0, +) / 1000, least.unchecked.reduce(0, +) / 1000)
      let cost = 100 * (checked / unchecked - 1)
      report.row([name, short(checked), short(unchecked), short(cost) + " %"])
      report.figure(name, "checked", checked, "ms")
      report.figure(name, "unchecked", unchecked, "ms")
      report.figure(name, "cost", cost, "%")
    }
    try report.finish()
  }

  private static func lesser(_ left: [Double], _ right: [Double]) -> [Double] {
    left.isEmpty ? right : zip(left, right).map { min($0, $1) }
  }

  /// The microseconds of each query in one pass.
  private static func time(_ lines: [QueryLine], _ engine: Engine) throws -> [Double] {
    let queries = try lines.map { try engine.prepare($0) }
    return try queries.map { query in
      let start = now()
      _ = try engine.run(query)
      return Double(now() - start) / 1000
    }
  }

  private static func warm(_ folder: String, _ lines: [QueryLine], _ checks: Bool) throws -> [Double] {
    let engine = try Engine(folder: folder, checksPages: checks)
    _ = try time(lines, engine)
    return try time(lines, engine)
  }

  private static func firstTouch(_ folder: String, _ lines: [QueryLine], _ checks: Bool) throws -> [Double] {
    [try time(lines, Engine(folder: folder, checksPages: checks)).reduce(0, +)]
  }

  private static func fromDisk(_ folder: String, _ lines: [QueryLine], _ checks: Bool) throws -> [Double] {
    try dropFromCache(folder)
    return try firstTouch(folder, lines, checks)
  }

  private static func firstQuery(_ folder: String, _ lines: [QueryLine], _ checks: Bool) throws -> [Double] {
    // So many openings are enough to see it.
    try stride(from: 0, to: lines.count, by: max(1, lines.count / 300)).map { place in
      let engine = try Engine(folder: folder, checksPages: checks)
      return try time([lines[place]], engine)[0]
    }
  }

  /// Lets the system forget the contents of a folder's files; nobody may have them mapped.
  private static func dropFromCache(_ folder: String) throws {
    guard let directory = opendir(folder) else { throw systemError(folder) }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let file = open("\(folder)/\(name)", O_RDONLY)
      guard file >= 0 else { throw systemError(name) }
      posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
      close(file)
    }
  }
}
