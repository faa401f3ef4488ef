import Glibc
import Tessera

/// The two commands by which a script compares engines; see README.md for the files.
///
/// Measured from outside: seconds, bytes and peak memory of `index`, and for each query of `query` its least
/// microseconds over the passes, from a parsed query to the 10 best documents, the number, or the counts. One
/// thread, index in the page cache, 3 passes to warm up; no new pass starts after PEER_BUDGET seconds.
///
///     mkdir /tmp/index && tessera-benchmark index docs.tsv /tmp/index
///     tessera-benchmark query /tmp/index queries.tsv 5
enum PeerProtocol {
  static func index(_ arguments: Arguments) throws {
    let corpus = try Corpus(
      path: arguments.operand(0, "DOCS.tsv"), prefixLists: !arguments.has("--no-prefix-lists"))
    try Engine.build(
      corpus, in: arguments.operand(1, "FOLDER"), options: arguments.writeOptions(),
      merges: !arguments.has("--no-merge"))
  }

  static func query(_ arguments: Arguments) throws {
    let engine = try Engine(folder: arguments.operand(0, "FOLDER"))
    let lines = try QueryLine.read(arguments.operand(1, "QUERIES.tsv"))
    let harness = Harness(passes: try arguments.integerOperand(2, "PASSES"), budget: budget)
    let queries = try lines.map { try engine.prepare($0) }
    var results = [Int](repeating: -1, count: queries.count)
    let times = try harness.time(queries.count) { results[$0] = try engine.run(queries[$0]) }
    print("# Tessera \(Machine.commit), segments \(engine.segmentCount)")
    print("# passes \(times.passes)")
    for (number, query) in queries.enumerated() {
      let hits = try engine.hits(query)
      let time = (times.least[number] * 100).rounded() / 100
      print(lines[number].kind, time, hits, results[number], separator: "\t")
    }
  }

  private static var budget: Double {
    getenv("PEER_BUDGET").flatMap { Double(String(cString: $0)) } ?? 60
  }
}

extension Arguments {
  func writeOptions() throws -> WriteOptions {
    WriteOptions(
      memoryBudget: try integer("--memory", default: 256) << 20,
      threads: max(1, try integers("--threads", default: [1]).first ?? 1))
  }
}
