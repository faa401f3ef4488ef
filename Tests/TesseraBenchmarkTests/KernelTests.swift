import Tessera
import Testing

@testable import TesseraBenchmark

@Suite("Inner loops and counts")
struct KernelTests {
  @Test("every loop finds lists to work on in a made-up corpus, and goes through as many units each time")
  func loops() throws {
    try withIndex(documents: 3000) { engine in
      let loops = try #require(try engine.snapshot.kernelLoops())
      let kernels = try loops.all()
      #expect(Set(kernels.map(\.name)).count == kernels.count)
      #expect(kernels.contains { $0.name == KernelLoops.decoding })
      for kernel in kernels {
        let units = try kernel.run()
        #expect(units > 0, "\(kernel.name)")
        #expect(try kernel.run() == units, "\(kernel.name)")
      }
    }
  }

  @Test("counts of a query come back from their line")
  func counts() throws {
    var counts = QueryCounts()
    (counts.postings, counts.frequencies, counts.bytes) = (5, 4, 30)
    (counts.blocksOpened, counts.blocksRead) = (9, 7)
    let read = try #require(QueryCounts(Substring(counts.line)))
    #expect(read.line == counts.line)
    #expect((read + read).line == "10\t8\t60\t18\t14")
    #expect(QueryCounts("1\t2\t3") == nil)
  }

  @Test("a search is counted in a build that counts, and in no other")
  func counting() throws {
    try withIndex(documents: 300) { engine in
      let line = try #require(QueryLine("term\ttop\tand\t\tte\t\t"))
      let query = try engine.prepare(line)
      _ = SearchCounters.take()
      _ = try engine.run(query)
      #expect((SearchCounters.take().postings > 0) == SearchCounters.isCounting)
    }
  }

  private func withIndex(documents: Int, _ body: (Engine) throws -> Void) throws {
    var made = SyntheticCorpus(seed: 1)
    let lines = (0..<documents).map { number in
      let document = made.next()
      let facets = document.facets.map { "\($0.field)=\($0.value)" }.joined(separator: "\u{1F}")
      return "\(number)\t\(facets)\t\(String(decoding: document.text, as: UTF8.self))\n"
    }
    try withTemporaryFolder { folder in
      let path = "\(folder)/docs.tsv"
      try write(lines.joined(), to: path)
      try withTemporaryFolder { index in
        try Engine.build(Corpus(path: path), in: index, options: WriteOptions(), merges: true)
        try body(Engine(folder: index))
      }
    }
  }
}
