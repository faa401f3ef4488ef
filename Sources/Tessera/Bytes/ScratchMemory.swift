/// The memory of one search at a time, kept for the next: blocks handed out from the front, all given back at once.
///
/// A search allocates from the system only when it needs more than any before it.
final class ScratchMemory {
  private var chunks: [UnsafeMutableRawBufferPointer] = []
  private var chunk = 0
  private var used = 0
  /// The first error in the current search at a place that cannot throw; whoever ran it throws it in the end.
  private(set) var failure: TesseraError?

  /// Keeps the first error.
  func note(_ error: TesseraError) { failure = failure ?? error }

  init() { addChunk(64 << 10) }

  deinit { for chunk in chunks { chunk.deallocate() } }

  /// Forgets all that was handed out.
  func reset() { (chunk, used, failure) = (0, 0, nil) }

  /// Memory for so many values, not initialised, aligned to 64 bytes, with 64 writable bytes behind it. Valid as
  /// long as the scratch is held and not reset.
  func allocate<Element: BitwiseCopyable>(_ type: Element.Type, _ count: Int) -> UnsafeMutablePointer<Element>
  {
    let bytes = (count * MemoryLayout<Element>.stride + 127) & ~63
    while used + bytes > chunks[chunk].count {
      if chunk + 1 == chunks.count { addChunk(max(bytes, 2 * chunks[chunk].count)) }
      (chunk, used) = (chunk + 1, 0)
    }
    defer { used += bytes }
    return (chunks[chunk].baseAddress! + used).bindMemory(to: type, capacity: count)
  }

  /// The same, all zero.
  func zeros<Element: FixedWidthInteger & BitwiseCopyable>(
    _ type: Element.Type, _ count: Int
  ) -> UnsafeMutablePointer<Element> {
    let values = allocate(type, count)
    values.update(repeating: 0, count: count)
    return values
  }

  private func addChunk(_ bytes: Int) {
    chunks.append(.allocate(byteCount: bytes, alignment: 64))
  }
}
