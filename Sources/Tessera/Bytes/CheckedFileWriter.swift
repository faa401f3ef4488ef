/// Writes a file front to back and takes the checksum of each 64 KiB page on the way.
final class CheckedFileWriter {
  /// Whole pages, enough of them for one write.
  private static let capacity = 16 * CheckedPages.pageSize

  private let output: any OutputFile
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
  private var used = 0
  private var written = 0
  private var checksums = ByteWriter()

  init(_ output: any OutputFile) {
    self.output = output
  }

  deinit { buffer.deallocate() }

  /// Bytes written so far.
  var count: Int { written + used }

  func append(_ bytes: UnsafeRawBufferPointer) throws(TesseraError) {
    var rest = bytes
    while let source = rest.baseAddress, rest.count > 0 {
      let part = min(rest.count, Self.capacity - used)
      (buffer + used).copyMemory(from: source, byteCount: part)
      used += part
      if used == Self.capacity { try flush() }
      rest = UnsafeRawBufferPointer(rebasing: rest[part...])
    }
  }

  func append(_ bytes: [UInt8]) throws(TesseraError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(TesseraError) in
      try append(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Appends at least so many zeros, and more up to a multiple of `alignment`.
  func pad(atLeast minimum: Int, to alignment: Int) throws(TesseraError) {
    let end = (count + minimum + alignment - 1) / alignment * alignment
    try append([UInt8](repeating: 0, count: end - count))
  }

  /// Ends the last page, which may be a short one.
  ///
  /// - Returns: the checksums of all pages, as they stand on disk. What is appended from now on is in no page.
  func endPages() throws(TesseraError) -> [UInt8] {
    try flush()
    return checksums.bytes
  }

  /// Writes what is left, and returns when everything has reached the disk.
  func finish() throws(TesseraError) {
    try flush()
    try output.sync()
    try output.close()
  }

  private func flush() throws(TesseraError) {
    for start in stride(from: 0, to: used, by: CheckedPages.pageSize) {
      let count = min(CheckedPages.pageSize, used - start)
      checksums.append(Checksum.of(UnsafeRawBufferPointer(start: buffer + start, count: count)))
    }
    try output.write(UnsafeRawBufferPointer(start: buffer, count: used))
    written += used
    used = 0
  }
}
