import Testing

@testable import TesseraBenchmark

@Suite("Statistics of times")
struct StatisticsTests {
  @Test("a percentile is the nearest rank: p99 of 100 values is the second greatest")
  func nearestRank() {
    let values = (1...100).map(Double.init).shuffled()
    #expect(Statistics.percentile(99, of: values) == 99)
    #expect(Statistics.percentile(50, of: values) == 50)
    #expect(Statistics.percentile(100, of: values) == 100)
    #expect(Statistics.percentile(0, of: values) == 1)
    #expect(Statistics.percentile(99, of: [7]) == 7)
    #expect(Statistics.percentile(50, of: []).isNaN)
  }

  @Test("a double and a half have the geometric mean 1")
  func geometricMean() {
    #expect(abs(Statistics.geometricMean([2, 0.5]) - 1) < 1e-12)
  }

  @Test("passes that warm up do not count, and every job runs in each")
  func passes() {
    var runs = [0, 0, 0]
    let times = Harness(warmUps: 2, passes: 3).time(3) { runs[$0] += 1 }
    #expect(runs == [5, 5, 5])
    #expect(times.passes == 5)
    #expect(times.all.count == 9)
    #expect(!times.least.contains(.infinity))
  }

  @Test("a spent budget starts no second pass, and the first one then counts")
  func budget() {
    let times = Harness(warmUps: 3, passes: 5, budget: 0).time(2) { _ in }
    #expect(times.passes == 1)
    #expect(times.all.count == 2)
    #expect(!times.least.contains(.infinity))
  }
}
