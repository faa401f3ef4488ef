import CXXHash

/// The checksum of everything on disk: XXH3 with 64 bits (Collet), some 20 GB/s a core.
///
/// It finds accidents; it is no defence against someone who makes the checksum right again, so readers check
/// every number they take from a file besides.
package enum Checksum {
  /// Bytes a checksum takes on disk.
  package static let size = 8

  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard let base = bytes.baseAddress else { return cxxhash_hash64(UnsafeRawPointer(bitPattern: 8), 0) }
    return cxxhash_hash64(base, bytes.count)
  }

  package static func of(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { of($0) }
  }
}
