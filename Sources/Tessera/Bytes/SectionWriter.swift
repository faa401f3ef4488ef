/// Writes one section of a file, front to back.
///
/// Several sections of one file are written at the same time: up to 256 KiB of each stay in memory, what is more
/// goes to the file's `SpillFile`. No call fails: an I/O error sticks and comes out of `SegmentFileWriter.finish`.
final class SectionWriter {
  /// Large enough for the disk, small enough for hundreds of sections at once.
  private static let maximumCapacity = 256 << 10

  private var buffer: UnsafeMutableRawPointer
  private var capacity = 4096
  private var used = 0
  private var spilled = 0
  private let spill: SpillFile?
  private var pieces: [Range<Int>] = []

  /// - Parameter spill: where to put what is too much; nil keeps all in memory.
  init(spill: SpillFile? = nil) {
    self.spill = spill
    buffer = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Bytes written so far.
  var count: Int { spilled + used }

  @inline(__always)
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    if bytes.count > capacity - used { return appendSlowly(bytes) }
    (buffer + used).copyMemory(from: source, byteCount: bytes.count)
    used += bytes.count
  }

  @inline(__always)
  func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Little-endian, at any place.
  @inline(__always)
  func append<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
    if MemoryLayout<T>.size > capacity - used { makeRoom(MemoryLayout<T>.size) }
    (buffer + used).storeBytes(of: value.littleEndian, as: T.self)
    used += MemoryLayout<T>.size
  }

  /// As `Varint` reads it.
  @inline(__always)
  func appendVarint(_ value: UInt64) {
    if Varint.maximumCount > capacity - used { makeRoom(Varint.maximumCount) }
    used += Varint.store(value, at: buffer + used)
  }

  /// Appends zeros up to the next multiple of `alignment`, a power of two of at most 4096.
  func align(to alignment: Int) {
    let padding = -count & (alignment - 1)
    if padding > capacity - used { makeRoom(padding) }
    (buffer + used).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
    used += padding
  }

  @inline(never)
  private func appendSlowly(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count < Self.maximumCapacity || spill == nil {
      makeRoom(bytes.count)
      append(bytes)
    } else {
      flush()
      pieces.append(spill!.append(bytes))
      spilled += bytes.count
    }
  }

  @inline(never)
  private func makeRoom(_ wanted: Int) {
    if spill != nil && used + wanted > Self.maximumCapacity { flush() }
    guard used + wanted > capacity else { return }
    while capacity < used + wanted { capacity *= 2 }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: buffer, byteCount: used)
    buffer.deallocate()
    buffer = larger
  }

  private func flush() {
    guard let spill, used > 0 else { return }
    pieces.append(spill.append(UnsafeRawBufferPointer(start: buffer, count: used)))
    spilled += used
    used = 0
  }

  /// Calls `body` with all that was written, piece by piece; `spilled` is what the spill file's `seal` gave.
  func forEachPiece(
    spilled: MappedFile?, _ body: (UnsafeRawBufferPointer) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    if let spilled {
      for piece in pieces { try body(UnsafeRawBufferPointer(rebasing: spilled.bytes[piece])) }
    }
    try body(UnsafeRawBufferPointer(start: buffer, count: used))
  }

  /// What was written, for a section in memory alone.
  var bytes: [UInt8] {
    assert(spill == nil)
    return [UInt8](UnsafeRawBufferPointer(start: buffer, count: used))
  }
}
