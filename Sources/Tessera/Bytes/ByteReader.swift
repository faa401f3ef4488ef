/// Reads a small file front to back, checking every step; numbers are little-endian.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var offset = 0
  private let file: String
  private let part: String

  /// - Parameters:
  ///   - file, part: what error messages name.
  init(_ bytes: [UInt8], file: String, part: String) {
    self.bytes = bytes
    self.file = file
    self.part = part
  }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func read<T: FixedWidthInteger & BitwiseCopyable>(
    _ type: T.Type = T.self
  ) throws(TesseraError) -> T {
    try need(MemoryLayout<T>.size)
    defer { offset += MemoryLayout<T>.size }
    return bytes.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: T.self)) }
  }

  mutating func readVarint() throws(TesseraError) -> UInt64 {
    var end = offset
    let value = bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.flatMap { Varint.load($0, at: &end, before: bytes.count) }
    }
    guard let value else { throw corrupt("a number has no end") }
    offset = end
    return value
  }

  /// A number that says how many of something follow.
  ///
  /// - Throws: `.corrupt` when it is above `limit`.
  mutating func readCount(_ what: String, limit: Int) throws(TesseraError) -> Int {
    let count = try readVarint()
    guard count <= UInt64(limit) else { throw corrupt("\(count) \(what), the limit is \(limit)") }
    return Int(count)
  }

  mutating func readBytes(_ count: Int) throws(TesseraError) -> [UInt8] {
    try need(count)
    defer { offset += count }
    return [UInt8](bytes[offset..<offset + count])
  }

  /// A number of bytes and then the bytes, as `ByteWriter.appendCounted` writes them.
  mutating func readCounted(_ what: String, limit: Int) throws(TesseraError) -> [UInt8] {
    try readBytes(readCount("bytes of \(what)", limit: limit))
  }

  /// The error for what was just read.
  func corrupt(_ detail: String) -> TesseraError {
    .corrupt(file: file, section: part, offset: offset, detail)
  }

  private func need(_ count: Int) throws(TesseraError) {
    guard count >= 0, count <= bytes.count - offset else {
      throw corrupt("\(count) bytes are wanted here, but only \(bytes.count - offset) are left")
    }
  }
}
