import Testing

@testable import Tessera

@Suite("Bytes made when they are asked for")
struct LazyBytesTests {
  private final class Shared: Sendable {
    let bytes: LazyBytes
    let made = Guarded(0)
    init(count: Int) { bytes = LazyBytes(count: count) }
  }

  // Small ones, and large ones of one and of several large pages.
  @Test("are made once, whoever asks first", arguments: [0, 1, 1_000, 300_000, 5_000_000])
  func once(count: Int) {
    let shared = Shared(count: count)
    WorkerThreads.run(8) { _ in
      let row = try? shared.bytes.bytes { (row) throws(TesseraError) in
        shared.made.withLock { $0 += 1 }
        row.update(repeating: 7, count: count)
      }
      guard let row else {
        Issue.record("nothing was thrown")
        return
      }
      #expect(stride(from: 0, to: count, by: 999).allSatisfy { row[$0] == 7 })
      #expect(count == 0 || row[count - 1] == 7)
      #expect((count..<count + 64).allSatisfy { row[$0] == 0 })
    }
    #expect(shared.made.withLock { $0 } == 1)
  }

  @Test("are made by the next who asks, where making them failed")
  func again() throws {
    let bytes = LazyBytes(count: 3)
    #expect(throws: TesseraError.self) {
      _ = try bytes.bytes { (_) throws(TesseraError) in throw TesseraError(.io, "no") }
    }
    let row = try bytes.bytes { (row) throws(TesseraError) in row.update(repeating: 5, count: 3) }
    #expect([row[0], row[1], row[2]] == [5, 5, 5])
    let same = try bytes.bytes { (_) throws(TesseraError) in Issue.record("they are there") }
    #expect(row == same)
  }
}
