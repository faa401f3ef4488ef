import Glibc

/// Hashing and comparing of short byte strings, without a call where eight bytes at a time will do.
enum TermHash {
  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Multiply and fold, eight bytes at a time; the last ones overlap.
  ///
  /// - Parameter seed: unknown to whoever writes documents: of 16 bytes the last eight can be chosen so that they undo
  ///   what the first eight did, and a table of such strings would cost the square of their number.
  @inline(__always)
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    guard let base = bytes.baseAddress else { return 0 }
    let raw = UnsafeRawPointer(base)
    let count = bytes.count
    var hash = seed ^ UInt64(truncatingIfNeeded: count) &* multiplier
    if count >= 8 {
      var at = 0
      while at &+ 8 < count {
        hash = mix(hash ^ raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        at &+= 8
      }
      hash = mix(hash ^ raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    } else {
      hash = mix(hash ^ upToSeven(raw, count))
    }
    return mix(hash)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: multiplier)
    return product.high ^ product.low
  }

  /// Fewer than eight bytes as one number, different for different bytes.
  @inline(__always)
  private static func upToSeven(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 4 {
      let low = raw.loadUnaligned(as: UInt32.self)
      let high = raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return UInt64(low) | UInt64(high) &<< 32
    }
    if count == 0 { return 0 }
    let first = raw.load(as: UInt8.self)
    let middle = raw.load(fromByteOffset: count &>> 1, as: UInt8.self)
    let last = raw.load(fromByteOffset: count &- 1, as: UInt8.self)
    return UInt64(first) | UInt64(middle) &<< 8 | UInt64(last) &<< 16
  }

  @inline(__always)
  static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    guard let a = left.baseAddress, let b = right.baseAddress else { return true }
    return memcmp(a, b, left.count) == 0
  }

  /// Whether `left` comes before `right` in byte order.
  static func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let a = left.baseAddress, let b = right.baseAddress else { return left.count < right.count }
    let order = memcmp(a, b, min(left.count, right.count))
    return order == 0 ? left.count < right.count : order < 0
  }
}
