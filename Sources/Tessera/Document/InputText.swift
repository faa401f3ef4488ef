import CCompression

/// The text of an input: decompressed when the bytes begin as gzip or zstd does, whatever the name.
///
/// Memory: a buffer of 256 KB, and for compressed input the window (32 KB for gzip, at most 128 MB for zstd).
final class InputText {
  private let source: InputBytes
  private var decompressor: OpaquePointer?
  private var isGzip = false
  /// Whether a frame has begun and not ended.
  private var isInFrame = false
  /// Whether the decompressor may hold bytes that had no room.
  private var hasPending = false
  private var block: [UInt8]
  private var unread = 0..<0

  /// Opens the file at `path`; `-` is standard input.
  init(path: String) throws(TesseraError) {
    source = try InputBytes(path: path)
    block = [UInt8](repeating: 0, count: 256 << 10)
    try begin()
  }

  deinit { decompressor.map { ccompression_stream_destroy($0) } }

  var name: String { source.name }
  /// Bytes of the file taken in so far, compressed as they may be, and how many there are; nil for a pipe.
  var bytesRead: Int { source.bytesRead - unread.count }
  var totalBytes: Int? { source.totalBytes }

  func stopRecording() { source.stopRecording() }

  /// Goes back to the start; only before `stopRecording()`.
  func rewind() throws(TesseraError) {
    try source.rewind()
    try begin()
  }

  /// Fills `buffer`; fewer bytes than it has room for only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TesseraError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try decompressor == nil ? copy(into: rest) : decompress(into: rest)
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  private func begin() throws(TesseraError) {
    decompressor.map { ccompression_stream_destroy($0) }
    decompressor = nil
    isInFrame = false
    hasPending = false
    try refill()
    // A pipe may hand out its first bytes one by one.
    while unread.count < 4, try extend() {}
    let magic = block[unread].prefix(4)
    isGzip = magic.starts(with: [0x1F, 0x8B])
    let isZstd =
      magic == [0x28, 0xB5, 0x2F, 0xFD] || (magic.count == 4 && magic.dropFirst() == [0x2A, 0x4D, 0x18])
    guard isGzip || isZstd else { return }
    decompressor = ccompression_stream_create(Int32(isGzip ? ccompression_gzip : ccompression_zstd))
    if decompressor == nil { throw TesseraError(.limitExceeded, file: name, "no memory to decompress it") }
  }

  private func refill() throws(TesseraError) {
    unread = 0..<0
    _ = try extend()
  }

  /// Reads more behind what is unread; false at the end.
  private func extend() throws(TesseraError) -> Bool {
    let end = unread.upperBound
    let source = self.source
    var failure: TesseraError?
    let count = block.withUnsafeMutableBytes { bytes in
      do throws(TesseraError) {
        return try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[end...]))
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    unread = unread.lowerBound..<end + count
    return count > 0
  }

  private func copy(into buffer: UnsafeMutableRawBufferPointer) throws(TesseraError) -> Int {
    // Behind the first block, whose start had to be looked at, plain bytes go straight to where they are wanted.
    if unread.isEmpty { return try source.read(into: buffer) }
    let count = min(unread.count, buffer.count)
    buffer.copyBytes(from: block[unread].prefix(count))
    unread = unread.lowerBound + count..<unread.upperBound
    return count
  }

  /// Decompresses at least one byte, unless the end is reached.
  private func decompress(into buffer: UnsafeMutableRawBufferPointer) throws(TesseraError) -> Int {
    while true {
      if unread.isEmpty, !hasPending { try refill() }
      if isGzip, !isInFrame { skipZeros() }
      if unread.isEmpty, !hasPending {
        if isInFrame {
          throw TesseraError(
            .corrupt, file: name,
            "the compressed data ends early, after \(bytesRead) bytes; fetch or compress the file again")
        }
        return 0
      }
      let written = try step(into: buffer)
      if written > 0 { return written }
    }
  }

  private func step(into buffer: UnsafeMutableRawBufferPointer) throws(TesseraError) -> Int {
    var taken = 0
    var written = 0
    let status = block.withUnsafeBytes { bytes in
      ccompression_stream_step(
        decompressor, bytes.baseAddress! + unread.lowerBound, unread.count, &taken, buffer.baseAddress,
        buffer.count, &written)
    }
    unread = unread.lowerBound + taken..<unread.upperBound
    if status == ccompression_damaged {
      let reason = String(cString: ccompression_stream_reason(decompressor))
      throw TesseraError(
        .corrupt, file: name,
        "cannot decompress it near byte \(bytesRead): \(reason); fetch or compress the file again")
    }
    isInFrame = status != ccompression_frame_end
    hasPending = isInFrame && written == buffer.count
    return written
  }

  /// Padding behind a gzip member, as tapes and some servers add it.
  private func skipZeros() {
    while let first = unread.first, block[first] == 0 { unread = first + 1..<unread.upperBound }
  }
}
