import Tessera

/// What a query reads, counted by a build of its own, so that the build that is timed need not count.
struct QueryCounts {
  var postings = 0
  var frequencies = 0
  var bytes = 0
  var blocksOpened = 0
  var blocksRead = 0

  init() {}

  init(_ counters: SearchCounters) {
    (postings, frequencies, bytes) = (counters.postings, counters.frequencies, counters.bytes)
    (blocksOpened, blocksRead) = (counters.blocksOpened, counters.blocksRead)
  }

  init?(_ line: Substring) {
    let numbers = line.split(separator: "\t").compactMap { Int($0) }
    guard numbers.count == 5 else { return nil }
    (postings, frequencies, bytes) = (numbers[0], numbers[1], numbers[2])
    (blocksOpened, blocksRead) = (numbers[3], numbers[4])
  }

  var line: String { "\(postings)\t\(frequencies)\t\(bytes)\t\(blocksOpened)\t\(blocksRead)" }

  static func + (one: Self, other: Self) -> Self {
    var sum = one
    sum.postings += other.postings
    sum.frequencies += other.frequencies
    sum.bytes += other.bytes
    sum.blocksOpened += other.blocksOpened
    sum.blocksRead += other.blocksRead
    return sum
  }

  /// The counts of a file of `counts`, as many as there are queries.
  static func read(_ path: String, of queries: Int) throws -> [QueryCounts] {
    let counts = try wholeText(path).split(separator: "\n").map { QueryCounts($0) }
    guard counts.count == queries, !counts.contains(where: { $0 == nil }) else {
      throw BenchmarkError(message: "\(path) does not hold the counts of \(queries) queries")
    }
    return counts.compactMap { $0 }
  }
}

/// Counts what each query reads of posting lists; needs a build that counts (`-Xswiftc -DTESSERA_COUNTERS`).
///
/// Printed, a line per query: postings visited, frequencies, bytes, blocks of the lists opened, blocks read, separated
/// by tabs. `classes --counts` reads it. Blocks are packed ones of 128 postings and words of bitmaps. Not counted are
/// the dictionary, lengths of documents, facet columns, and bitmaps made while searching.
///
///     tessera-benchmark counts FOLDER queries.tsv > counts.tsv
enum CountStage {
  static func run(_ arguments: Arguments) throws {
    guard SearchCounters.isCounting else {
      throw BenchmarkError(message: "this build does not count; build with -Xswiftc -DTESSERA_COUNTERS")
    }
    let engine = try Engine(folder: arguments.operand(0, "FOLDER"))
    let lines = try QueryLine.read(arguments.operand(1, "QUERIES.tsv"), only: arguments.list("--only"))
    for line in lines {
      let query = try engine.prepare(line)
      _ = SearchCounters.take()
      _ = try engine.run(query)
      print(QueryCounts(SearchCounters.take()).line)
    }
  }
}
