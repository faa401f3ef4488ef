import Tessera

/// Times taking JSON apart.
///
/// Measured: JSON Lines in memory to the engine's `DocumentFields`, MB and documents a second, best and median of
/// the passes, on one thread. A plain alternative stands beside it: looking for the line feeds alone, which no
/// reader can beat. A document that is refused ends the run, and the fields found must be the same in every pass.
///
///     tessera-benchmark parse packages.jsonl --id id --text name=4,summary=2,description \
///       --facet section,maintainer,priority,tags --number installedSize
enum ParseStage {
  static func run(_ arguments: Arguments) throws {
    let bytes = try wholeFile(arguments.operand(0, "FILE.jsonl"))
    let lines = lineRanges(of: bytes)
    let passes = max(1, try arguments.integer("--passes", default: 5))
    var report = Report("parse", columns: ["what", "MB/s", "median", "documents/s"], arguments)
    for (name, schema) in [
      ("fields", try schema(arguments, stores: false)),
      ("fields and source", try schema(arguments, stores: true)),
    ] {
      let reader = JSONDocumentReader(schema: schema)
      let times = try time(passes) { try parse(bytes, lines, reader) }
      add(name, times, bytes.count, lines.count, to: &report)
    }
    let path = try arguments.operand(0, "FILE.jsonl")
    let fileReader = JSONDocumentReader(schema: try schema(arguments, stores: true))
    let fileTimes = try time(passes) { try parse(path: path, fileReader) }
    add("file, fields and source", fileTimes, bytes.count, lines.count, to: &report)
    let times = try time(passes) { lineRanges(of: bytes).count }
    add("line feeds alone", times, bytes.count, lines.count, to: &report)
    try report.finish()
  }

  private static func schema(_ arguments: Arguments, stores: Bool) throws -> Schema {
    var text: [String: Int] = [:]
    for field in arguments.list("--text") {
      let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
      text[parts[0]] = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
    }
    let (facets, numbers) = (arguments.list("--facet"), arguments.list("--number"))
    guard !text.isEmpty || !facets.isEmpty || !numbers.isEmpty else {
      throw BenchmarkError.misuse("parse needs --text, --facet or --number")
    }
    return Schema(
      text: text, facets: facets, numbers: numbers, key: arguments.text("--id"), storesDocuments: stores)
  }

  /// The number of fields found.
  private static func parse(_ bytes: [UInt8], _ lines: [Range<Int>], _ reader: JSONDocumentReader) throws
    -> Int
  {
    var fields = DocumentFields()
    var found = 0
    try bytes.withUnsafeBufferPointer { bytes in
      for line in lines {
        try reader.read(UnsafeBufferPointer(rebasing: bytes[line]), into: &fields)
        found += fields.texts.count + fields.facets.count + fields.numbers.count
      }
    }
    return found
  }

  /// The same from the file itself, as the tool reads it: in batches, and without copying a document first.
  private static func parse(path: String, _ reader: JSONDocumentReader) throws -> Int {
    let file = try DocumentFile(path: path)
    var fields = DocumentFields()
    var found = 0
    while let batch = try file.nextBatch() {
      try batch.forEachDocument(
        reader: reader, fields: &fields,
        accept: { found += $0.texts.count + $0.facets.count + $0.numbers.count }, refuse: { _ in })
    }
    return found
  }

  private static func lineRanges(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = firstLineFeed(in: bytes, from: start, to: bytes.count) ?? bytes.count
        if end > start { lines.append(start..<end) }
        start = end + 1
      }
    }
    return lines
  }
}

/// Seconds of each pass after one to warm up; `body` must give the same number every time.
func time(_ passes: Int, _ body: () throws -> Int) throws -> [Double] {
  let expected = try body()
  return try (0..<passes).map { _ in
    var found = 0
    let time = try seconds { found = try body() }
    guard found == expected else { throw BenchmarkError(message: "found \(found), at first \(expected)") }
    return time
  }
}

/// A row of throughput: the best and the median pass over `bytes`, and items a second.
func add(_ name: String, _ times: [Double], _ bytes: Int, _ items: Int, to report: inout Report) {
  let best = Double(bytes) / (times.min() ?? .nan) / 1e6
  let median = Double(bytes) / Statistics.median(times) / 1e6
  let rate = Double(items) / Statistics.median(times)
  report.row([name, short(best), short(median), short(rate)])
  report.figure(name, "best throughput", best, "MB/s")
  report.figure(name, "throughput", median, "MB/s")
  report.figure(name, "rate", rate, "1/s")
}
