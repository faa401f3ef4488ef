/// Bytes in memory, written front to back; numbers are little-endian.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ other: [UInt8]) {
    bytes.append(contentsOf: other)
  }

  mutating func appendVarint(_ value: UInt64) {
    withUnsafeTemporaryAllocation(byteCount: Varint.maximumCount, alignment: 1) { buffer in
      let count = Varint.store(value, at: buffer.baseAddress!)
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// A number of bytes and then the bytes.
  mutating func appendCounted(_ other: [UInt8]) {
    appendVarint(UInt64(other.count))
    append(other)
  }

  /// Appends zeros until there are `count` bytes.
  mutating func pad(to count: Int) {
    assert(bytes.count <= count)
    bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
  }

  /// Eight characters as the number that begins a file.
  static func magic(_ text: StaticString) -> UInt64 {
    precondition(text.utf8CodeUnitCount == 8, "a magic number has eight bytes")
    return UInt64(littleEndian: UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt64.self))
  }
}
