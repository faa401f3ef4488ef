/// The memory of one search at a time, kept for the next: blocks handed out from the front, all given back at once.
///
/// A search allocates from the system only when it needs more than any before it.
final class ScratchMemory {
  // One search at a time has it, so that nothing can be in the middle of a change when the next one begins: checking
  // that on each allocation would cost more than the allocation.
  @exclusivity(unchecked) private var chunks: [UnsafeMutableRawBufferPointer] = []
  @exclusivity(unchecked) private var chunk = 0
  /// The rest of the current chunk.
  @exclusivity(unchecked) private var next: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var left: Int
  /// The first error in the current search at a place that cannot throw; whoever ran it throws it in the end.
  @exclusivity(unchecked) private(set) var failure: TesseraError?

  /// What was shown lately, kept from search to search.
  let texts = RecentTexts()

  /// Ends the current search before it is done.
  @exclusivity(unchecked) private var stop: StopFlag?
  /// How often it was asked for.
  @exclusivity(unchecked) private var stopChecks: UInt32 = 0
  /// Of so many times the clock is looked at once.
  private static let checksPerClock: UInt32 = 16

  /// Keeps the first error.
  func note(_ error: TesseraError) { failure = failure ?? error }

  init() {
    let first = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
    (chunks, next, left) = ([first], first.baseAddress!, first.count)
  }

  deinit { for chunk in chunks { chunk.deallocate() } }

  /// Whether the current search is to end, which is then its failure: to be asked between two blocks of documents.
  @inline(__always)
  var isStopped: Bool { stop != nil && looksStopped() }

  @inline(never)
  private func looksStopped() -> Bool {
    guard let stop else { return false }
    stopChecks &+= 1
    guard stop.isRaised(checksClock: stopChecks % Self.checksPerClock == 0) else { return false }
    note(.cancelled)
    return true
  }

  /// Throws what ended the search, if anything has.
  func check() throws(TesseraError) {
    if isStopped || failure != nil, let failure { throw failure }
  }

  /// Forgets all that was handed out.
  ///
  /// - Parameter stop: what may end the search that begins.
  func reset(stop: StopFlag? = nil) {
    failure = nil
    (self.stop, stopChecks) = (stop, 0)
    enter(0)
  }

  /// Memory for so many values, not initialised, aligned to 64 bytes, with 64 writable bytes behind it. Valid as
  /// long as the scratch is held and not reset.
  @inline(__always)
  func allocate<Element: BitwiseCopyable>(_ type: Element.Type, _ count: Int)
    -> UnsafeMutablePointer<Element>
  {
    let bytes = (count * MemoryLayout<Element>.stride + 127) & ~63
    if bytes > left { grow(bytes) }
    let memory = next
    next = memory + bytes
    left -= bytes
    return memory.bindMemory(to: type, capacity: count)
  }

  /// The same, with these bytes.
  func copy(of bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
    let copy = allocate(UInt8.self, bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { copy.update(from: base, count: bytes.count) }
    }
    return UnsafeBufferPointer(start: copy, count: bytes.count)
  }

  /// The same, all zero.
  func zeros<Element: FixedWidthInteger & BitwiseCopyable>(
    _ type: Element.Type, _ count: Int
  ) -> UnsafeMutablePointer<Element> {
    let values = allocate(type, count)
    values.update(repeating: 0, count: count)
    return values
  }

  /// Goes on to a chunk with room for so many bytes.
  @inline(never)
  private func grow(_ bytes: Int) {
    while bytes > left {
      if chunk + 1 == chunks.count {
        let size = max(bytes, 2 * chunks[chunk].count)
        chunks.append(.allocate(byteCount: size, alignment: 64))
      }
      enter(chunk + 1)
    }
  }

  private func enter(_ number: Int) {
    chunk = number
    (next, left) = (chunks[number].baseAddress!, chunks[number].count)
  }
}
